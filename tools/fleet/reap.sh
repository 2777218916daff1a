#!/bin/sh
# reap.sh MARK: ends every process that has WGSYNC_WORKER=MARK in its environment, except those that
# this one was started by. buildbox-run calls it after each action, and worker.sh after the worker's
# end: a test that was cut short may leave processes, and the next test would share the device with
# them. A process that made a new session is found too.
# buildbox-run gives it a folder in place of a mark.
mark="${WGSYNC_WORKER:-$1}"
unset WGSYNC_WORKER

keep=" "
process=$$
while [ "${process:-0}" -gt 1 ]; do
  keep="$keep$process "
  process="$(sed -n 's/^PPid:[[:space:]]*//p' "/proc/$process/status" 2> /dev/null)"
done

# Again while there were some: one can have started another meanwhile.
for _ in 1 2 3 4 5 6 7 8 9 10; do
  ended=0
  found="$(grep -l -a -z -x -F "WGSYNC_WORKER=$mark" /proc/[0-9]*/environ 2> /dev/null)"
  for file in $found; do
    process="${file#/proc/}"
    process="${process%/environ}"
    case "$keep" in
      *" $process "*) ;;
      *) kill -9 "$process" 2> /dev/null && ended=1 ;;
    esac
  done
  [ "$ended" = 1 ] || break
done
exit 0
