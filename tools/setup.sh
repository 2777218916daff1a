#!/usr/bin/env bash
# Installs what building and testing wgsync needs, on Debian, Ubuntu and their relatives; on Fedora and
# RHEL it names the packages.
#
#   tools/setup.sh build    what `wgsync` needs to be built, and drivers to run it on
#   tools/setup.sh [test]   what the tests need, too: compilers for sanitizers, linters, a browser, a database
#
# It says what it installs, and is silent if nothing is missing. The other scripts source it, for
# wgsync_setup and wgsync_bazel.
#
# WGSYNC_OUTPUT_ROOT, if set, is the folder for Bazel's files, for where Bazel's
# own choice (below the home folder) cannot be written or is too small.
set -euo pipefail

WGSYNC_ROOT="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)"

# What must be there, and the packages that have it: Debian's and Ubuntu's, then Fedora's and RHEL's
# ("-" where they have none). Not the package but the thing itself is looked for: a command, a library
# (lib:), a file (/...). What was installed by other means counts, and looking takes no time.
readonly WGSYNC_BUILD_NEEDS='
bazel bazel-bootstrap -
g++ g++ gcc-c++
git git git
pkg-config pkg-config pkgconf-pkg-config
/usr/include/CL/cl.h opencl-c-headers opencl-headers
/usr/include/CL/opencl.hpp opencl-clhpp-headers opencl-headers
/usr/include/CLI/CLI.hpp libcli11-dev cli11-devel
/usr/include/absl/base/config.h libabsl-dev abseil-cpp-devel
/usr/include/nlohmann/json.hpp nlohmann-json3-dev json-devel
/usr/include/openssl/sha.h libssl-dev openssl-devel
/usr/include/utf8cpp/utf8.h libutfcpp-dev utf8cpp-devel
/usr/include/zlib.h zlib1g-dev zlib-devel
lib:libOpenCL.so ocl-icd-opencl-dev ocl-icd-devel
'
readonly WGSYNC_TEST_NEEDS='
clang++ clang clang
clang-format clang-format clang-tools-extra
clang-tidy clang-tidy clang-tools-extra
curl curl curl
dpkg-deb dpkg dpkg
file file file
groff groff-base groff-base
llvm-symbolizer llvm llvm
mandoc mandoc mandoc
openssl openssl openssl
ssh-keygen openssh-client openssh
unzip unzip unzip
xmllint libxml2-utils libxml2
yamllint yamllint yamllint
zip zip zip
/usr/include/gmock/gmock.h libgmock-dev gmock-devel
/usr/lib/python3/dist-packages/jsonschema/__init__.py python3-jsonschema python3-jsonschema
/usr/lib/python3/dist-packages/pip/__init__.py python3-pip python3-pip
lib:*/lib/linux/libclang_rt.fuzzer-*.a libclang-rt-dev compiler-rt
lib:ensurepip/__init__.py python3-venv python3-libs
'

# The same for drivers, for what makes SPIR-V of the kernels (kernels/spirv.sh), for what draws the page's charts, for the browser that the pages are tried in, and
# for the database of tools/fleet. Not every release has each of them, and the rest goes on without: one that cannot be had is named.
readonly WGSYNC_OCLGRIND=/usr/lib/oclgrind/liboclgrind-rt-icd.so
readonly WGSYNC_DRIVER_NEEDS="
/usr/share/javascript/chart.js/chart.min.js libjs-chart.js -
clang-15 clang-15 -
llvm-spirv-15 llvm-spirv-15 -
lib:libRusticlOpenCL.so.1 mesa-opencl-icd mesa-libOpenCL
lib:libpocl.so.* pocl-opencl-icd pocl
$WGSYNC_OCLGRIND oclgrind -
"
readonly WGSYNC_TEST_EXTRAS='
/usr/bin/chromium-headless-shell chromium-headless-shell -
lib:*/bin/initdb postgresql postgresql-server
'

wgsync_has() {
  case "$1" in
    lib:*)
      compgen -G "/usr/lib*/*/${1#lib:}" > /dev/null || compgen -G "/usr/lib64/${1#lib:}" > /dev/null
      ;;
    /*) [[ -e "$1" ]] ;;
    *) command -v "$1" > /dev/null ;;
  esac
}

# Sets `things` and `packages` to what is missing, and `drivers` to the packages of what may be
# missing; `fedora` and `fedora_drivers` are these packages there. $1 is build or test.
wgsync_find_missing() {
  local thing package other needs="$WGSYNC_BUILD_NEEDS" more="$WGSYNC_DRIVER_NEEDS"
  if [[ "$1" == test ]]; then
    needs+="$WGSYNC_TEST_NEEDS"
    more+="$WGSYNC_TEST_EXTRAS"
  fi
  things=()
  packages=()
  drivers=()
  fedora=()
  fedora_drivers=()
  while read -r thing package other; do
    if [[ -n "$thing" ]] && ! wgsync_has "$thing"; then
      things+=("${thing#lib:}")
      packages+=("$package")
      if [[ "$other" != - ]]; then fedora+=("$other"); fi
    fi
  done <<< "$needs"
  while read -r thing package other; do
    if [[ -n "$thing" ]] && ! wgsync_has "$thing"; then
      drivers+=("$package")
      if [[ "$other" != - ]]; then fedora_drivers+=("$other"); fi
    fi
  done <<< "$more"
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

# What to do where there is no apt-get.
wgsync_elsewhere() {
  echo "wgsync: missing here: ${things[*]}" >&2
  if command -v dnf > /dev/null; then
    echo "wgsync: run: sudo dnf install ${fedora[*]} ${fedora_drivers[*]}" >&2
  else
    echo "wgsync: no apt-get to install them with; in Debian they are: ${packages[*]}" >&2
  fi
  if [[ " ${things[*]} " == *" bazel "* ]]; then
    echo "wgsync: Bazel is Bazelisk's: github.com/bazelbuild/bazelisk, as a command \`bazel\`" >&2
  fi
}

# Debian's Bazel 7 takes rules and libraries from the system and asks no network: .bazelrc imports how.
# Any other Bazel 7 takes them from the central registry.
wgsync_offline() {
  local settings="$WGSYNC_ROOT/.offline.bazelrc"
  if [[ -d /usr/share/bazel/rules && "$(command -v bazel)" == /usr/bin/bazel ]]; then
    ln -sfn tools/build_defs/offline/offline.bazelrc "$settings"
  else
    rm -f "$settings"
  fi
}

# Installs what is missing; where it cannot, says what that is and fails. $1 is build or test (if not
# given).
wgsync_setup() {
  wgsync_install_missing "${1:-test}"
  wgsync_offline
}

wgsync_install_missing() {
  local things packages drivers fedora fedora_drivers log what="$1"
  wgsync_find_missing "$what"
  if (( ${#things[@]} == 0 )) && [[ -z "$(wgsync_available "${drivers[@]}")" ]]; then
    if (( ${#drivers[@]} > 0 )); then
      echo "wgsync: going on without: ${drivers[*]}" >&2
    fi
    return
  fi
  if ! command -v apt-get > /dev/null; then
    wgsync_elsewhere
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
    if [[ " ${packages[*]} " == *" bazel-bootstrap "* ]]; then
      echo "wgsync: a release without bazel-bootstrap takes Bazelisk as \`bazel\`:" \
        "github.com/bazelbuild/bazelisk" >&2
    fi
    return 1
  fi
  rm -f "$log"

  wgsync_find_missing "$what"
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
  case "${1:-test}" in
    build | test) wgsync_setup "${1:-test}" ;;
    *)
      echo "setup.sh: $1: it takes build or test" >&2
      exit 2
      ;;
  esac
fi
