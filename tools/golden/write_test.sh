#!/usr/bin/env bash
# No call that fails makes a command lose a file or succeed; see write_test.py.
set -euo pipefail

python3 tools/golden/write_test.py tools/wgsync tools/golden/runs tools/golden/libfailing_calls.so "$@"
