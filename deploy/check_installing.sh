#!/usr/bin/env bash
# Tries what goes wrong with an installation on a plain Debian 13 that runs its own systemd, in namespaces of this host:
# no library for pins, a tree without git, updates without a network, strange signatures, a crash loop, a broken choice,
# repairs, a version that is gone. Some minutes; tests/booted is the longer way, with devices and a power cut.
#
#   sudo deploy/check_installing.sh     needs debootstrap, and the network of this host; exit code 0 when all is well
set -euo pipefail

root=$(cd -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")/.." && pwd -P)
home=${COMPANION_CONTAINER:-$HOME/.cache/tabletop-companion/container}
tree=$home/tree
# shellcheck source=deploy/in_namespaces.sh
source "$root/deploy/in_namespaces.sh"

die() {
  printf 'check_installing: %s\n' "$*" >&2
  exit 1
}

# ------------------------------------------------------------------------------------------------- inside the container

state() { systemctl show -P ActiveState companion; }
version() { readlink /opt/companion/current; }
no_network() { env PIP_INDEX_URL=http://127.0.0.1:9/ PIP_RETRIES=0 "$@"; }

# well <what> <command...> and bad <what> <sentence> <command...>: it has to work, or to fail with this sentence
well() {
  "${@:2}" >/tmp/said 2>&1 || { tail -20 /tmp/said; die "$1"; }
  printf 'ok      %s\n' "$1"
}
bad() {
  ! "${@:3}" >/tmp/said 2>&1 || die "$1: it went through"
  grep -qF -- "$2" /tmp/said || { tail -20 /tmp/said; die "$1: not the sentence"; }
  printf 'ok      %s\n' "$1"
}

# another <number>: the program as a release of that number, packed
another() {
  rm -rf "/srv/$1"
  cp -r /srv/companion "/srv/$1"
  sed -i "s/^version = \"\(.*\)\"$/version = \"\1.post$1\"/" "/srv/$1/pyproject.toml"
  tar -C /srv -czf "/srv/$1.tar.gz" "$1"
}

wait_for() { # wait_for <property> <value>
  for _ in {60..0}; do
    [[ $(systemctl show -P "$1" companion) != "$2" ]] || return 0
    sleep 1
  done
  die "the service does not come to $1=$2"
}

# wish <word> [archive]: what the service lays when its host asks on the page; prints how that ended
wish() {
  local folder=/var/lib/companion/update name
  install -d -o companion -g companion -m 700 "$folder"
  for name in "" .sig; do
    [[ ! -f ${2:-}$name ]] || install -o companion -m 600 -- "$2$name" "$folder/release.tar.gz$name"
  done
  printf %s "$1" | runuser -u companion -- tee "$folder/wish" >/dev/null
  for _ in {600..0}; do
    [[ -e $folder/wish ]] || break
    sleep 1
  done
  cat /var/lib/companion-update/told.json
}
fulfilled() { wish "$@" | tee /dev/stderr | grep -qF '"why": ""'; }

try_wishes() { # try_wishes <archive>: a signed release that is installed now, with another one before it
  local now
  now=$(version)
  well "the way back, wished for on the host's page" fulfilled rollback
  [[ $(version) != "$now" && $(state) == active ]] || die "nothing changed"
  well "the release again, wished for there" fulfilled update "$1"
  [[ $(version) == "$now" && $(state) == active ]] || die "nothing changed"
  cp -- "$1.sig" /srv/other.tar.gz.sig
  tar -C /srv -czf /srv/other.tar.gz companion
  bad "a wish for what nobody signed" "is not what was released" fulfilled update /srv/other.tar.gz
  [[ $(version) == "$now" && $(state) == active ]] || die "it took it"
}

try_all() {
  local before
  bad "pins that cannot be had are told at once" "no package python3-lgpio" /srv/companion/deploy/install.sh --pins lgpio
  well "a tree without git installs on a machine with a gpiochip and no lgpio" /srv/companion/deploy/install.sh
  [[ $(state) == active ]] || die "the service does not run"
  bad "a folder is not signed" "carries no signature" companion update /srv/companion
  another 2
  well "an own build, without a network" no_network companion update /srv/2.tar.gz --unsigned
  another 3
  ssh-keygen -q -Y sign -f /srv/key -n file /srv/3.tar.gz
  bad "a signature for something else" "is not what was released" companion update /srv/3.tar.gz
  rm /srv/3.tar.gz.sig
  ssh-keygen -q -Y sign -f /srv/key -n tabletop-companion-release /srv/3.tar.gz
  well "a signed release, without a network" no_network companion update /srv/3.tar.gz
  try_wishes /srv/3.tar.gz
  well "the documented repair, where nothing is to be done" /opt/companion/current/deploy/install.sh
  before=$(version)
  rm /opt/companion/current/.venv/companion-stamp # as after an upgrade of the system's Python
  bad "a repair without a network" "could not be set up" no_network /opt/companion/current/deploy/install.sh
  [[ $(version) == "$before" && -x /opt/companion/current/run && $(state) == active ]] || die "it removed what ran"
  well "the documented repair" /opt/companion/current/deploy/install.sh
  [[ $(version) != "$before" && $(state) == active ]] || die "it repaired nothing"
  rm /opt/companion/current/rules/games/*/text.en.toml
  systemctl restart --no-block companion
  wait_for SubState auto-restart
  well "the way back out of a crash loop" companion rollback
  [[ $(state) == active ]] || die "the service was left off"
  printf '[table]\ngame = "chesney"\n' >/var/lib/companion/chosen.toml
  mv /opt/companion/current/rules/games/chesney/data /srv/data
  well "a choice that does not start is no end of the pages" systemctl restart companion
  well "the pages answer" companion status
  mv /srv/data /opt/companion/current/rules/games/chesney/data
  rm -r /opt/companion/versions
  well "away, where every version is gone" companion uninstall
  grep -q "what stays: matches" /tmp/said || die "it does not say what stays"
  [[ ! -e /opt/companion && -d /var/lib/companion ]] || die "it removed too much or too little"
}

# --------------------------------------------------------------------------------------------------- from the outside

make_tree() {
  debootstrap --variant=minbase \
    --include=ca-certificates,procps,python3,python3-venv,openssh-client,systemd-sysv trixie "$tree" >"$home/debootstrap.log" ||
    die "debootstrap failed: look at $home/debootstrap.log"
  cp -- /etc/ssl/certs/ca-certificates.crt "$tree/etc/ssl/certs/"
  [[ ! -f /etc/pip.conf ]] || grep -vE '^ *(find-links|no-index|extra-index-url)' /etc/pip.conf >"$tree/etc/pip.conf"
}

lay_program() { # the checkout as an unpacked archive has it, with a key of this run in its list
  rm -rf -- "$tree/srv" "$tree/srv/key" "$tree/srv/key.pub" "$tree/opt" "$tree/var/lib/companion" "$tree/etc/companion"
  mkdir -p -- "$tree/srv/companion" "$tree/opt"
  cp -- /etc/resolv.conf "$tree/etc/resolv.conf"
  git -C "$root" ls-files -z --cached --others --exclude-standard | (cd "$root" && xargs -0 tar c) | tar x -C "$tree/srv/companion"
  ssh-keygen -q -t ed25519 -N '' -f "$tree/srv/key"
  echo "release namespaces=\"tabletop-companion-release\" $(<"$tree/srv/key.pub")" >>"$tree/srv/companion/deploy/release_signers"
}

case ${1:-} in
  boot) boot ;;
  inside) try_all ;;
  '')
    [[ $(id -u) -eq 0 ]] || die "this needs root: it makes namespaces and a system of its own."
    command -v debootstrap >/dev/null || die "this needs debootstrap: sudo apt-get install -y debootstrap"
    mkdir -p -- "$home"
    [[ -x $tree/sbin/init ]] || make_tree
    lay_program
    switch_on
    # systemd refuses a call before it listens
    inside systemctl is-system-running --wait >/dev/null 2>&1 || true
    inside bash /srv/companion/deploy/check_installing.sh inside
    ;;
  *) die "there are no options." ;;
esac
