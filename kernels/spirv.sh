#!/usr/bin/env bash
# Compiles the programs that kernels/spirv.txt lists to SPIR-V, for cases with via=spirv:
#
#   spirv.sh kernels/spirv.txt > modules.txt
#
# A line of the list is the build options, a tab, and the files below kernels/ in their order. A line of
# the result is the SHA-256 of the options and the text, and the module in base64. After its first line
# the result is empty where the machine lacks a clang with the llvm-spirv of its version.
#
# clang's own passes are left out: a driver's compiler gets what it gets from its own front end. So are
# generic pointers: Intel's CPU runtimes up to 2026.2.0 lack the atomics on them that they ask for.
set -euo pipefail

list="$1"
kernels="$(dirname "$list")"
tmp="$(mktemp -d)"
trap 'rm -rf "$tmp"' EXIT

version=
for v in 15 16 17 18 19 14; do
  if command -v "clang-$v" > /dev/null && command -v "llvm-spirv-$v" > /dev/null; then
    version="$v"
    break
  fi
done
echo "# SHA-256, module; clang ${version:-none}"
if [[ -z "$version" ]]; then
  echo "spirv.sh: clang and the llvm-spirv of its version are missing: cases with via=spirv will not run; run tools/setup.sh" >&2
  exit 0
fi

while IFS=$'\t' read -r options files; do
  for file in $files; do
    cat "$kernels/$file"
    echo
  done > "$tmp/source.cl"
  read -ra option <<< "$options"
  "clang-$version" -target spir64 -x cl -Xclang -finclude-default-header -O2 -Xclang -disable-llvm-passes -w \
    -Xclang -cl-ext=-__opencl_c_generic_address_space,-__opencl_c_pipes,-__opencl_c_device_enqueue "${option[@]}" -emit-llvm -c "$tmp/source.cl" -o "$tmp/source.bc"
  "llvm-spirv-$version" --spirv-max-version=1.0 "$tmp/source.bc" -o "$tmp/source.spv"
  key="$({ printf '%s\n' "$options"; cat "$tmp/source.cl"; } | sha256sum)"
  printf '%s %s\n' "${key%% *}" "$(base64 -w 0 "$tmp/source.spv")"
done < "$list"
