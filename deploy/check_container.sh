#!/usr/bin/env bash
# Tries the container of docs/container.md with podman: it is built, becomes healthy, keeps its PIN out of the log, takes a
# settings variable, writes nothing but its data, and is killed and comes back with them. Some minutes.
#
#   deploy/check_container.sh [BASE]   BASE: another Debian 12 than the usual image, such as one that was imported;
#                                      COMPANION_BUILD=WORDS adds words to `podman build`. Exit code 0 when all is well
set -euo pipefail

root=$(cd -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")/.." && pwd -P)
image=localhost/tabletop-companion-check
name=companion-check
port=${COMPANION_CHECK_PORT:-8097}
read -ra more <<<"${COMPANION_BUILD:-}"

ok() { printf 'ok      %s\n' "$*"; }
die() {
  printf 'check_container: %s\n' "$*" >&2
  podman logs --tail 15 "$name" >&2 2>/dev/null || true
  exit 1
}
clean() {
  podman rm -f "$name" >/dev/null 2>&1 || true
  podman volume rm -f "$name" >/dev/null 2>&1 || true
}
begin() {
  podman run -d --name "$name" --network host --read-only --tmpfs /tmp -v "$name:/data" -e "COMPANION_WEB_PORT=$port" "$image" >/dev/null
}
inside() { podman exec "$name" /opt/companion/run "$@"; }
answers() { # until its pages answer
  for _ in $(seq 120); do
    [[ $(podman inspect -f '{{.State.Running}}' "$name") == true ]] || die "it ended"
    inside status >/dev/null 2>&1 && return
    sleep 1
  done
  die "no page answers after two minutes"
}

trap clean EXIT
clean
command -v podman >/dev/null || die "podman is missing: sudo apt-get install podman"
podman build -q --format docker "${more[@]}" ${1:+--build-arg "BASE=$1"} -f "$root/deploy/container/Containerfile" \
  --ignorefile "$root/deploy/container/Containerfile.dockerignore" -t "$image" "$root" >/dev/null || die "it cannot be built"
ok "built: $(podman image inspect -f '{{.Size}}' "$image" | awk '{printf "%.0f MB", $1 / 1e6}')"
start=$SECONDS
begin
answers
ok "its pages answer $((SECONDS - start)) s after the start, with a root that cannot be written"
[[ $(podman exec "$name" id -u) == 1000 ]] || die "it runs as root"
ok "it runs as a user of its own"
pin=$(inside pin | awk '{print $NF}')
[[ $pin =~ ^[0-9]+$ ]] || die "no PIN is shown"
podman logs "$name" 2>&1 | grep -qF "$pin" && die "the log holds the PIN"
ok "the PIN is shown on demand, and not in the log"
podman healthcheck run "$name" >/dev/null || die "it is not healthy"
ok "the health check says that it is well"
before=$(inside matches | tail -n 1)
podman kill "$name" >/dev/null
podman rm "$name" >/dev/null
start=$SECONDS
begin
answers
[[ $(inside matches | tail -n 1) == "$before" ]] || die "the matches are others after the kill"
inside pin 2>/dev/null | grep -qF "$pin" || die "the PIN is another one after the kill"
ok "killed, and there again with its data after $((SECONDS - start)) s"
timeout 20 podman stop -t 15 "$name" >/dev/null || die "it does not stop"
[[ $(podman inspect -f '{{.State.ExitCode}}' "$name") == 0 ]] || die "it did not end by itself"
ok "it stops when it is told to"
