#!/usr/bin/env bash
# Makes reports/published/ anew: the same tier by the same program on every driver of the table below,
# and then the reports of all runs.
#
#   cd RUNS && PATH_TO/tools/drivers/all.sh [RUN...]
#
# Each driver's run is a folder here, named as in the table; tools/drivers/fetch.sh gets the driver
# unless it is installed. RUN are further runs by the same program, made on machines with
# a GPU or with more cores and copied here; they come first. A run that is there already is not made again,
# and a run that was cut short goes on: stop it when you like, and start it again. Two hours on two
# cores; let the machine do nothing else.
#
# WGSYNC is the program (by default the one that Bazel built here; a stripped copy of it counts as
# another suite), WGSYNC_MINUTES ends it after so long (exit 5 where something is left to do).
set -euo pipefail

here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)"
wgsync="$(realpath "${WGSYNC:-$here/../../bazel-bin/tools/wgsync}")"
# Each case as often as any run does it: no baseline.
WGSYNC_RUN=""
# shellcheck source=tools/drivers/one_run.sh
source "$here/one_run.sh"

# NAME  DEVICE  what fetch.sh is told, or "-" for the installed driver
readonly DRIVERS='
pocl-3.1        Portable  -
pocl-6.0        Portable  debian trixie pocl
intel-2023.2.4  Intel     intel 2023.2.4
intel-2026.2.0  Intel     intel 2026.2.0
rusticl-22.3    rusticl   -
rusticl-25.0    rusticl   debian trixie rusticl
rusticl-26.2    rusticl   debian sid rusticl
oclgrind-21.10  Oclgrind  -
pocl-7.1        Portable  debian sid pocl
'

# Debian does not register Oclgrind with the loader, and Mesa shows no device unasked.
variables() {
  case "$1" in
    Oclgrind)
      # ocl-icd takes the first, Khronos' loader the second.
      echo "OCL_ICD_VENDORS=/usr/lib/oclgrind/liboclgrind-rt-icd.so"
      echo "OCL_ICD_FILENAMES=/usr/lib/oclgrind/liboclgrind-rt-icd.so"
      ;;
    rusticl) echo "RUSTICL_ENABLE=llvmpipe" ;;
  esac
}

runs=("$@")
while read -r name device driver; do
  [[ -n "$name" ]] || continue
  folder=-
  if [[ "$driver" != - && ! -f "$name.exit" ]]; then
    # shellcheck disable=SC2086  # several words
    folder="$("$here/fetch.sh" $driver | tail -n 1)"
  fi
  status=0
  (
    for variable in $(variables "$device"); do export "${variable?}"; done
    run_one "$folder" "$device" "$name"
  ) < /dev/null || status=$?
  if (( status == 124 )); then
    echo "all.sh: the time is over in $name; start it again to go on" >&2
    exit 5
  fi
  # A control that hangs twice is what the driver does; a run that did not begin is nothing.
  if (( status != 0 )) && [[ ! -d "$name" ]]; then exit "$status"; fi
  runs+=("$name")
done <<< "$DRIVERS"

# The logs of another program give way to these.
export WGSYNC="$wgsync"
rm -f "$here"/../../reports/published/runs/*.gz
for run in "${runs[@]}"; do
  rm -f "$run.gz"
  "$wgsync" export "$run" --out "$run.gz"
  "$here/../published/add.sh" "$run.gz"
done
"$here/../published/update.sh"
