#!/usr/bin/env bash
# Installs what is missing, builds wgsync, runs the smoke tier on every OpenCL device of this
# machine and prints the compatibility matrix. Arguments are passed on to `wgsync run`.
#
# WGSYNC_OUT, if set, is the folder for the run; without it, a new one in wgsync-runs/.
set -euo pipefail

# shellcheck source=tools/setup.sh
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

wgsync_setup
wgsync_bazel build //tools:wgsync
wgsync="$(wgsync_bazel info bazel-bin 2> /dev/null)/tools/wgsync"

# Mesa shows no device before it is told which of its drivers may serve OpenCL.
export RUSTICL_ENABLE="${RUSTICL_ENABLE-llvmpipe}"

out="${WGSYNC_OUT:-$WGSYNC_ROOT/wgsync-runs/$(date -u +%Y%m%dT%H%M%SZ)}"
mkdir -p "$(dirname "$out")"

# A failing verdict or a lost device is part of the matrix: print it all the same.
status=0
"$wgsync" run --tier smoke --out "$out" "$@" || status=$?
if [[ -e "$out" ]]; then
  "$wgsync" matrix "$out"
  echo "The run is in $out"
fi
exit "$status"
