#!/usr/bin/env bash
# Runs two cases on PoCL in the surroundings that containers and job systems give: a share of a
# core, little memory, no /proc, another user, SIGTERM.
#
#   suite/proof/soak/surroundings_test.sh [NAME...]     these surroundings and no others
#
# In each of them the verdicts are those of an ordinary run, or wgsync ends with exit code 2 or 3
# and one line with the reason. A limit is never a verdict about the driver. Nothing is left over:
# no process, no file in /tmp or /dev/shm. A surrounding that cannot be made is skipped by name.
# Where a control group has so little memory that the system ends wgsync itself, there is no line.
set -euo pipefail

# One case that passes, and one whose wait never ends: a launch is stopped there.
readonly CASES=(
  barrier.counter_per_group/poll=rmw/signal=rmw/fence=device/pay=plain/work=exchange/wg=64/groups=2
  handoff.message_passing/poll=plain/signal=rmw/fence=device/pay=plain/work=message/wg=64/groups=res
)

# The name, the expected end, and words that the line of an end has. `same`: the verdicts of an
# ordinary run. `ends`: one line. `either`: it depends on the machine. Sizes are in MB.
readonly SURROUNDINGS='
cpu_quota           same
memory_1000         same
memory_150          either
memory_60           ends    memory limit of the control group
address_space_1200  either  ulimit -v
address_space_400   ends    memory
few_files           same
full_shm            same
no_proc             ends    /proc
read_only_root      same
read_only_tmp       ends    /tmp
other_user          same
sigterm             same
'

# Starts wgsync and waits for its end, in namespaces that other processes do not see: /mnt is the
# folder of the surrounding, and /tmp and /dev/shm (64 MiB) are empty. Writes the files said, left
# and code there. With a delay, sends SIGTERM after that many seconds.
inside() {
  local name="$1" delay="$2" group="$3" status=0 command=()
  shift 3
  export WGSYNC_TEST_MARK="$PWD"
  unset TEST_TMPDIR TMPDIR POCL_CACHE_DIR
  mount --bind "$PWD" /mnt
  mount -t tmpfs -o size=64m,mode=1777 tmpfs /dev/shm
  mount -t tmpfs -o size=1g,mode=1777 tmpfs /tmp
  cd /mnt
  case "$name" in
    address_space_*) ulimit -v "${name#address_space_}000" ;;
    few_files) ulimit -n 24 ;;
    full_shm) head -c 64M /dev/zero > /dev/shm/full 2> /dev/null || true ;;
    read_only_*)
      mount -o remount,bind,ro /
      if [[ "$name" == read_only_tmp ]]; then
        mount -o remount,ro /tmp
        mount -o remount,ro /dev/shm
      fi
      ;;
    other_user)
      chown -R 65534:65534 /mnt
      command=(setpriv --reuid=65534 --regid=65534 --clear-groups --inh-caps=-all env -u HOME)
      ;;
    no_proc) mount -t tmpfs tmpfs /proc ;;
  esac
  # shellcheck disable=SC2016  # the inner shell expands them
  sh -c '[ -z "$0" ] || echo $$ > "$0/cgroup.procs"; exec "$@"' "$group" "${command[@]}" \
    /mnt/wgsync "$@" > said 2>&1 &
  if [[ -n "$delay" ]]; then
    sleep "$delay"
    kill -TERM "$!" 2> /dev/null || true
  fi
  wait "$!" || status=$?
  # Workers end with their parent, a moment after it.
  sleep 0.2
  find /tmp /dev/shm -mindepth 1 -maxdepth 1 ! -path /dev/shm/full ! -name '*.lock' > left
  echo "$status" > code
  exit 0
}

if [[ "${1:-}" == --inside ]]; then
  shift
  inside "$@"
fi

self="$(readlink -f "${BASH_SOURCE[0]}")"
tmp="$(mktemp -d "${TEST_TMPDIR:-/tmp}/surroundings.XXXXXX")"
group=""
end_group() {
  [[ -z "$group" ]] || rmdir "$group" || return
  group=""
}
trap 'end_group || true; rm -rf "$tmp"' EXIT
namespaces=(unshare --mount)
"${namespaces[@]}" true 2> /dev/null || namespaces=(unshare --user --map-root-user --mount)

failures=0
fail() {
  echo "FAILED: $*" >&2
  failures=$((failures + 1))
}

# Sets `group` to a new control group with a limit: CONTROLLER, then FILE VALUE of version 1 and of
# version 2. On failure prints the reason.
make_group() {
  local controller="$1" parent
  shift
  for parent in "/sys/fs/cgroup/$controller" /sys/fs/cgroup; do
    group="$parent/wgsync-test-$$"
    if mkdir "$group" 2> /dev/null; then
      { [[ -e "$group/$1" ]] && echo "$2" > "$group/$1"; } && return
      { [[ -e "$group/$3" ]] && echo "$4" > "$group/$3"; } && return
      end_group
    fi
    group=""
  done
  echo "no control group of $controller can be made"
  return 1
}

# The limits that are set from outside of the namespaces.
prepare() {
  local megabytes file
  case "$1" in
    cpu_quota) make_group cpu cpu.cfs_quota_us 30000 cpu.max "30000 100000" ;;
    memory_*)
      megabytes="${1#memory_}M"
      make_group memory memory.limit_in_bytes "$megabytes" memory.max "$megabytes" || return
      # No swap either.
      for file in "memory.memsw.limit_in_bytes $megabytes" "memory.swap.max 0"; do
        [[ ! -e "$group/${file% *}" ]] || echo "${file#* }" > "$group/${file% *}" || true
      done
      ;;
    other_user)
      if (( EUID != 0 )) || [[ "${namespaces[*]}" == *--user* ]]; then
        echo "that takes the rights of root"
        return 1
      fi
      ;;
  esac
}

# surround NAME DELAY ARGUMENT...: runs wgsync there, in the folder $tmp/NAME. On failure the file
# why has the reason.
surround() {
  local name="$1" delay="$2" folder="$tmp/$1" status=0
  shift 2
  mkdir -p "$folder"
  rm -f "$folder"/{said,code,left,why}
  prepare "$name" > "$folder/why" || return
  # A copy: the namespaces hide the folder that Bazel has it in.
  [[ -e "$folder/wgsync" ]] || cp "$program" "$folder/wgsync"
  (cd "$folder" && "${namespaces[@]}" "$self" --inside "$name" "$delay" "$group" "$@") \
    2> "$folder/why" || status=$?
  end_group || fail "$name: processes are left in the control group"
  [[ "$status" == 0 && -e "$folder/code" ]]
}

# The verdict and the cause of each case of a run, sorted. Unproven is a pass on a busy machine, where a case
# runs again.
verdicts() {
  cat "$1"/*/log.jsonl 2> /dev/null | grep '"kind":"verdict"' |
    sed -E 's/.*"case":"([^"]*)".*"cause":"([^"]*)".*"verdict":"([^"]*)".*/\1 \3 \2/
      s/ guard lost$/ load hoisted/; s/ unproven .*/ pass /' | LC_ALL=C sort -u || true
}

expect_nothing_left() {
  local name="$1" left processes
  left="$(cat "$tmp/$name/left")"
  [[ -z "$left" ]] || fail "$name: left over: $left"
  processes="$(grep -lsF "WGSYNC_TEST_MARK=$tmp" /proc/[0-9]*/environ || true)"
  [[ -z "$processes" ]] || fail "$name: still running: $processes"
}

# One line with the reason, and no verdict but those of the ordinary run.
expect_end() {
  local name="$1" words="$2" said="$tmp/$1/said" exit="$3" other
  [[ "$exit" == [23] ]] || fail "$name: exit $exit: $(cat "$said")"
  [[ "$(grep -c '^wgsync: ' "$said")" == 1 ]] || fail "$name: not one line: $(cat "$said")"
  grep '^wgsync: ' "$said" | grep -qF -- "$words" ||
    fail "$name: no '$words' in: $(grep '^wgsync: ' "$said")"
  other="$(verdicts "$tmp/$name/out" | grep -vE ' (infra|not-run) ' |
    grep -vxF "$ordinary" || true)"
  [[ -z "$other" ]] || fail "$name: another verdict: $other"
}

# exit_of NAME [OUT]: the exit code of the run in $tmp/NAME. A pass that stays unproven while others
# take the cores proves nothing, and that is exit code 4: it counts as 0.
exit_of() {
  local exit
  exit="$(cat "$tmp/$1/code")"
  if [[ "$exit" == 4 ]] &&
    grep -qs '"verdict":"unproven"' "$tmp/$1/${2:-out}"/*/log.jsonl; then
    exit=0
  fi
  echo "$exit"
}

# judge NAME EXPECTED WORDS: the run in $tmp/NAME.
judge() {
  local name="$1" expected="$2" words="$3" exit
  exit="$(exit_of "$name")"
  if [[ "$name" == memory_* && "$exit" == 137 ]]; then
    echo "$name: the system ended wgsync itself: no line, and its scratch folder stays"
    return
  fi
  if [[ "$expected" != ends && ( "$exit" == 0 || "$expected" == same ) ]]; then
    [[ "$exit" == 0 && "$(verdicts "$tmp/$name/out")" == "$ordinary" ]] ||
      fail "$name: exit $exit: $(verdicts "$tmp/$name/out"; cat "$tmp/$name/said")"
  else
    expect_end "$name" "$words" "$exit"
  fi
  [[ -z "$(compgen -G "$tmp/$name/out/*/scratch*")" ]] || fail "$name: scratch is left over"
}

# SIGTERM at ten moments of a run, more of them at its beginning: first it lists the devices. Then
# the last run that can be resumed gets the verdicts of an ordinary run.
interrupt() {
  local i delay folder="$tmp/sigterm" exit resumed="" interrupted=0
  for i in {0..9}; do
    delay="$(awk -v part="$i.$((RANDOM % 10))" -v whole="$1" \
      'BEGIN { print whole * (part / 10) ^ 2 }')"
    surround sigterm "$delay" "${RUN[@]}" --out "out$i" || return
    exit="$(exit_of sigterm "out$i")"
    [[ "$exit" == 143 || "$exit" == 0 ]] ||
      fail "sigterm: after $delay s: exit $exit: $(cat "$folder/said")"
    expect_nothing_left sigterm
    [[ "$exit" != 143 ]] || interrupted=$((interrupted + 1))
    [[ "$exit" != 143 || ! -e "$folder/out$i/run.json" ]] || resumed="out$i"
  done
  (( interrupted >= 5 )) || fail "sigterm: only $interrupted of 10 runs were interrupted"
  [[ -n "$resumed" ]] || { fail "sigterm: no interrupted run can be resumed"; return 0; }
  surround sigterm "" run --resume "$resumed" || return
  mv "$folder/$resumed" "$folder/out"
}

program="$(readlink -f "${WGSYNC:-tools/wgsync}")"
readonly RUN=(run --device Portable --tier default --cases "${CASES[0]}" --cases "${CASES[1]}")
began="${EPOCHREALTIME/[.,]/}"
surround ordinary "" "${RUN[@]}" --out out ||
  { echo "FAILED: no namespace can be made: $(cat "$tmp/ordinary/why")" >&2; exit 1; }
seconds="$(( (${EPOCHREALTIME/[.,]/} - began) / 1000 ))e-3"
ordinary="$(verdicts "$tmp/ordinary/out")"
if [[ "$(exit_of ordinary)" != 0 || "$(wc -l <<< "$ordinary")" != "${#CASES[@]}" ]]; then
  echo "FAILED: the ordinary run: exit $(cat "$tmp/ordinary/code"): $(cat "$tmp/ordinary/said")" >&2
  exit 1
fi
echo "ordinary: $ordinary"
expect_nothing_left ordinary

made=0
while read -r name expected words; do
  [[ -n "$name" ]] || continue
  (( $# == 0 )) || [[ " $* " == *" $name "* ]] || continue
  begun=$SECONDS failed=$failures
  if [[ "$name" == sigterm ]]; then
    interrupt "$seconds" || { echo "skipped: $name: $(cat "$tmp/$name/why")"; continue; }
  else
    surround "$name" "" "${RUN[@]}" --out out ||
      { echo "skipped: $name: $(cat "$tmp/$name/why")"; continue; }
    made=$((made + 1))
  fi
  judge "$name" "$expected" "$words"
  expect_nothing_left "$name"
  (( failures > failed )) ||
    echo "passed: $name: exit $(cat "$tmp/$name/code"), $((SECONDS - begun)) s"
done <<< "$SURROUNDINGS"
(( made > 0 || $# > 0 )) || fail "no surrounding could be made"
exit "$(( failures > 0 ))"
