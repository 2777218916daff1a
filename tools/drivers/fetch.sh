#!/usr/bin/env bash
# Puts an OpenCL driver into a folder of its own, beside others, without touching the system:
#
#   tools/drivers/fetch.sh intel 2025.3.3          Intel's CPU runtime, from the index of pip
#   tools/drivers/fetch.sh pocl-wheel 3.0          PoCL as a wheel, likewise
#   tools/drivers/fetch.sh debian trixie pocl      a driver of another Debian, with its C library:
#                                                  pocl, rusticl, or names of packages
#   tools/drivers/fetch.sh compilers sid           not a driver: compilers for the targets of
#                                                  `wgsync compile`, which needs no GPU
#   tools/drivers/fetch.sh khronos-loader          not a driver: Khronos' loader, which Intel's wheel
#                                                  has, for LD_LIBRARY_PATH=FOLDER/lib
#
# The folder is the last line that it prints; `wgsync ... --driver-dir FOLDER` takes it, and for
# Debian's `FOLDER/run wgsync ...`. Folders are made below $WGSYNC_DRIVERS; without it, below the
# user's cache folder. A driver that is there already is not fetched again.
#
# A driver is code that runs with the user's rights. A folder that another user owns or can write is
# refused, and a wheel that is listed in known.sha256 must have the digest that is listed.
set -euo pipefail
umask 022

usage="intel VERSION, pocl-wheel VERSION, debian SUITE PACKAGE..., compilers SUITE, or khronos-loader [VERSION]"
# Of Intel's wheel; a newer loader than most systems have.
loader_version=2026.2.0
known="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)/known.sha256"

die() {
  echo "fetch.sh: $*" >&2
  exit 1
}

# Runs a command with its output in $part/log; where it fails, one line says why.
quietly() {
  local what="$1" last
  shift
  if "$@" > "$part/log" 2>&1; then
    return
  fi
  if grep -qiE 'no space left|disk full|not enough free space' "$part/log"; then
    die "$name: the disk of $top is full; make room (a driver takes up to 2 GB), then run this again"
  fi
  last="$(grep -E '^(ERROR|E):' "$part/log" | tail -n 1 || true)"
  [[ -n "$last" ]] || last="$(grep -v '^ *$' "$part/log" | tail -n 1 || true)"
  die "$name: $what: ${last:-it ended in an error}; fix that, then run this again"
}

need() {
  command -v "$1" > /dev/null || die "$1 is not installed"
}

# Refuses a file or folder that another user could have put there or changed.
refuse_untrusted() {
  [[ -O "$1" ]] ||
    die "$1 belongs to another user; remove it, or set WGSYNC_DRIVERS to a folder of yours"
  (( (8#$(stat -Lc %a "$1") & 8#022) == 0 )) ||
    die "$1 can be written by other users; look at what is in it, then run chmod go-w '$1'"
}

# The settings of pip: the index, the proxy and the certificates of the environment, and no other
# index. --isolated ignores the user's pip.conf, and the empty values hide those of the system's.
write_pip_conf() {
  local variable
  {
    echo "[global]"
    for variable in INDEX_URL PROXY CERT CLIENT_CERT TRUSTED_HOST; do
      local value="PIP_$variable" key="${variable,,}"
      [[ -z "${!value:-}" ]] || echo "${key//_/-} = ${!value}"
    done
    printf 'extra-index-url =\nfind-links =\n[download]\nextra-index-url =\nfind-links =\n'
  } > "$part/pip.conf"
}

# Compares a wheel with known.sha256, by the name and the version that were asked for: pip accepts
# 1.0+local and 1.0.0 as 1.0.
check_digest() {
  local wheel="$1" requirement="$2" digest listed
  digest="$(sha256sum < "$wheel" | cut -c1-64)"
  listed="$(awk -v prefix="${requirement/==/-}-" \
    '$1 !~ /^#/ && index($2, prefix) == 1 { print $1 }' "$known")"
  if [[ -z "$listed" ]]; then
    echo "fetch.sh: the digest of $(basename "$wheel") is not pinned; it has SHA-256 $digest" >&2
  elif ! grep -qxF "$digest" <<< "$listed"; then
    die "$name: $(basename "$wheel") has SHA-256 $digest, and $known has ${listed//$'\n'/ or };" \
      "the index has another file: set PIP_INDEX_URL to one that you trust"
  fi
}

# Wheels, without what they depend on, into $part/wheels.
wheels() {
  local requirement wheel
  need unzip
  mkdir "$part/wheels"
  (umask 077 && write_pip_conf)
  for requirement in "$@"; do
    quietly "pip cannot get it" env PIP_CONFIG_FILE="$part/pip.conf" \
      python3 -m pip --isolated download --disable-pip-version-check \
      --no-input --no-deps --only-binary :all: --dest "$part/next" "$requirement"
    for wheel in "$part"/next/*.whl; do
      check_digest "$wheel" "${requirement//-/_}"
      quietly "$(basename "$wheel") is damaged" unzip -tq "$wheel"
    done
    mv "$part"/next/*.whl "$part/wheels/"
  done
  rm -rf "$part/next" "$part/pip.conf"
}

# The same file under several names is kept once.
link_equal_files() {
  local file sum first
  declare -A seen=()
  for file in "$1"/*; do
    [[ -f "$file" && ! -L "$file" ]] || continue
    sum="$(sha256sum "$file" | cut -c1-64)"
    first="${seen[$sum]:-}"
    if [[ -n "$first" ]]; then
      ln -sf "$(basename "$first")" "$file"
    else
      seen[$sum]="$file"
    fi
  done
}

# The file for the loader, by the name that the library will have.
write_icd() {
  mkdir -p "$part/vendors"
  [[ -e "$part/$1" ]] || die "$name: no $(basename "$1") in what was fetched; is it a driver?"
  echo "$folder/$1" > "$part/vendors/$kind.icd"
}

# Sets `tbb` to the version that fits. Without it there would be no platform and no message.
find_tbb() {
  case "$1" in
    202[1-4].*) tbb=2021.13.1 ;;
    2025.*) tbb=2022.3.1 ;;
    2026.*) tbb=2023.2.0 ;;
    *) die "$name: which tbb goes with it is not known; versions are 2021.4.0 to 2026.2.0" ;;
  esac
}

# Intel's libraries look for each other in their own folder, which has cl.cfg too.
fetch_intel() {
  local version="$1"
  wheels "intel-opencl-rt==$version" "intel-cmplr-lib-rt==$version" "tbb==$tbb"
  mkdir -p "$part/lib"
  local wheel
  for wheel in "$part"/wheels/*.whl; do
    # 11: nothing matched the -x.
    quietly "cannot unpack $(basename "$wheel")" unzip -qjo "$wheel" '*.data/data/lib/*' \
      -x '*/icx-lto.so' '*/libOpenCL*' '*/' -d "$part/lib"
  done
  link_equal_files "$part/lib"
  write_icd lib/libintelocl.so
}

# The loader, and the libraries of Intel's compiler that it is linked to.
fetch_khronos_loader() {
  wheels "intel-opencl-rt==$1" "intel-cmplr-lib-rt==$1"
  mkdir -p "$part/lib"
  quietly "it has no loader" unzip -qjo "$part"/wheels/intel_opencl_rt-*.whl '*/libOpenCL.so.1' -d "$part/lib"
  quietly "its loader's libraries are not there" unzip -qjo "$part"/wheels/intel_cmplr_lib_rt-*.whl \
    '*/libimf.so' '*/libintlc.so.5' '*/libirng.so' '*/libsvml.so' -d "$part/lib"
}

fetch_pocl_wheel() {
  wheels "pocl-binary-distribution==$1"
  quietly "cannot unpack it" unzip -qo "$part"/wheels/*.whl -d "$part/lib"
  local library
  library="$(cd "$part" && find lib -name 'libpocl*.so*' | sort | head -n 1)"
  [[ -n "$library" ]] || die "$name: no libpocl in the wheel"
  write_icd "$library"
}

# A private apt: its lists, state and cache are in the folder, and the system's are not looked at.
own_apt() {
  apt-get -o Dir::Etc::SourceList="$part/apt/sources.list" -o Dir::Etc::SourceParts=/dev/null \
    -o Dir::State="$part/apt/state" -o Dir::State::status="$part/apt/status" \
    -o Dir::Cache="$part/apt/cache" -o APT::Install-Recommends=false \
    -o APT::Get::List-Cleanup=false -o APT::Sandbox::User= -o Debug::NoLocking=true "$@"
}

# Everything down to the C library, unpacked and not installed: no script of a package is run.
fetch_debian() {
  local suite="$1" mirror deb package packages=()
  for package in "${@:2}"; do
    case "$package" in
      pocl) package=pocl-opencl-icd ;;
      rusticl) package=mesa-opencl-icd ;;
    esac
    packages+=("$package")
  done
  for tool in apt-get dpkg-deb unshare tar; do need "$tool"; done
  # shellcheck disable=SC2016  # apt's own variable
  mirror="$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 2> /dev/null |
    grep -m 1 '/debian/*$' || true)"
  mkdir -p "$part"/apt/{state/lists/partial,cache/archives/partial} "$part/root"
  : > "$part/apt/status"
  echo "deb ${mirror:-http://deb.debian.org/debian} $suite main" > "$part/apt/sources.list"
  # A mirror may be older than its Release file allows; the signature is checked in any case.
  quietly "apt has no suite $suite" own_apt --error-on=any -o Acquire::Check-Valid-Until=false update
  quietly "apt cannot get ${packages[*]}" own_apt --yes --download-only install \
    "${packages[@]}" ocl-icd-libopencl1 libstdc++6 dash coreutils
  # All files are below usr, and the old names lead there.
  mkdir -p "$part"/root/{usr/bin,usr/sbin,usr/lib,usr/lib64,proc,sys,dev,tmp}
  ln -s usr/bin usr/sbin usr/lib usr/lib64 "$part/root/"
  # shellcheck disable=SC2016  # the inner bash expands them
  for deb in "$part"/apt/cache/archives/*.deb; do
    quietly "cannot unpack $(basename "$deb")" bash -o pipefail -c \
      'dpkg-deb --fsys-tarfile "$1" | tar -x --keep-directory-symlink --no-same-owner -C "$2"' \
      bash "$deb" "$part/root"
  done
  rm -rf "$part/apt/cache" "$part/apt/state"
  cp "$(dirname "${BASH_SOURCE[0]}")/inside.sh" "$part/run"
  chmod +x "$part/run"
}

kind="${1:-}"
shift || true
[[ "$kind/$#" != khronos-loader/0 ]] || set -- "$loader_version"
case "$kind/$#" in
  intel/1 | pocl-wheel/1 | compilers/1 | debian/[2-9] | khronos-loader/1) ;;
  *) die "what is to be fetched? $usage" ;;
esac
for word in "$@"; do
  [[ "$word" =~ ^[A-Za-z0-9][A-Za-z0-9.+_-]*$ ]] || die "$word is no name or version; $usage"
done
name="$kind $*"
tbb=""
[[ "$kind" != intel ]] || find_tbb "$1"

top="${WGSYNC_DRIVERS:-}"
if [[ -z "$top" ]]; then
  cache="${XDG_CACHE_HOME:-${HOME:+$HOME/.cache}}"
  [[ -n "$cache" ]] ||
    die "there is no folder for drivers; set HOME, or WGSYNC_DRIVERS to a folder of yours"
  top="$cache/wgsync/drivers"
fi
mkdir -p "$top" 2> /dev/null || die "$top: cannot write there; set WGSYNC_DRIVERS to another folder"
top="$(cd "$top" && pwd -P)"
refuse_untrusted "$top"
folder="$top/$kind-$(IFS=-; echo "$*")"
if [[ -e "$folder/driver.txt" ]]; then
  refuse_untrusted "$folder"
  refuse_untrusted "$folder/driver.txt"
  echo "$folder"
  exit
fi

part="$folder.part"
# Two at a time would unpack into one folder. The lock goes with the process.
if [[ -L "$folder.lock" || ( -e "$folder.lock" && ! -f "$folder.lock" ) ]]; then
  die "$folder.lock is not a regular file; remove it, then run this again"
fi
exec 9>> "$folder.lock" || die "$top: cannot write there; set WGSYNC_DRIVERS to another folder"
if command -v flock > /dev/null; then
  flock -n 9 || die "$name: another fetch.sh is at it; wait for its end"
fi
# What an earlier one left half done.
rm -rf "$part" "$folder"
mkdir -p "$part"
trap 'rm -rf "$part" "$folder.lock"' EXIT

echo "fetch.sh: fetching $name into $folder" >&2
case "$kind" in
  intel) fetch_intel "$1" ;;
  pocl-wheel) fetch_pocl_wheel "$1" ;;
  debian) fetch_debian "$@" ;;
  compilers) fetch_debian "$1" clang-21 rocm-device-libs-21 intel-ocloc libigc2 libigdfcl2 ;;
  khronos-loader) fetch_khronos_loader "$1" ;;
esac
{
  echo "$name"
  if [[ -d "$part/wheels" ]]; then
    (cd "$part/wheels" && sha256sum -- *.whl)
  fi
} > "$part/driver.txt"
rm -rf "$part/wheels" "$part/log"
mv "$part" "$folder"
echo "$folder"
