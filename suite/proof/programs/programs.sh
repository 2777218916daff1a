#!/usr/bin/env bash
# Compiles the programs of cases without a device, and compares two trees by what the compiler
# made of them:
#
#   programs.sh table COMPOSE FOLDER [TIER [VARIANTS]]   composes (see compose_main.cc), compiles
#   programs.sh compile FOLDER                           compiles what FOLDER holds
#   programs.sh compare BEFORE AFTER                     two folders of `table`
#
# Each program is compiled by clang -O2, everything inlined, for x86-64 and nvptx64. FOLDER/TABLE
# gets a line "ID VARIANT TARGET N HASH" for each launch: HASH is of FOLDER/N.TARGET.ll, the LLVM
# IR as normalize.awk leaves it. Equal hashes prove that the two programs mean the same to this
# compiler; different ones prove nothing, and are to be looked at.
#
# Exit codes: 0 equal, or all compiled; 1 a program differs or does not compile; 2 usage.
set -euo pipefail
export LC_ALL=C

clang="${CLANG:-clang}"
normalize="$(dirname "${BASH_SOURCE[0]}")/normalize.awk"
targets=(x86_64 nvptx64)

usage() {
  sed -n '5,7s/^# *//p' "${BASH_SOURCE[0]}" >&2
  exit 2
}

# The IR of one program for each target. All optional features of OpenCL C 3.0 are taken, of which targets of clang list
# few, and inline PTX, whose keyword NVIDIA's compiler knows.
compile_one() {
  local program="$1" target options
  read -r -a options < "$program.options"
  for target in "${targets[@]}"; do
    if ! "$clang" -x cl "${options[@]}" -Dasm=__asm__ -Xclang -cl-ext=+all -w \
      -target "$target-unknown-unknown" -O2 -mllvm -inline-threshold=100000 -emit-llvm \
      -S "$program.cl" -o "$program.ir" 2> "$program.errors"; then
      head -n 3 "$program.errors" >&2
      return 1
    fi
    awk -f "$normalize" "$program.ir" > "$program.$target.ll"
    rm "$program.ir" "$program.errors"
  done
}

compile() {
  local folder="$1" failed=0 target number hash
  cut -d ' ' -f 3 "$folder/LIST" | sort -un |
    xargs -I '{}' -P "${JOBS:-2}" "${BASH_SOURCE[0]}" compile_one "$folder/{}" || failed=1
  if (( failed )); then
    echo "programs.sh: a program does not compile: see the errors above, and $folder/LIST" >&2
    return 1
  fi
  for target in "${targets[@]}"; do
    (cd "$folder" && find . -maxdepth 1 -name "*.$target.ll" -exec sha256sum '{}' +) |
      while read -r hash number; do
        number="${number#./}"
        echo "${number%."$target".ll} $target $hash"
      done
  done | sort -k 1,1 > "$folder/HASHES"
  {
    "$clang" --version | sed -n '1s/^/# /p'
    sort -k 3,3 "$folder/LIST" | join -1 3 -2 1 -o 1.1,1.2,2.2,0,2.3 - "$folder/HASHES" | sort
  } > "$folder/TABLE"
  rm "$folder/HASHES"
  echo "$(wc -l < "$folder/LIST") launches, $(find "$folder" -name '*.cl' | wc -l) programs:" \
    "$folder/TABLE"
}

compare() {
  local before="$1" after="$2"
  if [[ "$(head -n 1 "$before/TABLE")" != "$(head -n 1 "$after/TABLE")" ]]; then
    echo "programs.sh: the tables are of different compilers: make both with the same one" >&2
    return 1
  fi
  awk -v before="$before" -v after="$after" '
    /^#/ { next }
    { key = $1 " " $2 " " $3 }
    NR == FNR { number[key] = $4; hash[key] = $5; next }
    !(key in hash) { ++added; print "only after: " key; next }
    {
      ++seen
      if (hash[key] != $5) {
        ++different
        print "differs: " key
        pair = number[key] " " $4 " " $3
        if (!(pair in shown)) {
          print "  diff " before "/" number[key] "." $3 ".ll " after "/" $4 "." $3 ".ll"
          shown[pair] = 1
        }
      }
      delete hash[key]
    }
    END {
      for (key in hash) { ++gone; print "only before: " key }
      printf "%d compared, %d differ, %d only before, %d only after\n", seen, different, gone, added
      exit different + gone + added > 0 || seen == 0
    }' "$before/TABLE" "$after/TABLE"
}

case "${1:-}:$#" in
  table:[345])
    mkdir -p "$3"
    rm -f "$3"/*.{cl,options,ll} "$3"/{LIST,TABLE}
    "$2" "$3" "${4:-smoke}" "${5:-all}"
    compile "$3"
    ;;
  compile:2) compile "$2" ;;
  compile_one:2) compile_one "$2" ;;
  compare:3) compare "$2" "$3" ;;
  *) usage ;;
esac
