# shellcheck shell=bash
# A plain Debian that runs its own systemd in namespaces of this host. Sourced by the checks, which set $tree, the folder
# that the machine is in, and $home, where its log goes; called with the word `boot` they run `boot`.

: "${tree:?}" "${home:?}"

boot() { # pid 1 of its own namespaces
  mount --bind "$tree" "$tree"
  mount -t proc proc "$tree/proc"
  mount -t sysfs -o ro sysfs "$tree/sys"
  mount -t cgroup2 cgroup2 "$tree/sys/fs/cgroup"
  local place name
  for place in run tmp dev; do mount -t tmpfs -o mode=755 tmpfs "$tree/$place"; done
  chmod 1777 "$tree/tmp"
  for name in null zero full random urandom tty; do
    touch "$tree/dev/$name"
    mount --bind "/dev/$name" "$tree/dev/$name"
  done
  ln -s /proc/self/fd "$tree/dev/fd"
  touch "$tree/dev/gpiochip0" # many PCs show one
  exec chroot "$tree" env -i container=chroot PATH=/usr/sbin:/usr/bin:/sbin:/bin /sbin/init systemd.unit=multi-user.target
}

# switch_on <options of unshare>: with --net it has no network at all, else that of this host
switch_on() {
  # --kill-child: whatever runs in there ends with this
  unshare --mount --pid --uts --ipc --cgroup "$@" --fork --kill-child "$0" boot >"$home/boot.log" 2>&1 </dev/null &
  outside=$!
  trap 'kill -KILL "$outside" 2>/dev/null || true' EXIT
  for _ in {60..0}; do
    init=$(pgrep -P "$outside" || true)
    [[ -n $init && -e /proc/$init/root/run/systemd/system ]] && break
    sleep 1
  done
}

pull_plug() { # as if the power failed, except that what was written to files is there
  kill -KILL "$outside" 2>/dev/null || true
  wait "$outside" 2>/dev/null || true
}

inside() { nsenter -t "$init" -a -r -w env -i HOME=/root LANG=C.UTF-8 PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$@"; }
