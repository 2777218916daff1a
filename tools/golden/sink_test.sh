#!/usr/bin/env bash
# No report takes a part of a hostile log for more than text; see sink_test.py.
set -euo pipefail

python3 tools/golden/sink_test.py tools/wgsync tools/golden/runs
