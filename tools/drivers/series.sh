#!/usr/bin/env bash
# Judges a series of drivers, each by the one before it:
#
#   tools/drivers/series.sh OUT DEVICE FOLDER...
#
# FOLDER is what tools/drivers/fetch.sh printed, oldest first; DEVICE is the device that each of
# them shows. OUT is below the working folder or /tmp, which is all that a Debian driver's root sees.
# Each driver gets a baseline run in OUT/runs/NAME, unless an earlier call left one there, and each
# pair a report in OUT/pairs. The table of pairs goes to the standard output and to OUT/table.md.
#
# WGSYNC is the program (by default the one that Bazel built here), WGSYNC_TIER the tier (default),
# WGSYNC_GATE options for `wgsync gate`, such as --across.
set -euo pipefail

here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)"
wgsync="${WGSYNC:-$here/../../bazel-bin/tools/wgsync}"
if (( $# < 4 )); then
  echo "series.sh: OUT, DEVICE and at least two folders of drivers, oldest first" >&2
  exit 2
fi
out="$1"
device="$2"
shift 2
mkdir -p "$out/runs" "$out/pairs"

# `with FOLDER COMMAND ARGUMENT...`: wgsync with that driver.
with() {
  local folder="$1" command="$2"
  shift 2
  if [[ -x "$folder/run" ]]; then
    "$folder/run" "$wgsync" "$command" "$@"
  else
    "$wgsync" "$command" --driver-dir "$folder" "$@"
  fi
}

count() {
  grep -cE "$1" "$2" || true
}

{
  echo "| old | new | exit | fail | reported | as expected |"
  echo "| --- | --- | --- | --- | --- | --- |"
} > "$out/table.md"
worst=0
before=""
number=0
for folder in "$@"; do
  number=$((number + 1))
  name="$(basename "$folder")"
  run="$out/runs/$name"
  status=0
  if [[ -d "$run" ]]; then
    with "$folder" run --resume "$run" > "$run.log" 2>&1 || status=$?
  else
    with "$folder" run --baseline --device "$device" --tier "${WGSYNC_TIER:-default}" \
      --out "$run" > "$run.log" 2>&1 || status=$?
  fi
  if (( status == 2 || status == 3 )); then
    echo "series.sh: $name: the run failed (exit $status): $(tail -n 1 "$run.log")" >&2
    worst=3
    continue
  fi
  if [[ -n "$before" ]]; then
    pair="$out/pairs/$(basename "$before")..$name"
    status=0
    # shellcheck disable=SC2086  # several options
    with "$folder" gate --baseline "$out/runs/$(basename "$before")" ${WGSYNC_GATE:-} \
      --out "$pair" --markdown "$pair.md" --junit "$pair.xml" "$run" > "$pair.txt" 2>&1 ||
      status=$?
    counts="$(tail -n 2 "$pair.txt" | head -n 1)"
    fails="$(count '<failure ' "$pair.xml")"
    expected="$(sed -nE 's/.*(^|; )([0-9]+) as expected.*/\2/p' <<< "$counts")"
    echo "| $(basename "$before") | $name | $status | $fails | $counts | ${expected:-0} |" \
      >> "$out/table.md"
    (( status > worst )) && worst=$status
  fi
  before="$folder"
done
cat "$out/table.md"
exit "$worst"
