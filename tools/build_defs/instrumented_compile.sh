#!/usr/bin/env bash
# Compiles one part of some C++ sources into an archive; for instrumented.bzl.
#
#   instrumented_compile.sh ARCHIVE PART PARTS FILE... -- FLAG...
#
# The files, headers among them, are sorted into groups that compile as one file each, and of the
# groups every PARTS-th is compiled here, from PART on. A group that does not compile is compiled
# file by file.
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

number=0
while read -ra group; do
  if (( number++ % parts != part )); then
    continue
  fi
  if (( ${#group[@]} > 1 )); then
    printf '#include "%s"\n' "${group[@]}" > "$scratch/group.cc"
    if compile "$scratch/group.cc" 2> "$scratch/errors"; then
      continue
    fi
    unset 'objects[-1]'
    echo "These do not compile as one file, and are compiled one by one: ${group[*]}"
    grep -m 3 'error:' "$scratch/errors" || true
  fi
  for file in "${group[@]}"; do
    compile "$file"
  done
done < <(tools/lint/groups.sh $(( (sources + parts - 1) / parts )) "${files[@]}")

rm -f "$archive"
ar rcsD "$archive" "${objects[@]}"
