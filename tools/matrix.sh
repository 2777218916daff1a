#!/usr/bin/env bash
# Installs what is missing, builds wgsync, runs the smoke tier on every OpenCL device of this
# machine and prints the compatibility matrix. Arguments are passed on to `wgsync run`, among them
# --tier, and --out for the folder of the run. Without --out it is $WGSYNC_OUT, or a new one in
# wgsync-runs/ if that is not set.
set -euo pipefail

# shellcheck source=tools/setup.sh
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

wgsync_setup
wgsync_bazel build //tools:wgsync
wgsync="$(wgsync_bazel info bazel-bin 2> /dev/null)/tools/wgsync"

# Mesa shows no device before it is told which of its drivers may serve OpenCL.
export RUSTICL_ENABLE="${RUSTICL_ENABLE-llvmpipe}"

out="${WGSYNC_OUT:-$WGSYNC_ROOT/wgsync-runs/$(date -u +%Y%m%dT%H%M%SZ)}"
options=()
tier=(--tier smoke)
while (( $# > 0 )); do
  case "$1" in
    --tier | --tier=*) tier=() ;;
    --out)
      out="${2:?--out needs a folder}"
      shift 2
      continue
      ;;
    --out=*)
      out="${1#--out=}"
      shift
      continue
      ;;
  esac
  options+=("$1")
  shift
done
mkdir -p "$(dirname "$out")"

# A failing verdict or a lost device is part of the matrix: print it all the same.
status=0
"$wgsync" run "${tier[@]}" --out "$out" "${options[@]}" || status=$?
if [[ -e "$out" ]]; then
  "$wgsync" matrix "$out"
  echo "The run is in $out"
fi
exit "$status"
