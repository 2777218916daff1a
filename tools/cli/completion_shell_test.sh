#!/usr/bin/env bash
# The completion scripts in the shells themselves. Bash's must work; those of Zsh and fish are tried where these
# are installed. The manual page is read by groff and mandoc, where they are.
set -euo pipefail

failures=0
fail() {
  echo "FAILED: $*" >&2
  failures=$((failures + 1))
}

bin="$(mktemp -d)"
trap 'rm -rf "$bin"' EXIT
ln -s "$PWD/tools/wgsync" "$bin/wgsync"
PATH="$bin:$PATH"

# What Bash offers at the end of a line; the words are parted as Bash does it.
offered() {
  bash --norc --noprofile -c '
    source <(wgsync completion bash)
    COMP_LINE=$1
    COMP_POINT=${#COMP_LINE}
    spaced=$COMP_LINE
    [[ $spaced == *[\"\x27]* ]] || spaced=$(sed -E "s/([=:])/ \1 /g" <<< "$spaced")
    read -ra COMP_WORDS <<< "$spaced"
    [[ $COMP_LINE == *" " ]] && COMP_WORDS+=("")
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
    _wgsync wgsync "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
    printf "%s\n" "${COMPREPLY[@]}"' bash "$1" 2> /dev/null
}

# offers LINE REPLY: REPLY is among what is offered; a blank at its end counts.
offers() {
  local got
  got="$(offered "$1")"
  grep -qxF -- "$2" <<< "$got" || fail "'$1' is not offered '$2', but: ${got//$'\n'/|}"
}

registered="$(bash --norc --noprofile -c 'source <(wgsync completion bash); complete -p wgsync')"
[[ "$registered" == *"-F _wgsync wgsync" ]] || fail "complete -p wgsync: $registered"

offers 'wgsync ma' 'matrix '
offers 'wgsync expect ' 'check '
offers 'wgsync run --ti' '--tier '
offers 'wgsync run --tier ' 'smoke '
offers 'wgsync run --tier=de' 'default '
offers 'wgsync run --bind violation,pr' 'violation,progress '
offers 'wgsync run --device type:g' 'gpu '
offers 'wgsync can barrier.sense' 'barrier.sense_reversing '
offers 'wgsync list barrier.sense' 'barrier.sense_reversing/'
offers 'wgsync run --cases mutex.spin_cas/poll=r' 'rmw/'
offers "wgsync run --cases 'mutex.spin_cas/poll=r" 'mutex.spin_cas/poll=rmw/'
offers "wgsync run --tier 'de" 'default'
mkdir "$bin/some_run"
: > "$bin/some_file"
(cd "$bin" && offers 'wgsync matrix some_' 'some_run' && exit "$failures") || failures=$((failures + 1))
if grep -q some_file <<< "$(cd "$bin" && offered 'wgsync matrix some_')"; then
  fail 'a file is offered where a folder is asked for'
fi
(cd "$bin" && offers 'wgsync expect check some_f' 'some_file' && exit "$failures") || failures=$((failures + 1))

if command -v zsh > /dev/null; then
  wgsync completion zsh | zsh -n || fail "zsh does not read its script"
else
  echo "no zsh here: its script was not tried"
fi
if command -v fish > /dev/null; then
  got="$(HOME="$bin" fish --no-config -c 'wgsync completion fish | source; complete -C "wgsync run --tier d"')"
  [[ "$got" == default* ]] || fail "fish offers '$got'"
else
  echo "no fish here: its script was not tried"
fi

wgsync man > "$bin/wgsync.1"
if command -v groff > /dev/null; then
  said="$(groff -man -Tutf8 -ww -P-cbou "$bin/wgsync.1" 2>&1 > "$bin/page")"
  [[ -z "$said" ]] || fail "groff: $said"
  grep -q 'wgsync list' "$bin/page" || fail "the page has no wgsync list"
else
  echo "no groff here: the manual page was not set"
fi
if command -v mandoc > /dev/null; then
  said="$(mandoc -T lint "$bin/wgsync.1" || true)"
  [[ -z "$said" ]] || fail "mandoc: $said"
else
  echo "no mandoc here: the manual page was not checked by it"
fi

exit "$((failures > 0))"
