#!/usr/bin/env python3
"""Makes runs of devices that do not exist, out of the logs of runs that were made.

    synthetic_runs.py --devices 1000 --drivers 1 --out FOLDER LOG...

Each run has the cases, launches and kernels of one of the logs (of one device each). Made up are vendor,
device, driver and time, the digits of every measured number, the digests of binaries, and a few verdicts of
each driver and device, which are those of other cases of the family. The logs are whole: their digests fit.
The same arguments give the same runs. They are for trying reports at a scale that no lab here has; no verdict
in them says anything about a device.
"""
import argparse
import hashlib
import json
import pathlib
import random
import re
import sys

# Vendor, platform, device, and the vendor's part of the devices.
VENDORS = [
    ("NVIDIA Corporation", "NVIDIA CUDA", "Made-up GeForce", 0.40),
    ("Advanced Micro Devices, Inc.", "AMD Accelerated Parallel Processing", "Made-up Radeon", 0.25),
    ("Intel(R) Corporation", "Intel(R) OpenCL Graphics", "Made-up Arc", 0.20),
    ("Mesa", "rusticl", "Made-up Adreno", 0.10),
    ("AuthenticAMD", "Portable Computing Language", "made-up-cpu", 0.05),
]
FIRST_NS = 1795000000 * 10**9
DAY_NS = 86400 * 10**9
BAD = ("hang", "broken", "stale-cache", "stale-payload", "stale-hoisted")
# Of a verdict's line what comes with another verdict.
OF_VERDICT = ("verdict", "cause", "rule", "judged", "words", "findings", "build_log", "host", "k", "n", "unit",
              "perturbed", "bounded", "reads")
FLOAT = re.compile(r"(?<=[0-9]\.)[0-9]{3,}(?=[,}\]e])")
DIGITS = [f"{n:05d}" for n in range(100000)]


class Base:
    """A log as lines; those of verdicts also as JSON, and in parts between their measured numbers."""

    def __init__(self, path):
        self.lines = pathlib.Path(path).read_text(encoding="utf-8").splitlines()
        self.context = json.loads(self.lines[0])
        if self.context.get("schema") not in (2, 3, 4) or len(self.context.get("devices", [0])) != 1:
            raise SystemExit(f"{path}: not a log of schema 2, 3 or 4 with one device; name another one")
        self.verdicts = {}  # line -> verdict
        self.parts = {}     # line -> (texts, lengths of the digits between them)
        self.donors = {}    # family -> verdicts of its bad cases
        for i, line in enumerate(self.lines[1:-1], 1):
            if '"kind":"verdict"' not in line:
                continue
            verdict = json.loads(line)
            self.verdicts[i] = verdict
            self.parts[i] = (FLOAT.split(line), [len(digits) for digits in FLOAT.findall(line)])
            if verdict["verdict"] in BAD and verdict.get("launches"):
                self.donors.setdefault(verdict["case"].split(".")[0], []).append(verdict)


def device_of(number, devices):
    """The vendor's row and the number of the device among that vendor's."""
    first = 0
    for row in VENDORS:
        here = round(row[3] * devices)
        if number < first + here or row is VENDORS[-1]:
            return row, number - first
        first += here
    raise AssertionError


def context_of(base, row, number, driver):
    vendor, platform, device, _ = row
    context = json.loads(json.dumps(base.context))
    version = f"{500 + driver}.{10 * (len(vendor) % 7)}.0"
    name = f"{device} {number:04d}"
    digest = hashlib.sha256(f"{platform} {version}".encode()).hexdigest()
    profile = context["devices"][0] if "devices" in context else context
    names = context.get("device", profile)  # schema 2 has them apart
    names["type"] = "gpu"  # of CPUs, wgsync takes all of a platform as one device
    names["driver_version"] = version
    names["full_name"] = f"{platform}/{name}"
    names["slug"] = re.sub("[^a-z0-9]+", "-", f"{name} {version}".lower())
    profile["driver_digest"] = digest
    fingerprint = profile["fingerprint"]
    fingerprint["platform"]["name"] = platform
    fingerprint["device"]["name"] = name
    fingerprint["device"]["vendor"] = vendor
    fingerprint["device"]["uuid"] = hashlib.sha256(name.encode()).hexdigest()[:32]
    fingerprint["driver_version"] = version
    context["unix_ns"] = FIRST_NS + driver * 7 * DAY_NS + number * 10**9
    return context, digest


def with_verdict_of(donor, verdict):
    changed = {**verdict, **{field: donor[field] for field in OF_VERDICT if field in donor}}
    bad = "progress" if donor["verdict"] == "hang" else "violation"
    changed["binds"] = bad if verdict["could_bind"] else ""
    return json.dumps(changed, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def log_of(base, row, number, driver):
    """The text of one run's log."""
    context, digest = context_of(base, row, number, driver)
    noise = random.Random(f"{row[0]} {number} {driver}")
    # What this driver broke on all of the vendor's devices, and what this device has alone.
    of_driver = random.Random(f"{row[0]} {driver}").sample(sorted(base.verdicts), min(6, len(base.verdicts)))
    broken = set(of_driver) | set(noise.sample(sorted(base.verdicts), min(3, len(base.verdicts))))
    binary = hashlib.sha256(digest.encode()).hexdigest()
    lines = [json.dumps(context, sort_keys=True, separators=(",", ":"), ensure_ascii=False)]
    for i, line in enumerate(base.lines[1:-1], 1):
        if i in base.verdicts:
            verdict = base.verdicts[i]
            donors = base.donors.get(verdict["case"].split(".")[0])
            if i in broken and donors:
                line = with_verdict_of(noise.choice(donors), verdict)
            else:
                texts, lengths = base.parts[i]
                made = [texts[0]]
                for text, length in zip(texts[1:], lengths):
                    made.append((noise.choice(DIGITS) * 4)[:length])
                    made.append(text)
                line = "".join(made)
            old = verdict.get("binary_digest", "")
            if old:
                line = line.replace(old, old[:32] + binary[:32])
        lines.append(line)
    before = "\n".join(lines) + "\n"
    end = json.loads(base.lines[-1])
    end["digest"] = hashlib.sha256(before.encode()).hexdigest()
    end.pop("seal", None)
    end["seal"] = hashlib.sha256(
        json.dumps(end, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()).hexdigest()
    return before + json.dumps(end, sort_keys=True, separators=(",", ":"), ensure_ascii=False) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("logs", nargs="+", metavar="LOG", help="log.jsonl of a run")
    parser.add_argument("--devices", type=int, required=True)
    parser.add_argument("--drivers", type=int, default=1, help="of each device")
    parser.add_argument("--out", required=True, help="the folder; a folder for each run is made in it")
    args = parser.parse_args()
    try:
        bases = [Base(path) for path in args.logs]
    except (OSError, ValueError) as error:
        sys.exit(f"synthetic_runs.py: {error}; name the log.jsonl of a run that ended")
    for device in range(args.devices):
        row, number = device_of(device, args.devices)
        for driver in range(args.drivers):
            folder = pathlib.Path(args.out) / f"run-{device:04d}-{driver}"
            folder.mkdir(parents=True)
            log = log_of(bases[device % len(bases)], row, number, driver)
            (folder / "log.jsonl").write_text(log, encoding="utf-8")


if __name__ == "__main__":
    main()
