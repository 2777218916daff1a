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

# shellcheck source=tools/scripts/root.sh
source "$(dirname "${BASH_SOURCE[0]}")/root.sh"

# Tests that need a device or the machine for themselves have one of these tags.
readonly UNIT_TESTS='tools/setup.sh test &&
  bazel test //... --build_tests_only --test_tag_filters=-external,-exclusive'

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

table=""
failed=0
for release in "${releases[@]}"; do
  began=$SECONDS
  make_root "$release" "$release"
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
