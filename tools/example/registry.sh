#!/usr/bin/env bash
# Makes a registry of Bazel with one module, wgsync, of the committed state of this clone.
#
#   tools/example/registry.sh OUT
#
# A project with `bazel_dep(name = "wgsync", version = "VERSION")` names it by --registry=file:///OUT, before the
# central registry. For Bazel 7 and later.
set -euo pipefail

root="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)"
if (( $# != 1 )) || [[ -e "$1" ]]; then
  echo "registry.sh: it takes one argument, a new folder" >&2
  exit 2
fi
version="$(sed -n 's/^VERSION = "\(.*\)"$/\1/p' "$root/tools/packages/version.bzl")"
module="$1/modules/wgsync"
mkdir -p "$module/$version"
out="$(cd "$1" && pwd -P)"
archive="$out/wgsync-$version.tar.gz"
git -C "$root" archive --prefix="wgsync-$version/" --output="$archive" HEAD
git -C "$root" show HEAD:MODULE.bazel > "$module/$version/MODULE.bazel"
echo '{}' > "$out/bazel_registry.json"
printf '{"versions": ["%s"], "yanked_versions": {}}\n' "$version" > "$module/metadata.json"
printf '{"url": "file://%s", "integrity": "sha256-%s", "strip_prefix": "wgsync-%s"}\n' \
  "$archive" "$(openssl dgst -sha256 -binary "$archive" | base64 -w 0)" "$version" > "$module/$version/source.json"
