#!/usr/bin/env bash
# Installs what building and testing wgsync needs, on Debian and its relatives.
#
#   tools/setup.sh    installs what is missing and says what; is silent if nothing is
#
# The other scripts source it, for wgsync_setup and wgsync_bazel.
#
# WGSYNC_OUTPUT_ROOT, if set, is the folder for Bazel's files, for where Bazel's
# own choice (below the home folder) cannot be written or is too small.
set -euo pipefail

WGSYNC_ROOT="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)"

# What must be there, and Debian's package that has it. Not the package but the
# thing itself is looked for: a command, a library (lib:), a file (/...). What
# was installed by other means counts, and looking takes no time.
readonly WGSYNC_NEEDS='
bazel bazel-bootstrap
clang++ clang
clang-format clang-format
clang-tidy clang-tidy
file file
g++ g++
git git
groff groff-base
mandoc mandoc
pkg-config pkg-config
xmllint libxml2-utils
zip zip
/usr/include/CL/cl.h opencl-c-headers
/usr/include/CL/opencl.hpp opencl-clhpp-headers
/usr/include/CLI/CLI.hpp libcli11-dev
/usr/include/absl/base/config.h libabsl-dev
/usr/include/gmock/gmock.h libgmock-dev
/usr/include/nlohmann/json.hpp nlohmann-json3-dev
/usr/include/openssl/evp.h libssl-dev
/usr/include/utf8cpp/utf8.h libutfcpp-dev
/usr/include/zlib.h zlib1g-dev
/usr/lib/python3/dist-packages/jsonschema/__init__.py python3-jsonschema
/usr/share/javascript/chart.js/chart.min.js libjs-chart.js
lib:*/lib/linux/libclang_rt.fuzzer-*.a libclang-rt-dev
lib:libOpenCL.so ocl-icd-opencl-dev
'

# The same for drivers, and for the browser that the pages are tried in. Not every release has each of
# them, and the rest is tested without: one that cannot be had is named, and the rest goes on.
readonly WGSYNC_DRIVERS='
/usr/bin/chromium-headless-shell chromium-headless-shell
lib:libRusticlOpenCL.so.1 mesa-opencl-icd
lib:libpocl.so.* pocl-opencl-icd
/usr/lib/oclgrind/liboclgrind-rt-icd.so oclgrind
'

wgsync_has() {
  case "$1" in
    lib:*)
      compgen -G "/usr/lib/*/${1#lib:}" > /dev/null || compgen -G "/usr/lib64/${1#lib:}" > /dev/null
      ;;
    /*) [[ -e "$1" ]] ;;
    *) command -v "$1" > /dev/null ;;
  esac
}

# Sets `things` and `packages` to what is missing, and `drivers` to the packages of missing drivers.
wgsync_find_missing() {
  local thing package
  things=()
  packages=()
  drivers=()
  while read -r thing package; do
    if [[ -n "$thing" ]] && ! wgsync_has "$thing"; then
      things+=("${thing#lib:}")
      packages+=("$package")
    fi
  done <<< "$WGSYNC_NEEDS"
  while read -r thing package; do
    if [[ -n "$thing" ]] && ! wgsync_has "$thing"; then
      drivers+=("$package")
    fi
  done <<< "$WGSYNC_DRIVERS"
}

# Prints those of the given packages that apt could install.
wgsync_available() {
  if (( $# > 0 )) && command -v apt-cache > /dev/null; then
    apt-cache policy "$@" | awk '
      /^[^ ]/ { sub(":$", "", $1); package = $1 }
      /^ +Candidate:/ && $2 != "(none)" { print package }'
  fi
}

wgsync_apt() {
  local as_root=()
  if (( EUID != 0 )); then
    as_root=(sudo)
  fi
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get "$@" < /dev/null
}

# Installs `packages`, and of `drivers` those that there are.
wgsync_install() {
  local available
  wgsync_apt update || return
  mapfile -t available < <(wgsync_available "${drivers[@]}")
  wgsync_apt install --yes --no-install-recommends "${packages[@]}" "${available[@]}"
}

# Installs what is missing; where it cannot, says what that is and fails.
wgsync_setup() {
  local things packages drivers log
  wgsync_find_missing
  if (( ${#things[@]} == 0 )) && [[ -z "$(wgsync_available "${drivers[@]}")" ]]; then
    if (( ${#drivers[@]} > 0 )); then
      echo "wgsync: going on without: ${drivers[*]}" >&2
    fi
    return
  fi
  if ! command -v apt-get > /dev/null; then
    echo "wgsync: missing here: ${things[*]}" >&2
    echo "wgsync: no apt-get to install them with; in Debian they are: ${packages[*]}" >&2
    return 1
  fi
  if (( EUID != 0 )) && ! command -v sudo > /dev/null; then
    echo "wgsync: run as root, since there is no sudo:" \
      "apt-get install --no-install-recommends ${packages[*]} ${drivers[*]}" >&2
    return 1
  fi

  echo "wgsync: installing ${packages[*]} ${drivers[*]}" >&2
  log="$(mktemp)"
  if ! wgsync_install > "$log" 2>&1; then
    tail -n 20 "$log" >&2
    rm -f "$log"
    echo "wgsync: apt-get could not install them; its last words are above" >&2
    return 1
  fi
  rm -f "$log"

  wgsync_find_missing
  if (( ${#things[@]} > 0 )); then
    echo "wgsync: installed all, and yet not found: ${things[*]}" >&2
    return 1
  fi
  if (( ${#drivers[@]} > 0 )); then
    echo "wgsync: going on without: ${drivers[*]}" >&2
  fi
}

# Bazel in this source tree, whatever the working folder is.
wgsync_bazel() {
  # The link bazel-NAME into the output root: Bazel skips only the one of the root in use, and //...
  # would go through one that another root left behind.
  local startup=() link="$WGSYNC_ROOT/bazel-${WGSYNC_ROOT##*/}" status=0
  if [[ -n "${WGSYNC_OUTPUT_ROOT:-}" ]]; then
    startup=("--output_user_root=$WGSYNC_OUTPUT_ROOT")
  fi
  rm -f "$link"
  (cd "$WGSYNC_ROOT" && bazel "${startup[@]}" "$@") || status=$?
  rm -f "$link"
  return "$status"
}

if [[ "${BASH_SOURCE[0]}" == "$0" ]]; then
  wgsync_setup
fi
