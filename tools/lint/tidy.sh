#!/usr/bin/env bash
# Runs clang-tidy over our C++ files, as many at a time as there are processors.
#   tools/lint/tidy.sh             every file
#   tools/lint/tidy.sh FILE...     these files, named from the root of the source tree
# By hand: `bazel build //kernels:embedded.h` first, the one header that is generated.
set -euo pipefail

# shellcheck source=tools/lint/sources.sh
source "$(dirname "${BASH_SOURCE[0]}")/sources.sh"

need_command clang-tidy
runfiles="$PWD"
root="$(source_root)"
cd "$root"
if [[ -n "${TEST_SRCDIR:-}" ]]; then
  generated="$runfiles"
else
  generated="$root/bazel-bin"
fi
if [[ ! -f "$generated/kernels/embedded.h" ]]; then
  echo "no kernels/embedded.h in $generated; run: bazel build //kernels:embedded.h" >&2
  exit 1
fi

if (( $# > 0 )); then
  files=("$@")
else
  # Tests are as long again and take as long: name them to check them.
  sources="$(list_sources '*.cc' | grep -v '_test\.cc$')"
  mapfile -t files <<< "$sources"
fi

# A file's output is shown only if clang-tidy has something to say, and in one
# piece, since several run at a time.
check_file() {
  local output
  if ! output="$(clang-tidy --quiet "$2" -- -std=c++17 -xc++ -iquote . -iquote "$1" 2>&1)"; then
    printf '== %s\n%s\n' "$2" "$(grep -v ' warnings\? generated\.$' <<< "$output")"
    return 1
  fi
}
export -f check_file

# shellcheck disable=SC2016  # the inner bash expands them
if ! printf '%s\0' "${files[@]}" |
  xargs -0 -n 1 -P "$(nproc)" bash -c 'check_file "$0" "$1"' "$generated"; then
  exit 1
fi
echo "clang-tidy has nothing to say about ${#files[@]} files."
