#!/usr/bin/env python3
"""Simulates weeks of a fleet: what a number of devices and drivers costs.

    simulate.py [--devices 1000] [--drivers 3] [--NAME VALUE...]

Prints a table. Every number that it uses is an option, with the measured value as its default; README.md has the
table and what was assumed. Each driver comes for all devices at once, the worst case: its tests are queued
together, a device runs one at a time, and the server hands out one after the other.
"""
import argparse
import dataclasses
import heapq

WEEK_SECONDS = 7 * 86400.0


@dataclasses.dataclass
class Fleet:
    devices: int = 1000
    drivers: int = 3             # a week, for each device
    tests: int = 1               # actions of a device and driver: Bazel's targets
    tier_seconds: float = 291    # of the cases, on one device
    action_seconds: float = 0.44     # a worker's own time for each action
    server_seconds: float = 0.107    # the server's for each action, of which it does one at a time
    install_seconds: float = 600     # driver, restart, hang test; a device's, before its first test
    run_bytes: int = 10_201_108  # a run's log in the store
    sent_bytes: int = 754_037    # the same in outputs.zip
    page_seconds: float = 1.0    # of `wgsync matrix --out`, for each column
    page_bytes: int = 1_070_000  # of all its files, for each column


@dataclasses.dataclass
class Week:
    actions: int
    half_seconds: float          # from a driver's release until half of the devices have ended
    all_seconds: float           # until all have
    device_busy: float           # part of the week in which a device installs or tests
    server_busy: float           # part of the week in which the server hands out
    stored_bytes: int
    sent_bytes: int
    matrix_seconds: float
    matrix_bytes: int


def ends_of(fleet):
    """When each device has run all tests of one driver, in seconds after its release."""
    # (ready, device, tests left): the server serves the device that was ready first.
    queue = [(fleet.install_seconds, device, fleet.tests) for device in range(fleet.devices)]
    heapq.heapify(queue)
    server_free = 0.0
    ends = []
    while queue:
        ready, device, left = heapq.heappop(queue)
        server_free = max(server_free, ready) + fleet.server_seconds
        end = server_free + fleet.action_seconds + fleet.tier_seconds / fleet.tests
        if left > 1:
            heapq.heappush(queue, (end, device, left - 1))
        else:
            ends.append(end)
    return sorted(ends)


def week_of(fleet):
    ends = ends_of(fleet)
    actions = fleet.devices * fleet.drivers * fleet.tests
    runs = fleet.devices * fleet.drivers
    busy = fleet.install_seconds + fleet.tier_seconds + fleet.tests * fleet.action_seconds
    return Week(
        actions=actions,
        half_seconds=ends[(len(ends) - 1) // 2],
        all_seconds=ends[-1],
        device_busy=fleet.drivers * busy / WEEK_SECONDS,
        server_busy=actions * fleet.server_seconds / WEEK_SECONDS,
        stored_bytes=runs * fleet.run_bytes,
        sent_bytes=runs * fleet.sent_bytes,
        matrix_seconds=fleet.devices * fleet.page_seconds,
        matrix_bytes=fleet.devices * fleet.page_bytes)


def table(fleet):
    week = week_of(fleet)
    rows = [
        ("actions a week", f"{week.actions:,}"),
        ("from a driver's release until half of the devices have ended", f"{week.half_seconds / 60:.1f} min"),
        ("until all have", f"{week.all_seconds / 60:.1f} min"),
        ("a device installs or tests", f"{100 * week.device_busy:.2f} % of the week"),
        ("the server hands out actions", f"{100 * week.server_busy:.2f} % of the week"),
        ("the store grows by", f"{week.stored_bytes / 1e9:.1f} GB a week"),
        ("sent over the network", f"{week.sent_bytes / 1e9:.1f} GB a week"),
        ("the matrix of one driver is made in", f"{week.matrix_seconds / 60:.0f} min"),
        ("and has", f"{week.matrix_bytes / 1e9:.2f} GB"),
    ]
    return "\n".join(f"| {name} | {value} |" for name, value in rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for field in dataclasses.fields(Fleet):
        parser.add_argument("--" + field.name.replace("_", "-"), type=field.type, default=field.default)
    fleet = Fleet(**vars(parser.parse_args()))
    if min(fleet.devices, fleet.drivers, fleet.tests) < 1:
        parser.error("--devices, --drivers and --tests are at least 1")
    print(table(fleet))


if __name__ == "__main__":
    main()
