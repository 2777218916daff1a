# shellcheck shell=bash
# Sourced: roots of Debian's releases, each in a folder of $roots, and commands in them. They need root,
# debootstrap and Debian's archive. `roots` is $WGSYNC_ROOTS, or wgsync-roots in the user's cache folder.

roots="${WGSYNC_ROOTS:-${XDG_CACHE_HOME:-$HOME/.cache}/wgsync-roots}"
mirror="${WGSYNC_MIRROR:-http://deb.debian.org/debian}"

complain() {
  echo "${0##*/}: $*" >&2
  exit 2
}

# `make_root NAME RELEASE [OPTION OF DEBOOTSTRAP...]`: a root that is there stays as it is. One that was cut
# short is begun again.
make_root() {
  local name="$1" release="$2"
  (( EUID == 0 )) || complain "run it as root: it makes roots and mounts in them"
  command -v debootstrap > /dev/null || complain "no debootstrap; apt-get install debootstrap"
  mkdir -p "$roots"
  [[ ! -d "$roots/$name" ]] || return 0
  rm -rf "$roots/$name.part"
  debootstrap --variant=minbase "${@:3}" "$release" "$roots/$name.part" "$mirror" > "$roots/$name.log" 2>&1 ||
    complain "$name: debootstrap failed; its last words: $(tail -n 1 "$roots/$name.log")"
  # The mirror may be a snapshot, whose lists are old.
  echo 'Acquire::Check-Valid-Until "false";' > "$roots/$name.part/etc/apt/apt.conf.d/snapshot"
  # What this machine trusts, such as a proxy's certificate.
  if [[ -e /etc/ssl/certs/ca-certificates.crt ]]; then
    install -D --mode=644 /etc/ssl/certs/ca-certificates.crt \
      "$roots/$name.part/usr/local/share/ca-certificates/machine.crt"
  fi
  mv "$roots/$name.part" "$roots/$name"
}

# `copy_source NAME`: the committed files of this clone, without those of Bazel that another call has made.
copy_source() {
  local from to="$roots/$1/wgsync"
  from="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)"
  rm -rf "$to"
  git clone --quiet --no-hardlinks "$from" "$to"
}

# `inside NAME COMMAND`: a command in the root, in the source. Mounts and processes (Bazel's server) go with it.
# Its output is added to NAME.log.
inside() {
  local root="$roots/$1" command="$2"
  mkdir -p "$root/wgsync"
  cp --remove-destination -L /etc/resolv.conf "$root/etc/resolv.conf"
  # shellcheck disable=SC2016  # the inner shell expands them
  unshare --mount --pid --fork --kill-child --ipc bash -euc '
    mount --make-rprivate /
    mount --bind "$1" "$1"  # a test makes mounts in namespaces, for which / must be one
    mount -t proc proc "$1/proc"
    mount --rbind /sys "$1/sys"
    mount --rbind /dev "$1/dev"
    mount -t tmpfs tmpfs "$1/tmp"
    exec chroot "$1" /usr/bin/env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin \
      TERM=dumb LANG=C.UTF-8 USER=root /bin/bash -c "cd /wgsync && $2"
  ' sh "$root" "$command" < /dev/null >> "$roots/$1.log" 2>&1
}
