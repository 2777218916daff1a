"""Compiles replay.c of each family, and builds it against a compiler's log of any size.

  export_replay_test.py WGSYNC RUNS FAKE

WGSYNC exports a case of each family of a golden run in RUNS. Its replay.c is
compiled as C99, with every warning an error and with the address and undefined
behaviour sanitizers, and run with FAKE, the source of an OpenCL library that
fails to build with hostile logs. No device is needed.
"""

import hashlib
import json
import os
import pathlib
import subprocess
import sys
import tempfile

# The golden run with records of launches, the case whose record is exported,
# and the cases under whose names it is.
RUN = "findings"
ACCESS = "/poll=rmw/signal=rmw/fence=device/pay=plain/work="
CASES = {
    "barrier": "barrier.counter_per_group" + ACCESS + "exchange/wg=64/groups=res",
    "mutex": "mutex.spin_cas" + ACCESS + "counter/wg=64/groups=res",
    "semaphore": "semaphore.spin_2" + ACCESS + "holders/wg=64/groups=res",
    "handoff": "handoff.message_passing" + ACCESS + "message/wg=64/groups=res",
}
SIZES = [0, 1, *range(65520, 65541), 1 << 20]
KINDS = ["open", "nuls", "escapes", "less", "more", "huge", "refused"]
COULD_NOT_RUN = 3
SANITIZERS = {"ASAN_OPTIONS": "detect_stack_use_after_return=1", "UBSAN_OPTIONS": "print_stacktrace=1"}

errors = []


def cc(*arguments):
    flags = ["-std=c99", "-O1", "-g1", "-Wall", "-Wextra", "-Werror"]
    done = subprocess.run([os.environ.get("CC", "cc"), *flags, *map(str, arguments)],
                          capture_output=True, text=True, check=False)
    if done.returncode != 0:
        errors.append(f"{arguments}: {done.stderr[-2000:]}")
    return done.returncode == 0


def renamed(log, case, folder):
    """The log of one launch's record, as if `case` had made it."""
    lines = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    old = next(line["case"] for line in lines if line["kind"] == "verdict" and line["verdict"] == "pass")
    text = "".join(
        json.dumps(line).replace(old, case) + "\n" for line in lines[:-1] if line.get("case", old) == old)
    last = dict(lines[-1], digest=hashlib.sha256(text.encode()).hexdigest())
    del last["seal"]
    folder.mkdir()
    (folder / "log.jsonl").write_text(text + json.dumps(last) + "\n", encoding="utf-8")
    return folder


def export(wgsync, run, case, to):
    done = subprocess.run(
        [wgsync, "export", run, case, "--across", "--wait", "0", "--out", to], capture_output=True, text=True,
        check=False, env={"PATH": "/usr/bin:/bin", "HOME": str(to.parent), "OCL_ICD_VENDORS": "/nonexistent"})
    return done.stdout + done.stderr


def replay(folder, log):
    """Returns the exit code and the output as bytes."""
    env = {**SANITIZERS, "PATH": "/usr/bin:/bin", **({"FAKE_LOG": log} if log else {})}
    done = subprocess.run(["./replay", "-p", "Fake", "-n", "2"], cwd=folder, env=env, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, check=False, timeout=60)
    return done.returncode, done.stdout


def check_sound(name, output):
    for fault in (b"Sanitizer", b"runtime error", b"died by signal"):
        if fault in output:
            errors.append(f"{name}: {output[output.index(fault):][:400].decode(errors='replace')}")
            return


def check_log(name, folder, size, kind):
    """The whole log is printed, or why there is none; then what failed, as the last line."""
    name = f"{name}, a log of {size} characters, {kind}"
    code, output = replay(folder, f"{size}:{kind}")
    check_sound(name, output)
    if code != COULD_NOT_RUN or not output.endswith(b"clBuildProgram: OpenCL error -11\n"):
        errors.append(f"{name}: exit {code}, ends with {output[-80:]!r}")
    readable = kind not in ("less", "huge", "refused")
    shown = size - (size + 2) // 3 if kind == "nuls" else size
    printed = output.count(b"?" if kind == "escapes" else b"A")
    if readable and printed != shown:
        errors.append(f"{name}: {printed} characters are printed")
    if not readable and size > 0 and b"no build log" not in output:
        errors.append(f"{name}: nothing says that there is no log")
    if any(byte not in b"\n\t" and not 32 <= byte < 127 for byte in output):
        errors.append(f"{name}: a control character")


def check_family(wgsync, runs, fake, scratch, family, case):
    run = renamed(runs / RUN / "log.jsonl", case, scratch / (family + "_run"))
    folder = scratch / family
    said = export(wgsync, run, case, folder)
    if not (folder / "replay.c").exists():
        errors.append(f"{family}: no replay.c: {said}")
        return
    if not cc("-fsanitize=address,undefined", "-fno-sanitize-recover=undefined", "-fno-omit-frame-pointer",
              folder / "replay.c", "-o", folder / "replay", fake, f"-Wl,-rpath,{fake.parent}"):
        return
    for size in SIZES:
        check_log(family, folder, size, "whole")
    for kind in KINDS:
        for size in (1, 65535, 1 << 20):
            check_log(family, folder, size, kind)
    code, output = replay(folder, None)
    check_sound(f"{family}, random words", output)
    if code not in (1, 2) or output.count(b"launch ") != 2:
        errors.append(f"{family}, random words: exit {code}: {output[-500:]!r}")


def main():
    wgsync, runs, source = (pathlib.Path(argument).resolve() for argument in sys.argv[1:4])
    with tempfile.TemporaryDirectory() as name:
        scratch = pathlib.Path(name)
        fake = scratch / "libOpenCL.so.1"
        if cc("-shared", "-fPIC", "-Wl,-soname,libOpenCL.so.1", source, "-o", fake):
            for family, case in CASES.items():
                check_family(wgsync, runs, fake, scratch, family, case)
        host = next(line["case"] for line in map(json.loads, (runs / RUN / "log.jsonl").open(encoding="utf-8"))
                    if line.get("case", "").startswith("host_sync."))
        said = export(wgsync, runs / RUN, host, scratch / "host_sync")
        if "no replay.c" not in said or (scratch / "host_sync" / "replay.c").exists():
            errors.append(f"host_sync: a host check is not one launch: {said}")
    for error in errors:
        print(error, file=sys.stderr)
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
