#!/bin/sh
# Makes a bare Debian 12 with Node and npm, and runs a command of this project in it: see docs/bare-machine.md.
# Usage, as root: tools/bare-root.sh FOLDER [COMMAND]
set -eu

[ $# -ge 1 ] || { echo "Usage: tools/bare-root.sh FOLDER [COMMAND], by default: npm test" >&2; exit 2; }
[ "$(id -u)" = 0 ] || { echo "Only root can make a root folder and enter it." >&2; exit 1; }
command -v debootstrap >/dev/null || { echo "debootstrap is missing: apt-get install debootstrap" >&2; exit 1; }

project=$(cd "$(dirname "$0")/.." && pwd)
root=$1
shift
command=${*:-npm test}
home=/home/dev

if [ ! -d "$root$home" ]; then
  debootstrap --variant=minbase bookworm "$root"
  cp /etc/resolv.conf "$root/etc/resolv.conf"
  # As every installed Debian has it: without its updates Chromium is months old.
  echo "deb http://deb.debian.org/debian-security bookworm-security main" >> "$root/etc/apt/sources.list"
  if [ -n "${NODE_FOLDER:-}" ]; then
    # An unpacked Node of any version, as nodejs.org has it.
    cp -R "$NODE_FOLDER/." "$root/usr/local/"
  else
    chroot "$root" apt-get update
    chroot "$root" apt-get install -y --no-install-recommends nodejs npm
  fi
  chroot "$root" useradd --create-home dev
fi

mkdir -p "$root/proc" "$root/dev"
mountpoint -q "$root/proc" || mount -t proc proc "$root/proc"
mountpoint -q "$root/dev" || mount --bind /dev "$root/dev"
trap 'umount "$root/proc" "$root/dev"' EXIT

# A fresh copy of what is committed, without git, for a user with nothing in the home folder.
rm -rf "$root$home"
mkdir -p "$root$home/noren"
git -C "$project" archive HEAD | tar -x -C "$root$home/noren"
chroot "$root" chown -R dev:dev "$home"

account=${ACCOUNT:-dev}
certificates=
if [ -n "${NODE_EXTRA_CA_CERTS:-}" ]; then
  cp "$NODE_EXTRA_CA_CERTS" "$root/etc/extra-certificates.pem"
  certificates=NODE_EXTRA_CA_CERTS=/etc/extra-certificates.pem
fi
chroot --userspec="$account:$account" "$root" /usr/bin/env -i HOME="$home" USER="$account" $certificates \
  PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin /bin/sh -c "cd $home/noren && $command"
