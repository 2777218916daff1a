#!/usr/bin/env bash
# Installs what is missing and runs every test that needs no GPU: unit tests, linters, and the smoke
# tier on each device that Debian has a driver for. Then a project that uses wgsync, tools/example, and
# a fleet on this machine, tools/fleet. Arguments are passed on to `bazel test`.
set -euo pipefail

# shellcheck source=tools/setup.sh
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

wgsync_setup test
left_out=()
if ! wgsync_has "$WGSYNC_OCLGRIND"; then
  echo "wgsync: without the tests of the device oclgrind, for which this release has no package" >&2
  # The last filter counts, so that it repeats that of .bazelrc.
  left_out=("--test_tag_filters=-device-found,-device-oclgrind")
fi
status=0
wgsync_bazel test //... --config=ci "${left_out[@]}" "$@" || status=$?
"$WGSYNC_ROOT/tools/example/try.sh" || status=$?
# The flags of --config=ci, so that nothing is compiled again.
"$WGSYNC_ROOT/tools/fleet/try.sh" --copt=-Werror || status=$?
exit "$status"
