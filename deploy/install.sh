#!/usr/bin/env bash
# Makes a service of the companion on Raspberry Pi OS and Debian, from a checkout or an unpacked release.
#
# This part only looks whether the system's Python can go on; deploy/installer does the work.
set -euo pipefail

root=$(cd -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")/.." && pwd -P)

usage() {
  cat <<'TEXT'
usage: sudo deploy/install.sh [options]

  (no option)          install this program as a service and start it; a second time: repair what is missing
  --pins none|lgpio    whether buttons and lights are wired (the first time only; later on the host's page); none: leave
                       out what they need, too
  --port N             port of the pages (the first time only)
  --name NAME          what the table is called (the first time only)
  --offline            do not ask the network for newer lists of packages
  --no-start           install without starting

  --update [--now]     change the installed version to this one, which can also go back; --now: even during a game
  --rollback [--now]   back to the version before
  --uninstall          remove the program; matches and settings stay, and all that stays is named
  --uninstall --purge  remove matches and settings too; asks first (--yes: does not ask)

  --root DIR           do it below DIR and touch nothing else: no users, no packages, no service
TEXT
}

die() {
  printf 'install: %s\n' "$*" >&2
  exit 1
}

act=install
place=()
words=()
while [[ $# -gt 0 ]]; do
  case $1 in
    -h | --help)
      usage
      exit 0
      ;;
    --update | --rollback | --uninstall) act=${1#--} ;;
    --root)
      [[ $# -gt 1 ]] || die "--root wants a folder."
      mkdir -p -- "$2" || die "the folder $2 cannot be made."
      place=(--root "$2")
      shift
      ;;
    *) words+=("$1") ;;
  esac
  shift
done

command -v dpkg >/dev/null || die "this needs Raspberry Pi OS, Debian or a system made from it."
architecture=$(dpkg --print-architecture)
case $architecture in
  amd64 | arm64) ;;
  *) die "this needs a 64-bit system, and this one is $architecture: install the 64-bit Raspberry Pi OS." ;;
esac
if ! command -v python3 >/dev/null; then
  [[ ${#place[@]} -eq 0 && $(id -u) -eq 0 ]] || die "this needs python3: sudo apt-get install -y python3 python3-venv"
  apt-get -qq update || true
  DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends python3 python3-venv >/dev/null ||
    die "python3 could not be installed; look above for apt's reason."
fi
version=$(python3 -c 'import sys; print("%d.%d" % sys.version_info[:2])')
[[ $version =~ ^3\.1[1-4]$ ]] ||
  die "this needs Python 3.11 to 3.14, and the system's is $version: take Raspberry Pi OS or Debian 12 or newer."

export PYTHONPATH=$root PYTHONNOUSERSITE=1
unset PYTHONHOME
exec python3 -P -B -m deploy.installer ${place[@]+"${place[@]}"} "$act" ${words[@]+"${words[@]}"}
