#!/usr/bin/env bash
# Writes requirements/run.txt and requirements/test.txt anew from pyproject.toml: exact versions with hashes of every
# wheel, so that x86-64 and aarch64 and every supported Python install from the same two files.
#
#   ./run lock               keep the versions that are locked, add or drop what pyproject.toml asks for
#   ./run lock --upgrade     take the newest versions that pyproject.toml allows
#
# test.txt holds run.txt's packages at the same versions, plus what tests and checks need.
set -euo pipefail

uv_version=0.13.9 # another version may write the same lock in another order
here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
root=$(dirname -- "$here")

scratch=$(mktemp -d)
trap 'rm -rf -- "$scratch"' EXIT
echo "lock: fetching uv $uv_version" >&2
python3 -m venv "$scratch/venv"
"$scratch/venv/bin/python" -m pip install --quiet "uv==$uv_version"

compile() { # compile <file> <uv options>
  local file=$1
  shift
  echo "lock: resolving requirements/$file" >&2
  # --fork-strategy fewest: one version for all Pythons where one exists. --only-binary: a Pi need not compile anything.
  # Without an index option uv uses its public default and writes no address into the file.
  "$scratch/venv/bin/uv" pip compile --quiet pyproject.toml \
    --universal --python-version 3.11 --fork-strategy fewest --only-binary :all: \
    --generate-hashes --no-header --no-annotate --output-file "requirements/$file" "$@"
}

cd -- "$root"
compile test.txt --extra test --extra dev "$@"
# --upgrade and the like have done their work above: run.txt follows test.txt.
compile run.txt --upgrade --constraint <(sed -nE 's/^([a-z0-9._-]+==[^ ]+)( ;[^\\]*)?.*/\1\2/p' requirements/test.txt)

if command -v npm >/dev/null; then
  echo "lock: resolving requirements/script/package-lock.json" >&2
  resolve=install
  [[ ${1:-} != --upgrade ]] || resolve=update
  # No addresses in it: who installs asks the registry of their own settings, and the hashes say whether it is the same.
  npm "$resolve" --prefix requirements/script --package-lock-only --omit-lockfile-registry-resolved=true --no-audit --no-fund
fi
echo "lock: done; run ./run test before you commit it" >&2
