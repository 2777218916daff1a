#!/usr/bin/env bash
# Makes the packages for aarch64 on an x86-64 machine, and tries them in QEMU's user mode.
#
#   tools/packages/aarch64.sh OUT
#
# OUT, a new folder, gets the archive, the wheel and the .deb of the committed state of this clone. They are built
# in a Debian 12 for x86-64 by Debian's cross compiler. Then they are installed in a Debian 12 for arm64, where a
# case runs on PoCL. Both are roots of tools/scripts/root.sh, 5 GB. It needs also qemu-user-static and a kernel
# with binfmt_misc. The output of the commands in a root is in its log.
set -euo pipefail

# shellcheck source=tools/scripts/root.sh
source "$(dirname "${BASH_SOURCE[0]}")/../scripts/root.sh"

readonly CROSS=aarch64-cross ARM=aarch64
readonly TOOLS=/usr/aarch64-linux-gnu/bin

# What tools/setup.sh lists for a build; libraries for the other processor.
readonly PACKAGES='bazel-bootstrap git pkg-config python3-minimal g++-aarch64-linux-gnu
  libcli11-dev libjs-chart.js libutfcpp-dev nlohmann-json3-dev opencl-c-headers opencl-clhpp-headers
  libabsl-dev:arm64 libgmock-dev:arm64 libssl-dev:arm64 libstdc++6:arm64 ocl-icd-opencl-dev:arm64 zlib1g-dev:arm64'

# `enter ROOT COMMAND`
enter() {
  inside "$1" "set -e; $2" || complain "this failed; see $roots/$1.log: $2"
}

(( $# == 1 )) || complain "it takes one argument, a new folder for the packages"
[[ ! -e "$1" ]] || complain "$1 is already there"

# The kernel starts programs of arm64 by QEMU, in every root: Debian's line has the flag F.
binfmt=/proc/sys/fs/binfmt_misc
[[ -e /usr/lib/binfmt.d/qemu-aarch64.conf ]] || complain "no QEMU; apt-get install qemu-user-static"
[[ -e "$binfmt/register" ]] || mount -t binfmt_misc binfmt_misc "$binfmt" || complain "the kernel has no binfmt_misc"
[[ -e "$binfmt/qemu-aarch64" ]] || cat /usr/lib/binfmt.d/qemu-aarch64.conf > "$binfmt/register"

make_root "$CROSS" bookworm
copy_source "$CROSS"
enter "$CROSS" "dpkg --add-architecture arm64 && apt-get update &&
  DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends ${PACKAGES//$'\n'/ }"
# Bazel lets the compiler look for its linker in the compiler's folder, so that it must be that of the cross tools.
# The bundle's own program, which prints its manual page, runs in QEMU.
enter "$CROSS" "ln -sf /usr/bin/aarch64-linux-gnu-gcc $TOOLS/gcc &&
  PATH=$TOOLS:\$PATH CC=$TOOLS/gcc PKG_CONFIG_PATH=/usr/lib/aarch64-linux-gnu/pkgconfig \
    bazel build --config=release //tools:bundle"

version="$(sed -n 's/^VERSION = "\(.*\)"$/\1/p' "$roots/$CROSS/wgsync/tools/packages/version.bzl")"
wheel="wgsync-$version-py3-none-manylinux_2_34_aarch64.whl"
deb="wgsync_${version}_arm64.deb"
enter "$CROSS" "mkdir packages && cp bazel-bin/tools/wgsync-linux-x86_64.tar.gz packages/wgsync-linux-aarch64.tar.gz
  for name in $wheel $deb; do
    python3 tools/packages/package.py packages/wgsync-linux-aarch64.tar.gz $version packages/\$name
  done"

make_root "$ARM" bookworm --arch=arm64
rm -rf "$roots/$ARM/wgsync"
cp -r "$roots/$CROSS/wgsync/packages" "$roots/$ARM/wgsync"
enter "$ARM" "apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install --yes --reinstall --no-install-recommends \
  ./$deb pocl-opencl-icd python3-venv"
enter "$ARM" "python3 -m venv venv && venv/bin/pip install --no-index ./$wheel && venv/bin/wgsync --version"
enter "$ARM" "wgsync --version && wgsync device && wgsync list --tier smoke > list && test \$(wc -l < list) -gt 100"
# 4 is unproven: the groups may have come one after the other.
enter "$ARM" "wgsync run --device Portable --out run --cases \
  'mutex.fetch_and_add/poll=rmw/signal=rmw/fence=device/pay=plain/work=counter/wg=64/groups=8' || test \$? == 4"
enter "$ARM" "wgsync show run"
mkdir -p "$1"
cp "$roots/$ARM/wgsync/"*.tar.gz "$roots/$ARM/wgsync/$wheel" "$roots/$ARM/wgsync/$deb" "$1"
tail -n 20 "$roots/$ARM.log"
