#!/usr/bin/env bash
# Checks that no source file has more than 500 lines.
set -euo pipefail

# shellcheck source=tools/lint/sources.sh
source "$(dirname "${BASH_SOURCE[0]}")/sources.sh"

readonly MAX_LINES=500

cd "$(source_root)"
sources="$(list_sources '*.h' '*.cc' '*.cl' '*.sh' '*.py' '*.bzl' BUILD)"
mapfile -t files <<< "$sources"

status=0
for file in "${files[@]}"; do
  lines="$(wc -l < "$file")"
  if (( lines > MAX_LINES )); then
    echo "$file has $lines lines; split it below $MAX_LINES" >&2
    status=1
  fi
done
(( status == 0 )) && echo "${#files[@]} files have at most $MAX_LINES lines."
exit "$status"
