#!/usr/bin/env bash
# Makes the machine a Wi-Fi of its own, for tables where there is none, by NetworkManager as on Raspberry Pi OS.
set -euo pipefail

connection=companion-table
address=10.42.0.1
file=/etc/NetworkManager/system-connections/$connection.nmconnection
settings=/etc/companion/companion.toml

usage() {
  cat <<'TEXT'
usage: sudo deploy/access_point.sh on|off|status [options]

  on                    make a Wi-Fi of this machine's own, now and after every start
  off                   remove it; the machine looks for known Wi-Fis again
  status                say whether it is on

  --name NAME           what it is called (Tabletop)
  --password PASSWORD   8 to 63 characters; left out, one is made and shown
  --country CODE        where you are, such as DE: it decides which channels are allowed
  --device NAME         which Wi-Fi device, if there are several, such as wlan1
  --yes                 do not ask, even if this ends the connection that you work over
TEXT
}

say() { printf 'access point: %s\n' "$*"; }
die() {
  printf 'access point: %s\n' "$*" >&2
  exit 1
}

act='' name=Tabletop password='' country='' device='' sure=''
while [[ $# -gt 0 ]]; do
  case $1 in
    -h | --help)
      usage
      exit 0
      ;;
    on | off | status) act=$1 ;;
    --yes) sure=1 ;;
    --name | --password | --country | --device)
      [[ $# -gt 1 ]] || die "$1 wants a value."
      printf -v "${1#--}" '%s' "$2"
      shift
      ;;
    *) die "$1 is not known; see --help." ;;
  esac
  shift
done
[[ -n $act ]] || die "say on, off or status; see --help."

is_on() { nmcli -t -f NAME connection show --active 2>/dev/null | grep -qxF "$connection"; }

# Letters, digits and what every phone can type: these need no escaping in any file or QR code.
plain() { [[ $1 =~ ^[A-Za-z0-9][A-Za-z0-9\ _.+-]*$ && $1 != *' ' ]]; }

port() { # of the pages, for the address that is shown
  local found=''
  [[ -r $settings ]] && found=$(sed -nE 's/^port *= *([0-9]+).*/\1/p' "$settings" | head -n 1)
  printf '%s' "${found:-8080}"
}

wifi_devices() { nmcli -t -f DEVICE,TYPE device | sed -n 's/:wifi$//p'; }

pick_device() {
  local found
  mapfile -t found < <(wifi_devices)
  if [[ -n $device ]]; then
    [[ " ${found[*]} " == *" $device "* ]] || die "there is no Wi-Fi device $device; there are: ${found[*]:-none}."
  else
    [[ ${#found[@]} -gt 0 ]] || die "this machine shows no Wi-Fi device, so it cannot make a Wi-Fi."
    device=${found[0]}
  fi
}

# Somebody who works over this very Wi-Fi is cut off when it becomes another one.
warn_of_ssh() {
  local own
  [[ -z $sure ]] || return 0
  for own in $(ip -o -4 addr show dev "$device" 2>/dev/null | awk '{sub("/.*", "", $4); print $4}'); do
    if ss -Htn state established '( sport = :22 )' 2>/dev/null | awk '{print $3}' | grep -qF "$own:"; then
      say "somebody works on this machine by ssh over $device, and that ends now; come back to $address by the new Wi-Fi."
      [[ -t 0 ]] || die "nothing was changed; add --yes if that is meant."
      read -r -p 'Type yes to go on: ' answer
      [[ $answer == yes ]] || die "nothing was changed."
    fi
  done
}

set_country() {
  if [[ -z $country ]]; then
    iw reg get 2>/dev/null | grep -qE '^country (00|98|99)' || return 0
    die "no Wi-Fi country is set on this machine, so it may not send: add --country, such as --country DE."
  fi
  country=${country^^}
  [[ $country =~ ^[A-Z]{2}$ ]] || die "the country is a code of two letters, such as DE."
  if command -v raspi-config >/dev/null; then
    raspi-config nonint do_wifi_country "$country" >/dev/null || die "the country $country is not known."
  else
    iw reg set "$country" 2>/dev/null || die "the country could not be set; is the package iw installed?"
  fi
}

turn_on() {
  plain "$name" && [[ ${#name} -le 32 ]] || die "the name may have up to 32 letters, digits, blanks and _ . + -"
  # no character that looks like another one
  [[ -n $password ]] || password=$(LC_ALL=C tr -dc 'a-hjkmnp-z2-9' </dev/urandom 2>/dev/null | head -c 12 || true)
  plain "$password" && [[ ${#password} -ge 8 && ${#password} -le 63 ]] ||
    die "the password has 8 to 63 letters, digits, blanks and _ . + -"
  pick_device
  command -v dnsmasq >/dev/null || die "phones need dnsmasq to get an address: sudo apt-get install -y dnsmasq-base"
  set_country
  warn_of_ssh
  command -v rfkill >/dev/null && rfkill unblock wifi
  nmcli radio wifi on
  # A file and not the command line, which every account of the machine can read.
  (umask 077 && cat >"$file.new") <<TEXT
[connection]
id=$connection
type=wifi
interface-name=$device
autoconnect=true
autoconnect-priority=100

[wifi]
mode=ap
band=bg
ssid=$name

[wifi-security]
key-mgmt=wpa-psk
proto=rsn
psk=$password

[ipv4]
method=shared
address1=$address/24

[ipv6]
method=disabled
TEXT
  mv -- "$file.new" "$file"
  nmcli connection load "$file" >/dev/null || die "NetworkManager does not take $file."
  nmcli connection up "$connection" >/dev/null ||
    die "the Wi-Fi did not come up; 'journalctl -u NetworkManager -n 20' says why."
  say "the Wi-Fi '$name' is on, its password is $password"
  say "the pages are at http://$address:$(port)/"
  say "for the QR code on the table screen choose on the host's page: web.wifi_name $name, web.wifi_password $password"
}

turn_off() {
  if [[ ! -e $file ]] && ! is_on; then
    say "it is off already"
    return 0
  fi
  warn_of_ssh_off
  nmcli connection delete "$connection" >/dev/null 2>&1 || true
  rm -f -- "$file"
  say "it is off; the machine looks for known Wi-Fis again"
}

warn_of_ssh_off() {
  device=$(nmcli -g connection.interface-name connection show "$connection" 2>/dev/null || true)
  [[ -z $device ]] || warn_of_ssh
}

show_status() {
  if is_on; then
    say "on: '$(nmcli -g 802-11-wireless.ssid connection show "$connection")', the pages are at http://$address:$(port)/"
  else
    say "off"
  fi
}

command -v nmcli >/dev/null || die "this needs NetworkManager (nmcli), as Raspberry Pi OS 12 and newer have it."
nmcli -t -f RUNNING general 2>/dev/null | grep -qx running || die "NetworkManager is installed but does not run here."
[[ $act == status || $(id -u) -eq 0 ]] || die "this changes the network, so it needs root: start it with sudo."
case $act in
  on) turn_on ;;
  off) turn_off ;;
  status) show_status ;;
esac
