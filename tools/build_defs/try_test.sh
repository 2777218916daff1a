#!/usr/bin/env bash
# The test that wgsync_try_test makes. Its inputs are variables of try_test.bzl.
set -euo pipefail

IFS=';' read -ra options <<< "$WGSYNC_TEST_OPTIONS"
exec "$(dirname "$0")/../wgsync" try "$WGSYNC_TEST_KERNEL" --device "$WGSYNC_TEST_DEVICE" "${options[@]}"
