#!/usr/bin/env bash
# Installs the packages in bare roots, as their users do, and runs a case on PoCL there.
#
#   tools/packages/roots.sh FOLDER [ROOT...]
#
# FOLDER has the wheel and the .deb, as release.sh or `bazel build //tools/packages` makes them. ROOT is a release of
# Debian, or of Ubuntu if WGSYNC_UBUNTU_MIRROR names its archive: by default bookworm, trixie, sid and noble. The wheel is
# also installed for each Python from 3.9 to 3.13 that uv has or fetches; without one, pip is asked whether it would
# take the wheel. A table comes at the end; the output of each command is in ROOTS/packages-ROOT.log. It needs root,
# debootstrap and the archive; ROOTS is that of tools/scripts/roots.sh. Exit code 1 if a command failed.
set -euo pipefail

# shellcheck source=tools/scripts/root.sh
source "$(dirname "${BASH_SOURCE[0]}")/../scripts/root.sh"

(( $# > 0 )) || complain "name the folder that has the wheel and the .deb"
folder="$(realpath "$1")"
shift
wheel="$(cd "$folder" && echo wgsync-*_x86_64.whl)"
deb="$(cd "$folder" && echo wgsync_*_amd64.deb)"
[[ -f "$folder/$wheel" && -f "$folder/$deb" ]] || complain "$folder: not one wheel and one .deb"

names=("$@")
if (( ${#names[@]} == 0 )); then
  names=(bookworm trixie sid noble)
fi

readonly INSTALL='DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends'
# 4 is unproven: the groups may have come one after the other.
readonly CASE="run --device Portable --out run --cases \
mutex.fetch_and_add/poll=rmw/signal=rmw/fence=device/pay=plain/work=counter/wg=64/groups=8 || test \$? == 4"

table=""
failed=0
row() {
  table+="$(printf '| %s | %s | %s |' "$@")"$'\n'
  echo "roots.sh: $1: $2: $3" >&2
}

# `try ROOT PACKAGE COMMANDS`: each must succeed; the first that fails is the result.
try() {
  local result="installed, one case ran" command
  while read -r command; do
    if ! inside "packages-$1" "$command"; then
      result="failed: $command"
      failed=1
      break
    fi
  done <<< "$3"
  row "$1" "$2" "$result"
}

for name in "${names[@]}"; do
  if [[ "$name" =~ ^(jammy|noble)$ ]]; then
    if [[ -z "${WGSYNC_UBUNTU_MIRROR:-}" ]]; then
      row "$name" both "not tried: no mirror"
      continue
    fi
    mirror="$WGSYNC_UBUNTU_MIRROR" make_root "packages-$name" "$name" --components=main,universe
  else
    make_root "packages-$name" "$name"
  fi
  root="$roots/packages-$name"
  rm -rf "$root/wgsync"
  mkdir "$root/wgsync"
  cp "$folder/$wheel" "$folder/$deb" "$root/wgsync"
  : > "$roots/packages-$name.log"
  try "$name" .deb "apt-get update
    $INSTALL ./$deb pocl-opencl-icd
    wgsync --version
    wgsync $CASE
    $INSTALL --purge --autoremove wgsync-"
  inside "packages-$name" "$INSTALL python3-minimal" || true
  try "$name" "wheel, $(readlink "$root/usr/bin/python3" || true)" "$INSTALL python3-venv pocl-opencl-icd ocl-icd-libopencl1
    python3 -m venv venv && venv/bin/pip install --no-index ./$wheel
    venv/bin/wgsync --version
    rm -rf run && venv/bin/wgsync $CASE"
done

scratch="$(mktemp -d)"
trap 'rm -rf "$scratch"' EXIT
for version in 3.9 3.10 3.11 3.12 3.13; do
  if command -v uv > /dev/null && uv venv --quiet --python "$version" "$scratch/$version" 2> /dev/null &&
    uv pip install --quiet --no-index --python "$scratch/$version" "$folder/$wheel"; then
    result="installed, one case ran"
    (cd "$scratch/$version" && bin/wgsync --version && eval "bin/wgsync $CASE") > "$scratch/log" 2>&1 || result="failed"
  elif /usr/bin/python3 -m pip --quiet download --no-index --no-deps --only-binary :all: --find-links "$folder" \
    --dest "$scratch/$version" --python-version "$version" --platform manylinux_2_34_x86_64 wgsync; then
    result="pip would take it; that Python is not here"
  else
    result="failed: pip refuses it"
  fi
  [[ "$result" != failed* ]] || failed=1
  row "Python $version" wheel "$result"
done
printf '\n| root | package | result |\n| --- | --- | --- |\n%s' "$table"
exit "$failed"
