#!/usr/bin/env bash
# Installs missing packages, builds wgsync, runs the smoke tier on every OpenCL device of this machine
# and prints what it found on one screen: a row for each device, whether kernels may synchronize their
# work-groups there, and the failures by their reason. The matrix becomes a page in the run's folder.
#
# Arguments are passed on to `wgsync run`, among them --tier, and --out for the folder of the run.
# Without --out it is $WGSYNC_OUT, or a new one in wgsync-runs/ if that is not set. --all prints the
# matrix, too. The exit code is 0 if every failure is one that devices/expect/ knows.
set -euo pipefail

# shellcheck source=tools/setup.sh
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

wgsync_setup build
wgsync_bazel build //tools:wgsync
wgsync="$(wgsync_bazel info bazel-bin 2> /dev/null)/tools/wgsync"

# Mesa shows no device before it is told which of its drivers may serve OpenCL: the processor's, and
# those of the GPUs that are there.
mesa_drivers() {
  local node found=llvmpipe
  for node in /sys/class/drm/renderD*/device/driver; do
    case "$(basename "$(readlink "$node" || true)")" in
      amdgpu) found+=,radeonsi ;;
      i915 | xe) found+=,iris ;;
      msm*) found+=,freedreno ;;
      panfrost | panthor) found+=,panfrost ;;
    esac
  done
  echo "$found"
}
export RUSTICL_ENABLE="${RUSTICL_ENABLE-$(mesa_drivers)}"

out="${WGSYNC_OUT:-$WGSYNC_ROOT/wgsync-runs/$(date -u +%Y%m%dT%H%M%SZ)}"
options=()
all=0
tier=(--tier smoke)
while (( $# > 0 )); do
  case "$1" in
    --tier | --tier=*) tier=() ;;
    --all)
      all=1
      shift
      continue
      ;;
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

known=()
while IFS="=" read -r device file; do
  known+=(--known "$device=$WGSYNC_ROOT/devices/expect/$file")
done < "$WGSYNC_ROOT/devices/expect/names.txt"

# A failing verdict or a lost device is part of the matrix: the page is made all the same.
status=0
"$wgsync" run "${tier[@]}" "${known[@]}" --out "$out" "${options[@]}" || status=$?
if [[ -e "$out" ]]; then
  if (( all )); then "$wgsync" matrix "$out"; fi
  if "$wgsync" matrix "$out" --out "$out/page" > /dev/null; then
    echo "The page of the matrix is $out/page/index.html; wgsync is bazel-bin/tools/wgsync"
  fi
fi
exit "$status"
