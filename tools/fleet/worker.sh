#!/usr/bin/env bash
# A worker of a fleet, for one device:
#
#   worker.sh NAME DEVICE SERVER [OPTION...]
#
# NAME is the property `device` that targets ask for: the row of devices/devices.bzl. DEVICE is part of
# "PLATFORM NAME/DEVICE NAME". SERVER is the server's URL; each OPTION goes to buildbox-worker, such as
# --server-cert=FILE, or --platform KEY=VALUE for one more property.
#
# It finds out whether the GPU survives a hang, runs one case, and publishes device, driver (the
# driver's version) and fingerprint (the digest of the driver) as properties. Then it serves tests, one
# at a time, and begins anew when the worker ends, as it does when the server goes. Exit code 1 if the
# device does not work.
#
#   WGSYNC           the program wgsync (one in PATH)
#   WGSYNC_BUILDBOX  the folder with buildbox-worker and buildbox-run-hosttools (/usr/bin)
#   WGSYNC_WORK      a folder for the tests' files (/var/lib/wgsync-worker)
#
# The environment reaches the tests: set OCL_ICD_VENDORS, CUDA_VISIBLE_DEVICES and the like here.
set -euo pipefail

here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)"
(( $# >= 3 )) || {
  echo "worker.sh: it takes NAME DEVICE SERVER [OPTION...]; see its first lines" >&2
  exit 2
}
name="$1" device="$2" server="$3"
shift 3
wgsync="${WGSYNC:-wgsync}"
buildbox="${WGSYNC_BUILDBOX:-/usr/bin}"
work="${WGSYNC_WORK:-/var/lib/wgsync-worker}"
readonly CASE=barrier.kernel_boundary/poll=plain/signal=plain/fence=none/pay=plain/work=exchange/wg=64/groups=2
# Tells its processes from those of another worker on this machine.
mark="$name.$$"

die() {
  echo "worker.sh: $name: $*" >&2
  exit 1
}

# Sets `driver` and `fingerprint`. One case shows that the device works, and its log has both.
describe() {
  local run log status=0
  command -v "$wgsync" > /dev/null || die "no $wgsync; install it, or name it in WGSYNC"
  "$wgsync" device "$device" --hang-test >&2 || die "$device does not survive a hang, or is not here; see above"
  run="$(mktemp -d "$work/check.XXXXXX")"
  "$wgsync" run --device "$device" --cases "$CASE" --out "$run/run" > "$run/out" 2>&1 || status=$?
  # 4: it passed, and a single case proves nothing.
  if (( status != 0 && status != 4 )); then
    cat "$run/out" >&2
    rm -rf "$run"
    die "$device does not run a kernel; see above"
  fi
  log="$(head -q -n 1 "$run"/run/*/log.jsonl)"
  rm -rf "$run"
  driver="$(sed -n 's/.*"driver_version":"\([^"]*\)".*/\1/p' <<< "$log")"
  fingerprint="$(sed -n 's/.*"driver_digest":"\([^"]*\)".*/\1/p' <<< "$log")"
  [[ -n "$driver" && -n "$fingerprint" ]] || die "the run's log does not name the driver of $device"
}

reap() {
  "$here/reap.sh" "$mark"
}

# However it ends. A worker that was told to end stops its test first.
child=""
finish() {
  local n=100
  trap '' TERM INT
  if [[ -n "$child" ]] && kill "$child" 2> /dev/null; then
    while kill -0 "$child" 2> /dev/null && (( n-- > 0 )); do sleep 0.1; done
    kill -9 "$child" 2> /dev/null || true
  fi
  reap
}
trap finish EXIT
trap 'exit 0' TERM INT

mkdir -p "$work/actions"
while :; do
  describe
  echo "worker.sh: $name: serves $device, driver=$driver fingerprint=$fingerprint"
  WGSYNC_WORKER="$mark" "$buildbox/buildbox-worker" --remote="$server" --max-wait-time=5 \
    --platform "device=$name" --platform "driver=$driver" --platform "fingerprint=$fingerprint" \
    --buildbox-run="$buildbox/buildbox-run-hosttools" --runner-arg=--disable-localcas \
    --runner-arg=--workspace-path="$work/actions" --runner-arg=--graceful-shutdown-seconds=5 \
    --runner-arg=--post-action-command="$here/reap.sh" "$@" \
    "device=$name driver=$driver fingerprint=$fingerprint host=$(uname -n)" &
  child=$!
  wait "$child" || true
  child=""
  reap
  # Not at once where there is no server; `wait`, since a signal must end the pause.
  sleep 1 &
  wait $! || true
done
