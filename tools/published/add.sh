#!/usr/bin/env bash
# Puts runs that were sent, files of `wgsync export RUN -o FILE.gz`, into reports/published/runs/.
#   tools/published/add.sh FILE...
#
# Each is checked as `wgsync import` does, and gets the name of its device, driver and run. Then
# `wgsync matrix reports/published/runs/*` has it. $WGSYNC is the program; without it,
# bazel-bin/tools/wgsync. $WGSYNC_PUBLISHED is another folder.
set -euo pipefail

root="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)"
wgsync="${WGSYNC:-$root/bazel-bin/tools/wgsync}"
runs="${WGSYNC_PUBLISHED:-$root/reports/published/runs}"

if (( $# == 0 )); then
  echo "add: name the files, which \`wgsync export RUN -o FILE.gz\` wrote" >&2
  exit 2
fi
if [[ ! -x "$wgsync" ]]; then
  echo "add: no $wgsync; bazel build //tools:wgsync makes it" >&2
  exit 2
fi
store="$(mktemp -d)"
trap 'rm -rf "$store"' EXIT
for file in "$@"; do
  if [[ ! -f "$file" ]]; then
    echo "add: $file: not a file; make one with \`wgsync export RUN -o FILE.gz\`" >&2
    exit 2
  fi
  folder="$("$wgsync" import "$file" --store "$store")"
  folder="${folder#"$store/"}"
  name="${folder%% *}"
  mkdir -p "$runs"
  cp "$file" "$runs/${name//\//_}.jsonl.gz"
  echo "$runs/${name//\//_}.jsonl.gz"
done
