#!/usr/bin/env bash
# Compares what the program writes with the schemas that it prints; see schema_test.py.
set -euo pipefail

# Debian's, which has python3-jsonschema (tools/setup.sh), and not another one of the path.
readonly PYTHON=/usr/bin/python3

schemas="$(mktemp -d)"
trap 'rm -rf "$schemas"' EXIT
tools/wgsync schema | while read -r name _; do
  tools/wgsync schema "$name" > "$schemas/$name.json"
done
"$PYTHON" tools/golden/schema_test.py tools/golden "$schemas"
