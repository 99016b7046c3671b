#!/usr/bin/env bash
# Tries the Debian package on a plain Debian 12 that runs its own systemd in namespaces of this host: installed, upgraded,
# removed, installed again, purged. Needs root and the network; changes nothing outside its folder.
#
#   sudo deploy/check_deb.sh [PACKAGE]      PACKAGE: made before by ./run deb --system 12 --arch ARCH
set -euo pipefail

root=$(cd -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")/.." && pwd -P)
home=${CHECK_DEB_HOME:-/var/tmp/companion-deb}
bare=$home/bare
tree=$home/tree
# shellcheck source=deploy/in_namespaces.sh
source "$root/deploy/in_namespaces.sh"

die() {
  printf 'check_deb: %s\n' "$*" >&2
  tail -n 30 "$home/said" >&2 2>/dev/null || true
  exit 1
}
ok() { printf 'ok      %s (%s s)\n' "$*" "$SECONDS" && SECONDS=0; }

apt() { inside env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o Dpkg::Use-Pty=0 "$@" >"$home/said" 2>&1; }
active() { [[ $(inside systemctl is-active companion) == active ]]; }
version() { basename "$(readlink "$tree/opt/companion/current")"; }
traces() { (cd "$tree" && find etc opt usr var -xdev \( -iname '*companion*' -o -iname '*tabletop*' \) -not -path 'var/cache/*' | sort); }

make_bare() {
  mmdebstrap --quiet --variant=minbase --include=ca-certificates,procps,python3,systemd-sysv bookworm "$bare.new" ||
    die "mmdebstrap failed"
  cp -- /etc/ssl/certs/ca-certificates.crt "$bare.new/etc/ssl/certs/"
  mv -- "$bare.new" "$bare"
}

newer() { # the same program with another line in its README, as a later version
  rm -rf -- "$home/newer"
  dpkg-deb -R "$1" "$home/newer"
  echo "A later version." >>"$home/newer/usr/share/tabletop-companion/program/README.md"
  sed -i 's/^\(Version: .*\)$/\1.1/' "$home/newer/DEBIAN/control"
  dpkg-deb --root-owner-group -Znone --build "$home/newer" "$tree/srv/newer.deb" >/dev/null
}

if [[ ${1:-} == boot ]]; then boot; fi
[[ $(id -u) -eq 0 ]] || die "this needs root: it makes namespaces and a system of its own."
mkdir -p -- "$home"
package=${1:-}
if [[ -z $package ]]; then
  "$root/run" deb --system 12 --arch "$(dpkg --print-architecture)" --out "$home" >"$home/said"
  package=$(ls -t "$home"/*.deb | head -n 1)
fi
[[ -d $bare ]] || make_bare
rm -rf -- "$tree"
cp -a -- "$bare" "$tree"
cp -- "$package" "$tree/srv/first.deb"
cp -- /etc/resolv.conf "$tree/etc/"
cp -- /etc/apt/apt.conf.d/* "$tree/etc/apt/apt.conf.d/" 2>/dev/null || true
newer "$package"
switch_on
for _ in {60..0}; do
  inside systemctl is-active -q multi-user.target && break
  sleep 1
done
apt update || die "no lists of packages"
apt install --no-install-recommends python3-venv libzbar0 espeak-ng libespeak-ng1 alsa-utils openssl libgl1 libglib2.0-0 libxcb1 ||
  die "what it depends on cannot be had"
traces >"$home/before"
printf 'package %s MB, unpacked %s MB\n' "$(($(stat -c %s "$package") / 1000000))" "$(($(dpkg-deb -f "$package" Installed-Size) / 1000))"
SECONDS=0

apt install --no-install-recommends /srv/first.deb || die "it does not install"
active || die "the service does not run"
first=$(version)
ok "installed, and the service runs"
sed -i 's/^\[table\]$/&\nname = "Blue table"/' "$tree/etc/companion/companion.toml"
touch "$tree/var/lib/companion/kept"

apt install --no-install-recommends /srv/newer.deb || die "it does not upgrade"
active || die "the service does not run after the upgrade"
[[ $(version) != "$first" ]] || die "the version is the same"
grep -q "Blue table" "$tree/etc/companion/companion.toml" || die "the settings were not kept"
inside companion rollback >"$home/said" 2>&1 || die "there is no way back"
[[ $(version) == "$first" ]] || die "the way back leads elsewhere"
ok "upgraded with settings kept, and back"

apt remove tabletop-companion || die "it cannot be removed"
[[ ! -e $tree/opt/companion && ! -e $tree/usr/share/tabletop-companion ]] || die "the program stays"
[[ -e $tree/var/lib/companion/kept && -e $tree/etc/companion/companion.toml ]] || die "matches or settings are gone"
[[ ! -e $tree/etc/systemd/system/companion.service ]] || die "its unit stays"
ok "removed; matches and settings stay"

apt install --no-install-recommends /srv/newer.deb || die "it does not install again"
active || die "the service does not run again"
grep -q "Blue table" "$tree/etc/companion/companion.toml" || die "the settings are new ones"
ok "installed again, with the same matches and settings"

apt purge tabletop-companion || die "it cannot be purged"
traces >"$home/after"
inside getent passwd companion && die "its account stays"
diff "$home/before" "$home/after" >"$home/left" || die "this is left after the purge: $(cat "$home/left")"
ok "purged: $(wc -l <"$home/left") files of it are left"
pull_plug
