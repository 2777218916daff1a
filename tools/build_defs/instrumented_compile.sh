#!/usr/bin/env bash
# Compiles one part of some C++ sources into an archive; for instrumented.bzl.
#
#   instrumented_compile.sh ARCHIVE PART PARTS FILE... -- FLAG...
#
# The files, headers among them, are sorted into groups that compile as one file each, and the groups
# dealt out to PARTS parts, of which one is compiled here. A group that does not compile is compiled
# in halves.
set -euo pipefail

archive="$1"
part="$2"
parts="$3"
shift 3
files=()
while [[ "$1" != -- ]]; do
  files+=("$1")
  shift
done
flags=("${@:2}")
# Newer ones mangle some templates in another way than GCC, which compiled the system's libraries.
if clang++ -fclang-abi-compat=17 -E -xc++ /dev/null > /dev/null 2>&1; then
  flags+=(-fclang-abi-compat=17)
fi

sources=0
for file in "${files[@]}"; do
  if [[ "$file" == *.cc ]]; then
    sources=$((sources + 1))
  fi
done

if ! command -v clang++ > /dev/null; then
  echo "clang++ is not installed; tools/setup.sh installs it" >&2
  exit 1
fi
scratch="$(mktemp -d)"
trap 'rm -rf "$scratch"' EXIT

objects=()
compile() {
  objects+=("$scratch/$part-${#objects[@]}.o")
  clang++ "${flags[@]}" -c -xc++ "$1" -o "${objects[-1]}"
}

# Of this part: the largest groups first, each to the part that has the least.
groups_of_part() {
  tools/lint/groups.sh $(( (sources + parts - 1) / parts )) "${files[@]}" |
    awk '{ print NF, $0 }' | LC_ALL=C sort -s -k1,1nr |
    awk -v parts="$parts" -v part="$part" '{
      least = 0
      for (p = 1; p < parts; ++p) if (load[p] + 0 < load[least] + 0) least = p
      load[least] += $1
      sub(/^[0-9]+ /, "")
      if (least == part) print
    }'
}

compile_group() {
  local files=("$@") half=$(( $# / 2 ))
  if (( half == 0 )); then
    compile "$1"
    return
  fi
  printf '#include "%s"\n' "${files[@]}" > "$scratch/group.cc"
  if compile "$scratch/group.cc" 2> "$scratch/errors"; then
    return
  fi
  unset 'objects[-1]'
  echo "These do not compile as one file, and are compiled in halves: ${files[*]}"
  grep -m 3 'error:' "$scratch/errors" || true
  compile_group "${files[@]:0:half}"
  compile_group "${files[@]:half}"
}

grouped="$(groups_of_part)"
while read -ra group; do
  # A part may have no group.
  (( ${#group[@]} == 0 )) || compile_group "${group[@]}"
done <<< "$grouped"

rm -f "$archive"
ar rcsD "$archive" "${objects[@]}"
