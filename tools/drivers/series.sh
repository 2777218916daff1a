#!/usr/bin/env bash
# Judges a series of drivers, each by the one before it:
#
#   tools/drivers/series.sh OUT DEVICE FOLDER...
#
# FOLDER is what tools/drivers/fetch.sh printed, oldest first; DEVICE is the device that each of
# them shows. OUT is below the working folder or /tmp, which is all that a Debian driver's root sees.
# Each driver gets a baseline run in OUT/runs/NAME, and each pair of neighbours a report in
# OUT/pairs. The table of pairs goes to the standard output and to OUT/table.md, anew after each
# pair. What is there already is not made again, and a run that was cut short goes on: stop it when
# you like, and start it again.
#
# WGSYNC is the program (by default the one that Bazel built here), WGSYNC_TIER the tier (default),
# WGSYNC_RUN options for `wgsync run` (--baseline: each case 3 times), WGSYNC_GATE options for
# `wgsync gate`, such as --across; WGSYNC_MINUTES ends it after so long (exit 5 where something is
# left to do).
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
# shellcheck source=tools/drivers/one_run.sh
source "$here/one_run.sh"

# The gate over two neighbours; PAIR.exit says that it has spoken.
judge() {
  local folder="$1" before="$2" name="$3" status=0
  local pair="$out/pairs/$before..$name"
  [[ ! -f "$pair.exit" ]] || return 0
  rm -rf "$pair"
  # shellcheck disable=SC2086  # several options
  with "$folder" gate --baseline "$out/runs/$before" --device "$device" ${WGSYNC_GATE:-} \
    --out "$pair" --markdown "$pair.md" --junit "$pair.xml" "$out/runs/$name" > "$pair.txt" 2>&1 ||
    status=$?
  (( status != 124 )) || return 124
  echo "$status" > "$pair.exit"
}

# What the gate failed or reported of a pair, from its summary in Markdown, by primitive:
# "2 x mutex.back_off: pass, now hang (regression)". What one of the two says nothing of is counted in
# the gate's own line.
changes() {
  awk -F ' [|] ' '
    /^[|] `/ {
      primitive = $1
      gsub(/^[|] `|\/.*/, "", primitive)
      sub(/ [|]$/, "", $5)
      if ($5 == "says nothing now" || $5 == "not in the baseline") next
      key = primitive ": " $2 ", now " $3 " (" $5 ")"
      if (!count[key]++) keys[++n] = key
    }
    END {
      for (i = 1; i <= n; ++i) printf "%s%s x %s", (i > 1 ? "<br>" : ""), count[keys[i]], keys[i]
    }' "$1"
}

table() {
  local folder name pair before=""
  echo "| old | new | exit | the gate | verdicts that changed |"
  echo "| --- | --- | --- | --- | --- |"
  for folder in "$@"; do
    name="$(basename "$folder")"
    pair="$out/pairs/$before..$name"
    if [[ -f "$pair.exit" ]]; then
      echo "| $before | $name | $(cat "$pair.exit") | $(tail -n 2 "$pair.txt" | head -n 1) |" \
        "$(changes "$pair.md") |"
    fi
    # A driver whose run failed is left out.
    [[ ! -f "$out/runs/$name.exit" ]] || before="$name"
  done
}

worst=0
before=""
for folder in "$@"; do
  name="$(basename "$folder")"
  status=0
  run_one "$folder" "$device" "$out/runs/$name" || status=$?
  if (( status == 0 )) && [[ -n "$before" ]]; then
    judge "$folder" "$before" "$name" || status=$?
    table "$@" > "$out/table.md"
    exit_code="$(cat "$out/pairs/$before..$name.exit" 2> /dev/null || echo 0)"
    (( exit_code <= worst )) || worst=$exit_code
  fi
  if (( status == 124 )); then
    echo "series.sh: the time is over in $name; start it again to go on" >&2
    worst=5
    break
  fi
  if (( status == 3 )); then
    (( worst >= 3 )) || worst=3
    continue
  fi
  before="$name"
done
cat "$out/table.md"
exit "$worst"
