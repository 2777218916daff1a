#!/usr/bin/env bash
# Installs what is missing and runs every test that needs no GPU: unit tests, linters, and the smoke
# tier on each device that Debian has a driver for. Arguments are passed on to `bazel test`.
#
# Three parts take minutes, and the network: drivers with each of their loaders (tools/drivers), a project
# that uses wgsync (tools/example), and a fleet on this machine (tools/fleet). They run where a commit of
# the last two days, or the working tree, has changed what they are about, and at night: WGSYNC_NIGHT=true.
set -euo pipefail

# shellcheck source=tools/setup.sh
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

wgsync_setup test

# `leave_out TAG REASON`: tests that cannot pass on this release of the system. They are not built either.
filters=()
leave_out() {
  echo "wgsync: tests with the tag $1 are left out: $2" >&2
  # The last filter counts, so that it begins with that of .bazelrc.
  filters=("${filters[0]:---test_tag_filters=-device-found},-$1" --build_tests_only)
}
if ! wgsync_has "$WGSYNC_OCLGRIND"; then
  leave_out device-oclgrind "there is no package of Oclgrind"
fi
glibc="$(getconf GNU_LIBC_VERSION)"
if [[ "$(printf '%s\n' "$glibc" "glibc 2.38" | sort --version-sort | head -n 1)" == "glibc 2.38" ]]; then
  leave_out before-glibc-2.38 "with $glibc a program needs more than the packages promise"
fi

# `touched PATH...`: whether a part that is about these files is due.
touched() {
  [[ "${WGSYNC_NIGHT:-}" != true ]] || return 0
  local commits edits
  commits="$(git -C "$WGSYNC_ROOT" log --since="2 days ago" --format=%h -- "$@" 2> /dev/null)" || return 0
  edits="$(git -C "$WGSYNC_ROOT" status --porcelain -- "$@" 2> /dev/null)" || return 0
  [[ -n "$commits$edits" ]]
}

targets=()
if touched tools/drivers tools/setup.sh; then
  targets+=(//:fetched)
fi

# PoCL takes seconds of each process that compiles, so that all tests share what it has compiled. It begins
# empty, and its path is always the same: another one would make a new action of each test.
pocl="$(wgsync_bazel info output_base)/pocl"
rm -rf "$pocl"
mkdir "$pocl"

status=0
wgsync_bazel test //... --config=ci --test_env=POCL_CACHE_DIR="$pocl" --sandbox_writable_path="$pocl" "${targets[@]}" \
  "${filters[@]}" "$@" || status=$?
if touched tools/example tools/build_defs devices/devices.bzl suite/cases/BUILD MODULE.bazel; then
  "$WGSYNC_ROOT/tools/example/try.sh" || status=$?
else
  "$WGSYNC_ROOT/tools/example/try.sh" --nobuild || status=$?
fi
if touched tools/fleet tools/build_defs suite/cases/BUILD; then
  # The flags of --config=ci, so that nothing is compiled again.
  "$WGSYNC_ROOT/tools/fleet/try.sh" --copt=-Werror || status=$?
fi
exit "$status"
