#!/usr/bin/env bash
# Checks that clang-format would change no C++ and no OpenCL C file; with --fix changes them.
set -euo pipefail

# shellcheck source=tools/lint/sources.sh
source "$(dirname "${BASH_SOURCE[0]}")/sources.sh"

need_release clang-format
cd "$(source_root)"
sources="$(list_sources '*.h' '*.cc' '*.cl')"
mapfile -t files <<< "$sources"

if [[ "${1:-}" == --fix ]]; then
  clang-format -i --style=file "${files[@]}"
  exit
fi

if ! clang-format --dry-run -Werror --style=file "${files[@]}"; then
  echo "Run tools/lint/format.sh --fix. ($(clang-format --version); CI uses Debian 12's)" >&2
  exit 1
fi
echo "${#files[@]} files are formatted."
