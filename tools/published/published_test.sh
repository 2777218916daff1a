#!/usr/bin/env bash
# What reports/published/ says is what its logs have; see published_test.py.
set -euo pipefail

python3 tools/published/published_test.py "$1" "$(dirname "$2")"
