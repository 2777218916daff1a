#!/usr/bin/env bash
# Runs clang-tidy over our C++ files, as many at a time as there are processors.
#   tools/lint/tidy.sh             every file but tests
#   tools/lint/tidy.sh FILE...     these files, named from the root of the source tree; all checks
# By hand: `bazel build //kernels:embedded.h //devices/faults:entry_points.inc
# //reports/site:page_files.h` first, the sources that are generated.
#
# Nine tenths of the time would go into the headers of libraries, again for each file. So a group
# of files is checked as one file that includes them; what is found in them is the same.
set -euo pipefail

# shellcheck source=tools/lint/sources.sh
source "$(dirname "${BASH_SOURCE[0]}")/sources.sh"

# More files a group save less than what they take from the balance of the processors.
readonly MOST_IN_A_GROUP=24

need_release clang-tidy
runfiles="$PWD"
root="$(source_root)"
cd "$root"
if [[ -n "${TEST_SRCDIR:-}" ]]; then
  generated="$runfiles"
else
  generated="$root/bazel-bin"
fi
for file in devices/faults/entry_points.inc kernels/embedded.h reports/site/page_files.h; do
  if [[ ! -f "$generated/$file" ]]; then
    echo "no $file in $generated; run: bazel build //${file%/*}:${file##*/}" >&2
    exit 1
  fi
done

checks=""
if (( $# > 0 )); then
  files=("$@")
else
  # A third of the time, nearly all of it in the headers of libraries.
  checks="-performance-unnecessary-value-param"
  # Tests would take two more minutes of processor time: name them to check them.
  sources="$(list_sources '*.cc' | grep -v -e '_test\.cc$' -e '^tools/example/')"
  mapfile -t files <<< "$sources"
fi
sources="$(list_sources '*.h')"
mapfile -t headers <<< "$sources"

scratch="$(mktemp -d)"
trap 'rm -rf "$scratch"' EXIT

tidy() {
  clang-tidy --quiet --config-file=.clang-tidy --checks="$3" "$1" -- \
    -std=c++17 -xc++ -iquote . -iquote "$2" 2>&1
}

# The files of a group, given in one word. What clang-tidy says is shown only if it complains, and
# in one piece, since several run at a time.
check_group() {
  local generated="$1" scratch="$2" checks="$3" files output file status=0
  read -ra files <<< "$4"
  if (( ${#files[@]} > 1 )); then
    file="$(mktemp "$scratch/group-XXXXXX.cc")"
    printf '#include "%s"  // NOLINT\n' "${files[@]}" > "$file"
    if output="$(tidy "$file" "$generated" "$checks")"; then
      return 0
    fi
    if ! grep -q 'clang-diagnostic-error' <<< "$output"; then
      printf '%s\n' "$(grep -v ' warnings\? generated\.$' <<< "$output")"
      return 1
    fi
    echo "These do not compile as one file, and are checked one by one: $4"
  fi
  for file in "${files[@]}"; do
    if ! output="$(tidy "$file" "$generated" "$checks")"; then
      printf '== %s\n%s\n' "$file" "$(grep -v ' warnings\? generated\.$' <<< "$output")"
      status=1
    fi
  done
  return "$status"
}
export -f check_group tidy

# shellcheck disable=SC2016  # the inner bash expands them
if ! tools/lint/groups.sh "$MOST_IN_A_GROUP" "${files[@]}" "${headers[@]}" | tr '\n' '\0' |
  xargs -0 -n 1 -P "$(nproc)" bash -c 'check_group "$@"' - "$generated" "$scratch" "$checks"; then
  exit 1
fi
echo "clang-tidy has nothing to say about ${#files[@]} files."
