"""Makes each system call on the files that a command writes fail, one by one.

  write_test.py WGSYNC RUNS LIBRARY

For each row of COMMANDS: the command writes in an empty folder, or one that has
the files of `old`. It runs once without a fault, then with the first call on a
file below that folder failing, then with the second, until it makes no more
calls. Each call fails alone, as on a disk that is full for a moment, and with
all calls after it, as on a disk that is gone. LIBRARY (failing_calls.cc) makes
them fail. Then each file must be the old one or the new one, and whole; no other
file may be left. The exit code must be 3, with one line that names a path of the
folder. It may be the usual one only if all files are the new ones.
"""

import collections
import errno
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

# Names of runs are below RUNS; OUT is the folder. `old` is a command that makes
# the old files, or a file of RUNS that is copied.
Row = collections.namedtuple("Row", "command old")
COMMANDS = (
    Row("import baseline --store OUT/store", None),
    Row("import baseline --store OUT/store", "import baseline --store OUT/store"),
    Row("matrix old --out OUT/site", "matrix teams --out OUT/site"),
    Row("expect update new --file OUT/gate.expect", None),
    Row("expect update new --file OUT/gate.expect", "gate.expect"),
    Row("expect deqp kinds --out OUT/deqp", "expect deqp teams --out OUT/deqp"),
    Row("export launches groups=5 --out OUT/export", None),
    Row("show kinds --junit OUT/junit.xml", "show old --junit OUT/junit.xml"),
    Row(
        "gate --baseline baseline new --junit OUT/gate.xml --markdown OUT/gate.md",
        "gate --baseline baseline baseline --junit OUT/gate.xml --markdown OUT/gate.md",
    ),
)
INFRASTRUCTURE = 3

errors = []


class Writer:
    """Runs one row's command again and again, each time in the same folder."""

    def __init__(self, program, runs, library, row, top):
        self.program, self.runs, self.library, self.row = program, runs, library, row
        self.out, self.saved, self.note = top / "out", top / "saved", top / "note"
        self.top = top

    def run(self, command, fault=None):
        words = [str(self.out) + w[3:] if w.startswith("OUT") else w for w in command.split()]
        environment = {"LC_ALL": "C", "PATH": str(self.top), "OCL_ICD_VENDORS": str(self.top), "TMPDIR": str(self.top)}
        return subprocess.run(
            [self.program, *words],
            cwd=self.runs,
            env={**environment, **(fault or {})},
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )

    def begin(self):
        """The folder as it is before the command."""
        shutil.rmtree(self.out, ignore_errors=True)
        if self.saved.exists():
            shutil.copytree(self.saved, self.out)
        else:
            self.out.mkdir()

    def files(self):
        return {str(p.relative_to(self.out)): p.read_bytes() for p in self.out.rglob("*") if p.is_file()}

    def make_old(self):
        self.begin()
        if self.row.old is None:
            return
        if " " in self.row.old:
            self.run(self.row.old)
        else:
            shutil.copy(self.runs / self.row.old, self.out)
        shutil.copytree(self.out, self.saved)

    def fail(self, at, on):
        """What was made to fail, "" if no call was, and how the command ended."""
        self.begin()
        self.note.unlink(missing_ok=True)
        fault = {
            "LD_PRELOAD": str(self.library),
            "FAIL_BELOW": str(self.out),
            "FAIL_AT": str(at),
            "FAIL_ERRNO": str(errno.EIO if on else errno.ENOSPC),
            "FAIL_NOTE": str(self.note),
        }
        if on:
            fault["FAIL_ON"] = "1"
        ended = self.run(self.row.command, fault)
        return self.note.read_text() if self.note.exists() else "", ended


def check(writer, old, new, usual, ended):
    """What is wrong after a call has failed; `usual` is the exit code without that."""
    now = writer.files()
    for name in sorted(old.keys() | new.keys() | now.keys()):
        if now.get(name) not in (old.get(name), new.get(name)):
            yield f"{name} is neither the old file nor the new one"
        if name in old and name not in now:
            yield f"{name} is lost"
    if ended.returncode == INFRASTRUCTURE:
        if ended.stderr.count("\n") != 1 or str(writer.out) not in ended.stderr:
            yield "not one line that names a file"
    elif ended.returncode != usual:
        yield f"exit code {ended.returncode}"
    elif now != new:
        yield f"exit code {ended.returncode} without the new files"


def check_row(writer):
    writer.make_old()
    old = writer.files()
    writer.begin()
    said = writer.run(writer.row.command)
    new = writer.files()
    if said.returncode not in (0, 1) or not new or said.stderr:
        errors.append(f"{writer.row.command}: {said.stderr}{said.stdout}")
        return
    failed = collections.Counter()
    for on in (False, True):
        at = 1
        while True:
            call, ended = writer.fail(at, on)
            if not call:
                break
            failed[call] += 1
            for fault in check(writer, old, new, said.returncode, ended):
                errors.append(f"{writer.row.command}: {call}, call {at}{' and on' if on else ''}: {fault}\n{ended.stderr}")
            at += 1
    calls = ", ".join(f"{call} {count}" for call, count in sorted(failed.items()))
    print(f"{writer.row.command}, {'old files' if old else 'no files'}: {calls}")
    if not failed["write"] and old != new:
        errors.append(f"{writer.row.command}: no write was made to fail")


def main():
    program, runs, library = (pathlib.Path(a).resolve() for a in sys.argv[1:])
    for row in COMMANDS:
        with tempfile.TemporaryDirectory() as top:
            check_row(Writer(program, runs, library, row, pathlib.Path(top).resolve()))
    for error in errors:
        print(error, file=sys.stderr)
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
