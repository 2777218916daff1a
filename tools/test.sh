#!/usr/bin/env bash
# Installs what is missing and runs every test that needs no GPU: unit tests, linters, and the smoke
# tier on each device that Debian has a driver for. Then a project that uses wgsync: tools/example.
# Arguments are passed on to `bazel test`.
set -euo pipefail

# shellcheck source=tools/setup.sh
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

wgsync_setup test
status=0
wgsync_bazel test //... --config=ci "$@" || status=$?
"$WGSYNC_ROOT/tools/example/try.sh" || status=$?
exit "$status"
