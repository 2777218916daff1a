"""wgsync_gate_test: fails if a driver is worse than the one that made a baseline.

    load("@wgsync//devices:devices.bzl", "device")
    load("@wgsync//tools/build_defs:gate_test.bzl", "wgsync_gate_test")

    wgsync_gate_test(
        name = "nvidia_gate",
        baseline = "nvidia.gz",
        device = device("NVIDIA CUDA/", gpu = True),
        tier = "default",
    )

Its test.xml is the gate's JUnit document. The runs, gate.md and the page are undeclared outputs.
"""

load("//devices:devices.bzl", "device_row")
load("//tools/build_defs:device_test.bzl", "TAGS", "device_binary_test")

def wgsync_gate_test(name, device, baseline, tier = "smoke", shards = 1, cases = [], tags = [], size = "large", **kwargs):
    """Makes the test.

    Args:
      name: of the test.
      device: a device() row of devices/devices.bzl, or part of the device's name as `wgsync device` lists it.
      baseline: one file: of the trusted driver (`wgsync baseline make`), or expectations (.expect).
      tier: of expectations, the cases that are run; else those of the baseline are.
      shards: parts of the cases, one after the other. A part of which too little is proven fails.
      cases: globs of ids: no other case is run.
      tags: more tags.
      size: of the test. Its timeout bounds the run.
      **kwargs: more attributes of the test.
    """
    row = device_row(device)
    env = dict(row.env)
    env.update({
        "WGSYNC_TEST_CASES": ";".join(cases),
        "WGSYNC_TEST_DEVICE": row.device,
        "WGSYNC_TEST_TIER": tier,
    })
    files = {baseline: "WGSYNC_TEST_BASELINE"}
    if row.expect and not str(baseline).endswith(".expect"):
        files[row.expect] = "WGSYNC_TEST_RULES"
    device_binary_test(
        name = name,
        binary = Label("//tools/build_defs:gate_test"),
        env = env,
        files = files,
        shard_count = shards,
        size = size,
        tags = TAGS + row.tags + (["gpu"] if row.gpu else []) + tags,
        **kwargs
    )
