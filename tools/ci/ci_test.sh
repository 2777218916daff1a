#!/usr/bin/env bash
# The GitHub action and the GitLab component: linted, trusted, and run on PoCL.
#
#   ci_test.sh WHEEL
set -euo pipefail

here="$(dirname "${BASH_SOURCE[0]}")"
action="$here/github/action.yml"
example="$here/github/example.yml"
gitlab="$here/gitlab.yml"

fail() {
  echo "FAIL: $*" >&2
  exit 1
}

yamllint --strict --config-data '{extends: default, rules: {document-start: disable, truthy: disable, comments: disable,
  line-length: {max: 160}}}' "$action" "$example" "$gitlab" || fail "yamllint"

grep -A 1 '^permissions:$' "$example" | grep -qx '  contents: read' || fail "example.yml: the token may do more than read"
grep -h 'uses:' "$action" "$example" | grep -vE '@[0-9a-f]{40} # v[0-9.]+$' && fail "an action is not pinned by commit"
for file in "$action" "$gitlab"; do
  grep -q 'An uploaded log contains' "$file" || fail "$file: nothing about the contents of a log"
done
# Debian's, which has its YAML.
exec /usr/bin/python3 "$here/ci_test.py" "$1" "$action" "$example" "$gitlab"
