#!/usr/bin/env bash
# MODULE.bazel cannot load version.bzl: its copy of the version is compared.
#
#   version_test.sh MODULE.bazel VERSION
set -euo pipefail

got="$(sed -n '/^module(/{:a;/)/!{N;ba;};s/.*\bversion = "\([^"]*\)".*/\1/p;}' "$1")"
if [[ "$got" != "$2" ]]; then
  echo "MODULE.bazel: module() has version \"$got\"; write \"$2\", as tools/packages/version.bzl has" >&2
  exit 1
fi
