#!/usr/bin/env bash
# Installs what is missing and runs every test that needs no GPU: unit tests, linters, and the smoke
# tier on each device that Debian has a driver for. Then a project that uses wgsync, tools/example, and
# a fleet on this machine, tools/fleet. Arguments are passed on to `bazel test`.
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

status=0
wgsync_bazel test //... --config=ci "${filters[@]}" "$@" || status=$?
"$WGSYNC_ROOT/tools/example/try.sh" || status=$?
# The flags of --config=ci, so that nothing is compiled again.
"$WGSYNC_ROOT/tools/fleet/try.sh" --copt=-Werror || status=$?
exit "$status"
