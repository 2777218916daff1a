#!/usr/bin/env bash
# Tries the README's commands in clean roots of Debian's releases, so that no package of this machine
# helps: another compiler, another Bazel, other versions of every library.
#
#   tools/scripts/roots.sh [--test] [RELEASE...]
#
# RELEASE is bookworm, trixie or sid (by default all of them, one after the other). In each root:
# tools/matrix.sh, and then the unit tests; with --test all of tools/test.sh in place of them. The
# script tries the committed state of this clone. A table of results and times comes at the end; the
# output of each command is in ROOTS/RELEASE.log.
#
# It needs root, debootstrap and Debian's archive. ROOTS is $WGSYNC_ROOTS, or wgsync-roots in the
# user's cache folder: 4 GB a release. A root stays there, with Bazel's files, and the next call goes on
# from it; remove it for a clean one. Exit code 1 if a command failed.
set -euo pipefail

here="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)"
roots="${WGSYNC_ROOTS:-${XDG_CACHE_HOME:-$HOME/.cache}/wgsync-roots}"
mirror="${WGSYNC_MIRROR:-http://deb.debian.org/debian}"

# Tests that need a device or the machine for themselves have one of these tags.
readonly UNIT_TESTS='tools/setup.sh test &&
  bazel test //... --build_tests_only --test_tag_filters=-external,-exclusive'

complain() {
  echo "roots.sh: $*" >&2
  exit 2
}

commands=("tools/matrix.sh" "$UNIT_TESTS")
releases=()
for word in "$@"; do
  case "$word" in
    --test) commands=("tools/matrix.sh" "tools/test.sh") ;;
    bookworm | trixie | sid) releases+=("$word") ;;
    *) complain "$word: it takes --test and the releases bookworm, trixie and sid" ;;
  esac
done
(( ${#releases[@]} > 0 )) || releases=(bookworm trixie sid)
(( EUID == 0 )) || complain "run it as root: it makes roots and mounts in them"
command -v debootstrap > /dev/null || complain "no debootstrap; apt-get install debootstrap"
mkdir -p "$roots"

# Where it is cut short, the next call begins again.
make_root() {
  local release="$1"
  [[ ! -d "$roots/$release" ]] || return 0
  rm -rf "$roots/$release.part"
  debootstrap --variant=minbase "$release" "$roots/$release.part" "$mirror" \
    > "$roots/$release.log" 2>&1 || return
  # The mirror may be a snapshot, whose lists are old.
  echo 'Acquire::Check-Valid-Until "false";' > "$roots/$release.part/etc/apt/apt.conf.d/snapshot"
  mv "$roots/$release.part" "$roots/$release"
}

# The committed files, without those of Bazel that another call has made.
copy_source() {
  local to="$roots/$1/wgsync"
  rm -rf "$to"
  git clone --quiet --no-hardlinks "$here" "$to"
}

# A command in the root, in the source. Mounts and processes (Bazel's server) go with it.
inside() {
  local root="$roots/$1" command="$2"
  cp --remove-destination -L /etc/resolv.conf "$root/etc/resolv.conf"
  # shellcheck disable=SC2016  # the inner shell expands them
  unshare --mount --pid --fork --kill-child --ipc bash -euc '
    mount --make-rprivate /
    mount -t proc proc "$1/proc"
    mount --rbind /sys "$1/sys"
    mount --rbind /dev "$1/dev"
    mount -t tmpfs tmpfs "$1/tmp"
    exec chroot "$1" /usr/bin/env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin \
      TERM=dumb LANG=C.UTF-8 USER=root /bin/bash -c "cd /wgsync && $2"
  ' sh "$root" "$command" < /dev/null >> "$roots/$1.log" 2>&1
}

table=""
failed=0
for release in "${releases[@]}"; do
  began=$SECONDS
  if ! make_root "$release"; then
    complain "$release: debootstrap failed; its last words: $(tail -n 1 "$roots/$release.log")"
  fi
  copy_source "$release"
  table+="$(printf '%-9s made in %d s' "$release" $((SECONDS - began)))"$'\n'
  : > "$roots/$release.log"
  for command in "${commands[@]}"; do
    began=$SECONDS
    status=0
    inside "$release" "$command" || status=$?
    (( status == 0 )) || failed=1
    table+="$(printf '%-9s exit %d, %4d s: %s' "$release" "$status" $((SECONDS - began)) "$command")"$'\n'
    echo "roots.sh: $release: exit $status: $command" >&2
  done
done
printf '%s' "$table"
exit "$failed"
