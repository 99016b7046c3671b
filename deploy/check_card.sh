#!/usr/bin/env bash
# Tries a card on a plain Debian 13 that runs its own systemd and cloud-init in namespaces of this host, without any network:
# what cloud-init says of the files, the page that shows how far it is, a cut of the power in every step, and the companion at
# the end. A quarter of an hour.
#
#   sudo deploy/check_card.sh [BUNDLE]   needs debootstrap, and the network of this host to make the bundle, unless one is
#                                        given; exit code 0 when all is well
set -euo pipefail

root=$(cd -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")/.." && pwd -P)
home=${COMPANION_CONTAINER:-$HOME/.cache/tabletop-companion/card}
bare=$home/bare
tree=$home/tree
log=$tree/var/lib/tabletop-card/log
# shellcheck source=deploy/in_namespaces.sh
source "$root/deploy/in_namespaces.sh"

die() {
  printf 'check_card: %s\n' "$*" >&2
  tail -n 15 "$log" >&2 2>/dev/null || true
  exit 1
}
ok() { printf 'ok      %s\n' "$*"; }

make_bare() { # what a stock Raspberry Pi OS Lite has of what we touch, and less of everything else
  local has=ca-certificates,procps,python3,systemd-sysv,cloud-init,netplan.io,iproute2,dbus,kmod,openssh-server
  debootstrap --variant=minbase --include="$has" trixie "$bare.new" >"$home/debootstrap.log" || die "debootstrap failed: look at $home/debootstrap.log"
  mv -- "$bare.new" "$bare"
}

lay_card() { # a fresh system, with a card's files on its boot partition
  rm -rf -- "$tree"
  cp -a -- "$bare" "$tree"
  mkdir -p -- "$tree/boot/firmware"
  echo "console=tty1" >"$tree/boot/firmware/cmdline.txt"
  touch "$tree/boot/firmware/meta-data"
  # as Raspberry Pi OS says where its cloud-init looks
  printf '%s\n' 'datasource_list: [ NoCloud, None ]' 'datasource: {NoCloud: {seedfrom: file:///boot/firmware}}' \
    >"$tree/etc/cloud/cloud.cfg.d/99_raspberry-pi.cfg"
  rm -f -- "$tree/etc/machine-id"
  echo 'secret words' | "$root/run" card --out "$tree/boot/firmware" --arch "$(dpkg --print-architecture)" \
    --name 'Küche "Süd"' --wifi 'Café "7" \o/' --country DE ${bundle:+--bundle "$bundle"} >"$home/card.txt" ||
    die "the card could not be written"
  [[ -n $bundle ]] || cp -- "$tree"/boot/firmware/tabletop/tabletop-*.tar.gz "$home/"
  bundle=$(ls "${bundle:-$home}"/tabletop-*.tar.gz 2>/dev/null || echo "$bundle")
  pin=$(sed -n 's/^Host PIN: \([0-9]*\).*/\1/p' "$home/card.txt")
}

schema() { # cloud-init's own look at the files
  chroot "$tree" cloud-init schema -c /boot/firmware/user-data || die "cloud-init does not take user-data"
  chroot "$tree" cloud-init schema -t network-config -c /boot/firmware/network-config || die "nor network-config"
  ! grep -rq 'secret words' "$tree/boot/firmware" || die "the password of the Wi-Fi is on the card"
}

page() { # the page that the box serves now, and who serves it
  inside python3 - "$@" <<'PYTHON' 2>/dev/null
import sys, urllib.request
answer = urllib.request.urlopen("http://127.0.0.1" + (sys.argv[1] if len(sys.argv) > 1 else "/"), timeout=5)
print(answer.headers["Server"], answer.read().decode())
PYTHON
}

until_seen() { # until_seen <seconds> <command...>
  local left
  for ((left = $1; left > 0; left--)); do
    "${@:2}" && return 0
    sleep 1
  done
  return 1
}

shows_progress() { [[ $(page) == *tabletop-card* ]]; }
is_companion() { [[ -e $tree/var/lib/tabletop-card/done && $(page) == *Küche* ]]; }

cut_in() { # cut_in <step>: the power fails some seconds after the step began
  local before
  before=$(grep -cxF -- "== $1" "$log" 2>/dev/null || true)
  switch_on --net
  until_seen 900 enters_again "$1" "${before:-0}" || die "the step $1 never came"
  sleep $((RANDOM % 5))
  pull_plug
  ok "the power failed in the step $1"
}
enters_again() { [[ $(grep -cxF -- "== $1" "$log" 2>/dev/null || true) -gt $2 ]]; }

case ${1:-} in
  boot) boot ;;
  *)
    [[ $(id -u) -eq 0 ]] || die "this needs root: it makes namespaces and a system of its own."
    command -v debootstrap >/dev/null || die "this needs debootstrap: sudo apt-get install -y debootstrap"
    bundle=${1:-}
    mkdir -p -- "$home"
    [[ -x $bare/sbin/init ]] || make_bare
    lay_card
    schema
    ok "cloud-init takes the files; the bundle has $(du -m "$bundle" | cut -f1) MB"
    SECONDS=0
    switch_on --net
    until_seen 120 shows_progress || die "no page shows how far it is"
    ok "$SECONDS s from switching on to the page that shows how far it is"
    [[ $(page /progress) == *'"steps"'* ]] || die "the page does not know how far it is"
    until_seen 1200 is_companion || die "it does not become a companion"
    ok "$SECONDS s from switching on to the companion's page, without a network"
    grep -F ' took ' "$log"
    [[ $(inside companion pin | awk '{print $3}') == "$pin" ]] || die "it is not the PIN that was shown"
    ! grep -rqF "$pin" "$tree/boot/firmware" "$tree/var/log" "$log" || die "the PIN lies where it should not"
    ! ls "$tree"/boot/firmware/tabletop/*.tar.gz 2>/dev/null || die "the bundle still lies on the card"
    inside companion status >/dev/null || die "the companion says that it is not well"
    [[ $(<"$tree/etc/hostname") == kueche-sued ]] || die "the box has another name"
    grep -rq 'Café' "$tree/etc/netplan" || die "cloud-init has not set the network"
    ok "name, network and PIN are those of the card"
    inside systemctl poweroff || true
    wait "$outside" 2>/dev/null || true
    SECONDS=0
    switch_on --net
    until_seen 120 is_companion || die "it does not come again"
    ok "$SECONDS s from switching on to the page at the next start"
    pull_plug
    lay_card
    for step in network unpack packages packages program program start; do cut_in "$step"; done
    switch_on --net
    until_seen 1200 is_companion || die "after all these it does not become a companion"
    [[ $(inside companion pin | awk '{print $3}') == "$pin" ]] || die "after these it is not the PIN that was shown"
    ok "after these it became a companion all the same"
    pull_plug
    ;;
esac
