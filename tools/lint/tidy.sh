#!/usr/bin/env bash
# Runs clang-tidy over our C++ files, as many at a time as there are processors.
#   tools/lint/tidy.sh             every file but tests
#   tools/lint/tidy.sh FILE...     these files, named from the root of the source tree; all checks
# By hand: `bazel build //kernels:{embedded,spirv}.h //devices/{faults:entry_points,host_sync:host_code}.inc
# //reports/export:{probe,replay}_parts.h //reports/schema:schema_files.h //reports/site/web:page_files.h
# //suite/core/litmus:language.h //suite/progress:litmus_files.h
# //tools/cli:completion_scripts.h` first, the sources that are generated.
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
for file in devices/faults/entry_points.inc devices/host_sync/host_code.inc kernels/embedded.h \
    kernels/spirv.h reports/export/probe_parts.h reports/export/replay_parts.h \
    reports/schema/schema_files.h reports/site/web/page_files.h suite/core/litmus/language.h \
    suite/progress/litmus_files.h tools/cli/completion_scripts.h; do
  if [[ ! -f "$generated/$file" ]]; then
    echo "no $file in $generated; run: bazel build //${file%/*}:${file##*/}" >&2
    exit 1
  fi
done

checks=""
if (( $# > 0 )); then
  files=("$@")
else
  # More than a third of the time, nearly all of it in the headers of libraries.
  checks="-performance-unnecessary-value-param,-bugprone-reserved-identifier,-bugprone-stringview-nullptr"
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

# Prints what clang-tidy says about these files if it complains. A group that does not compile as one file is
# checked in halves, since names of two of its files clash, as a rule.
check_files() {
  local generated="$1" scratch="$2" checks="$3" files=("${@:4}") file output
  local half=$(( ${#files[@]} / 2 ))
  file="${files[0]}"
  if (( half > 0 )); then
    file="$(mktemp "$scratch/group-XXXXXX.cc")"
    printf '#include "%s"  // NOLINT\n' "${files[@]}" > "$file"
  fi
  if output="$(tidy "$file" "$generated" "$checks")"; then
    return 0
  fi
  if (( half == 0 )) || ! grep -q 'clang-diagnostic-error' <<< "$output"; then
    printf '== %s\n%s\n' "${files[*]}" "$(grep -v ' warnings\? generated\.$' <<< "$output")"
    return 1
  fi
  echo "These do not compile as one file, and are checked in halves: ${files[*]}" >&2
  local status=0
  check_files "$generated" "$scratch" "$checks" "${files[@]:0:half}" || status=1
  check_files "$generated" "$scratch" "$checks" "${files[@]:half}" || status=1
  return "$status"
}

# The files of a group, given in one word. What clang-tidy says comes in one piece, since several run at a
# time.
check_group() {
  local files output status=0
  read -ra files <<< "$4"
  output="$(check_files "$1" "$2" "$3" "${files[@]}")" || status=1
  [[ -z "$output" ]] || printf '%s\n' "$output"
  return "$status"
}
export -f check_files check_group tidy

# shellcheck disable=SC2016  # the inner bash expands them
if ! tools/lint/groups.sh "$MOST_IN_A_GROUP" "${files[@]}" "${headers[@]}" | tr '\n' '\0' |
  xargs -0 -r -n 1 -P "$(nproc)" bash -c 'check_group "$@"' - "$generated" "$scratch" "$checks"; then
  exit 1
fi
echo "clang-tidy has nothing to say about ${#files[@]} files."
