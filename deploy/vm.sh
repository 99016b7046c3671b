#!/usr/bin/env bash
# A bare Debian machine with the devices of a table, in QEMU: pins (gpio-sim), a camera (v4l2loopback), a sound card
# (snd-aloop). Nothing of the companion is in it, not even Python: installing it is what is tested there.
# No KVM is needed; docs/booted_machine.md tells the rest.
set -euo pipefail

usage() {
  cat <<'TEXT'
usage: deploy/vm.sh <command>

  build            make the disk (once, some minutes; needs root, and a host with Debian 12 on amd64)
  start            boot the disk as it was left, and wait until the machine is up
  start --bare     boot a copy of the disk as it was built
  save             keep the running machine, memory and disk, under the name "bare"
  resume           go back to what was kept, in seconds
  run <command>    run a command in the machine, as root
  send <folder>    unpack a tar archive from standard input there
  state            whether it is running or off
  port http        at which port of this host its page is
  cut              pull the plug
  stop             shut down

The machine lives in $COMPANION_VM (else ~/.cache/tabletop-companion/vm).
TEXT
}

here=$(cd -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")" && pwd -P)
home=${COMPANION_VM:-${XDG_CACHE_HOME:-$HOME/.cache}/tabletop-companion/vm}
patience_s=${COMPANION_VM_PATIENCE:-600}
tree=$home/tree

say() { printf 'vm: %s\n' "$*" >&2; }
die() {
  say "$*"
  exit 1
}

# ---------------------------------------------------------------------------------------------------- making the disk

# The host's own Debian sources, whatever mirror they name, as lines for the machine.
sources() {
  # shellcheck disable=SC2016 # apt fills these in
  apt-get indextargets --format 'deb $(REPO_URI) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' 'Origin: Debian' |
    grep -E ' main$' | sort -u
}

check_host() {
  [[ $(id -u) -eq 0 ]] || die "making the disk needs root: run it with sudo."
  local release
  release=$(. /etc/os-release && printf '%s' "${VERSION_CODENAME:-}")
  [[ $release == bookworm && $(dpkg --print-architecture) == amd64 ]] ||
    die "the machine is made from the host's own packages: this needs a host with Debian 12 (bookworm) on amd64."
  apt-get -qq update
  [[ -n $(sources) ]] || die "apt knows no Debian sources here: look at /etc/apt."
  DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends \
    mmdebstrap qemu-system-x86 qemu-utils seabios ipxe-qemu openssh-client e2fsprogs xz-utils >/dev/null
}

in_tree() { chroot "$tree" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"; }

with_system() { # with_system <command...>: with /proc, /sys and /dev in the tree, which packages need
  local place
  for place in proc sys dev; do mount --rbind --make-rslave "/$place" "$tree/$place"; done
  local result=0
  "$@" || result=$?
  for place in dev sys proc; do umount --recursive --lazy "$tree/$place"; done
  return $result
}

make_tree() {
  say "fetching Debian"
  rm -rf --one-file-system -- "$tree"
  sources >"$home/sources.list"
  apt-config dump | grep -E '^Acquire::(Check|https?::Proxy)' >"$home/apt.conf" || true
  mmdebstrap --quiet --variant=minbase --aptopt="$home/apt.conf" --aptopt='APT::Install-Recommends "false"' \
    --include=systemd-sysv,dbus,udev,kmod,initramfs-tools,zstd,ca-certificates,openssh-server,sudo,iproute2,procps,psmisc,cron \
    bookworm "$tree" "$home/sources.list"
  cp -- "$home/sources.list" "$tree/etc/apt/sources.list"
  cp -- "$home/apt.conf" "$tree/etc/apt/apt.conf.d/90host"
  # A host behind a proxy of its own has certificates and pip settings; the machine needs the same ones.
  cp -- /usr/local/share/ca-certificates/*.crt "$tree/usr/local/share/ca-certificates/" 2>/dev/null || true
  [[ ! -f /etc/pip.conf ]] || grep -vE '^ *(find-links|no-index)' /etc/pip.conf >"$tree/etc/pip.conf"
}

add_kernel() {
  say "adding a kernel"
  in_tree update-ca-certificates >/dev/null 2>&1
  mkdir -p -- "$tree/etc/initramfs-tools/conf.d"
  echo 'MODULES=list' >"$tree/etc/initramfs-tools/conf.d/machine"
  printf '%s\n' virtio_pci virtio_blk ext4 >"$tree/etc/initramfs-tools/modules"
  in_tree apt-get -qq update
  in_tree apt-get -qq install -y --no-install-recommends linux-image-amd64
}

# Debian's kernels are built without gpio-sim and its interrupts; the sources of the same kernel have both.
add_devices() {
  say "building the simulated pins and camera"
  local kernel work=$tree/usr/src/gpio-sim
  kernel=$(find "$tree/lib/modules" -mindepth 1 -maxdepth 1 -printf '%f\n' | sort -V | tail -1)
  in_tree apt-mark showmanual | sort >"$home/manual"
  in_tree apt-get -qq install -y --no-install-recommends linux-headers-amd64 v4l2loopback-dkms make
  mkdir -p -- "$work" "$tree/usr/src/kernel"
  in_tree sh -c "cd /usr/src/kernel && apt-get -qq -o APT::Sandbox::User=root download linux-source-${kernel%.*}"
  dpkg-deb --fsys-tarfile "$tree"/usr/src/kernel/*.deb | tar -xO --wildcards '*/linux-source-*.tar.xz' |
    tar -xJ -C "$work" --transform 's#.*/##' --wildcards \
      '*/drivers/gpio/gpio-sim.c' '*/drivers/gpio/gpiolib.h' '*/kernel/irq/irq_sim.c'
  mv -- "$work/gpio-sim.c" "$work/pins.c"
  # Modules may not call irq_to_desc; this way leads to the same descriptor.
  sed -i 's/irq_to_desc(\([a-z]*\))/irq_data_to_desc(irq_get_irq_data(\1))/' "$work/irq_sim.c"
  printf 'obj-m := gpio-sim.o\ngpio-sim-y := pins.o irq_sim.o\n' >"$work/Kbuild"
  in_tree make -s -C "/lib/modules/$kernel/build" M=/usr/src/gpio-sim modules
  find "$tree/lib/modules/$kernel" -name 'v4l2loopback.ko*' -exec cp -t "$home" {} +
  # The compiler goes again: what the companion needs, its installer has to bring.
  in_tree apt-get -qq purge -y --autoremove 'linux-headers-*' v4l2loopback-dkms dkms make
  mkdir -p -- "$tree/lib/modules/$kernel/updates"
  mv -- "$work/gpio-sim.ko" "$home"/v4l2loopback.ko* "$tree/lib/modules/$kernel/updates/"
  rm -rf -- "$work" "$tree/usr/src/kernel"
  in_tree depmod "$kernel"
}

configure() {
  say "configuring"
  echo tablebox >"$tree/etc/hostname"
  printf '127.0.0.1 localhost\n127.0.1.1 tablebox\n' >"$tree/etc/hosts"
  echo '/dev/vda / ext4 defaults,noatime 0 1' >"$tree/etc/fstab"
  printf '[Match]\nName=e*\n[Network]\nDHCP=ipv4\n' >"$tree/etc/systemd/network/wire.network"
  printf 'blacklist gpio_ich\nblacklist lpc_ich\nblacklist pcspkr\n' >"$tree/etc/modprobe.d/machine.conf"
  printf 'pcm.!default { type plug slave.pcm "hw:Loopback,0,0" }\nctl.!default { type hw card Loopback }\n' >"$tree/etc/asound.conf"
  install -m755 "$here/vm/devices" "$tree/usr/local/sbin/devices"
  install -m644 "$here/vm/devices.service" "$tree/etc/systemd/system/"
  install -d -m700 "$tree/root/.ssh"
  [[ -e $home/key ]] || ssh-keygen -q -t ed25519 -N '' -C machine -f "$home/key"
  install -m600 "$home/key.pub" "$tree/root/.ssh/authorized_keys"
  mkdir -p -- "$tree/var/log/journal" "$tree/etc/systemd/system.conf.d"
  # Without a hardware accelerator everything takes eight times as long.
  printf '[Manager]\nDefaultTimeoutStartSec=300\n' >"$tree/etc/systemd/system.conf.d/slow.conf"
  in_tree systemctl -q enable systemd-networkd ssh devices
  in_tree systemctl -q mask apt-daily.timer apt-daily-upgrade.timer systemd-networkd-wait-online.service
  in_tree apt-get clean
  rm -rf -- "$tree"/var/lib/apt/lists/*
  echo 'nameserver 10.0.2.3' >"$tree/etc/resolv.conf" # the one of QEMU's network
  in_tree update-initramfs -u -k all
}

fill_tree() {
  cp -- /etc/resolv.conf "$tree/etc/resolv.conf"
  add_kernel && add_devices && configure
}

build() {
  check_host
  mkdir -p -- "$home"
  rm -f -- "$home/base.img"
  make_tree
  # `set -e` does not reach into a function whose result is asked for, so it runs in a shell of its own.
  with_system bash -euo pipefail -c "$(declare -f say in_tree fill_tree add_kernel add_devices configure)
tree=$(printf %q "$tree") home=$(printf %q "$home") here=$(printf %q "$here"); fill_tree" >"$home/build.log" 2>&1 ||
    die "that failed; the reason is at the end of $home/build.log"
  cp -- "$tree"/boot/vmlinuz-* "$home/vmlinuz"
  cp -- "$tree"/boot/initrd.img-* "$home/initrd"
  say "writing the disk"
  mke2fs -q -t ext4 -d "$tree" "$home/base.new" 8G
  mv -- "$home/base.new" "$home/base.img"
  rm -rf --one-file-system -- "$tree"
}

# ------------------------------------------------------------------------------------------------------- running it

runs() { [[ -s $home/pid ]] && kill -0 "$(<"$home/pid")" 2>/dev/null; }

free_port() { perl -MIO::Socket::INET -e 'print IO::Socket::INET->new(Listen=>1,LocalAddr=>"127.0.0.1")->sockport'; }

inside() { # inside <command...>: as root in the machine
  reach root@127.0.0.1 "$@"
}

reach() { # ssh to the machine, over the connection that is kept open while it runs: a new one costs it seconds
  local port
  port=$(<"$home/ssh_port")
  ssh -q -i "$home/key" -p "$port" -S "$home/ssh.$port" -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null \
    -o ConnectTimeout=30 -o ServerAliveInterval=15 -o ServerAliveCountMax=20 "$@"
}

monitor() { # monitor <command>: one line to QEMU, and wait until it is carried out
  perl -MIO::Socket::UNIX -e '
    my $s = IO::Socket::UNIX->new($ARGV[0]) or die "no monitor: $!"; my $out = "";
    my $until = sub { while ($out !~ /\(qemu\) $/) { sysread($s, $out, 4096, length $out) or last } };
    $until->(); $out = ""; syswrite $s, "$ARGV[1]\n"; $until->();
    $out =~ /(Error.*)/ and die "$1\n";' "$home/monitor" "$1"
}

boot() { # boot [options for qemu]
  runs && die "it is running already."
  [[ -e $home/base.img ]] || die "there is no disk yet: run deploy/vm.sh build first."
  [[ -e $home/disk.qcow2 ]] || qemu-img create -q -f qcow2 -F raw -b "$home/base.img" "$home/disk.qcow2"
  free_port >"$home/ssh_port"
  free_port >"$home/http_port"
  # Without AVX: translated, its wide registers cost more than they gain (checksums and TLS take twice as long).
  # The disk keeps what the machine flushed and loses what it only wrote when the plug is pulled, as a card does.
  qemu-system-x86_64 -M q35 -cpu max,-avx,-avx2 -accel tcg,thread=multi -smp 2 -m 2048 -display none -no-user-config -nodefaults \
    -kernel "$home/vmlinuz" -initrd "$home/initrd" \
    -append "root=/dev/vda rw console=ttyS0 loglevel=4 panic=5 mitigations=off audit=0" \
    -drive "file=$home/disk.qcow2,if=virtio,cache=writeback" \
    -netdev "user,id=net,hostfwd=tcp:127.0.0.1:$(<"$home/ssh_port")-:22,hostfwd=tcp:127.0.0.1:$(<"$home/http_port")-:8080" \
    -device virtio-net-pci,netdev=net,romfile= -device virtio-rng-pci \
    -serial "file:$home/console.log" -monitor "unix:$home/monitor,server=on,wait=off" \
    "$@" </dev/null >"$home/qemu.log" 2>&1 &
  echo $! >"$home/pid"
  wait_until_up
}

wait_until_up() {
  local until_s=$((SECONDS + patience_s)) state=""
  while ((SECONDS < until_s)); do
    runs || die "QEMU has ended: $(tail -n 3 "$home/qemu.log")"
    state=$(timeout 60 bash -c "$(declare -f inside reach); home=$(printf %q "$home"); inside systemctl is-system-running" 2>/dev/null || true)
    case $state in # degraded: a service is down, which may be what is tested
      running | degraded)
        reach -fNM root@127.0.0.1 </dev/null >/dev/null 2>&1
        return 0
        ;;
    esac
    sleep 1
  done
  die "it did not come up in $patience_s s (systemd: ${state:-no answer}); see $home/console.log"
}

pull_the_plug() {
  runs || return 0
  kill -9 "$(<"$home/pid")"
  while runs; do sleep 0.1; done
  rm -f -- "$home/pid"
}

shut_down() {
  runs || return 0
  inside systemctl poweroff || true
  local until_s=$((SECONDS + patience_s))
  while runs; do
    ((SECONDS < until_s)) || die "it does not shut down: deploy/vm.sh cut ends it."
    sleep 1
  done
  rm -f -- "$home/pid"
}

main() { # a function, so that an edit of this file does not confuse one that runs
  case ${1:-help} in
    build) build ;;
    start)
      case ${2:-} in
        '') ;;
        --bare) runs || rm -f -- "$home/disk.qcow2" ;;
        *) die "start knows only --bare, not ${2}." ;;
      esac
      boot
      ;;
    save) monitor "savevm bare" ;;
    resume)
      boot -loadvm bare
      inside "date -s @$(date +%s)" >/dev/null # it still has the time at which it was kept
      ;;
    run) inside "${@:2}" ;;
    send) inside "mkdir -p $(printf %q "$2") && tar -x --no-same-owner -C $(printf %q "$2")" ;;
    state) if runs; then echo running; else echo off; fi ;;
    port) cat -- "$home/${2:-http}_port" ;;
    cut) pull_the_plug ;;
    stop) shut_down ;;
    help | -h | --help) usage ;;
    *)
      usage >&2
      exit 2
      ;;
  esac
}
main "$@"
exit
