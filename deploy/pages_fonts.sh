#!/bin/sh
# Makes the two typefaces of the pages from what their authors publish, again and again to the same bytes. It wants npm
# and Python's fonttools (4.68) and brotli (1.2), none of which the product needs.
set -eu
cd "$(dirname "$0")/../web/pages/shared/fonts"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Latin with the accents of western Europe, the typographic signs of the texts, and arrows; see also base.css.
signs=U+20-7E,U+A0-FF,U+152-153,U+2013-2014,U+2018-201A,U+201C-201E,U+2026,U+2039-203A,U+20AC
forms=kern,liga,ccmp,locl,mark,mkmk,lnum,tnum

make() { # npm package, its file, which part of its axes, the name of ours
  (cd "$work" && npm pack --silent "@fontsource-variable/$1@5.3.0" >/dev/null && tar xzf "fontsource-variable-$1-5.3.0.tgz")
  # shellcheck disable=SC2086 # the axes are several words
  fonttools varLib.instancer --quiet --no-recalc-timestamp -o "$work/part.ttf" "$work/package/files/$2" $3
  pyftsubset "$work/part.ttf" --unicodes="$signs" --layout-features="$forms" --no-hinting --flavor=woff2 --output-file="$4.woff2"
  cp "$work/package/LICENSE" "$4.OFL.txt"
}
make atkinson-hyperlegible-next atkinson-hyperlegible-next-latin-wght-normal.woff2 wght=400:700 atkinson
make fraunces fraunces-latin-standard-normal.woff2 "wght=600 opsz=48" fraunces
