"""wgsync_try_test: fails unless `wgsync try` finds a kernel right on a device.

    load("@wgsync//tools/build_defs:try_test.bzl", "wgsync_try_test")

    wgsync_try_test(
        name = "scan_try",
        src = "scan.cl",
        device = "type:gpu",
    )

It fails, too, if nothing that ran could have failed (exit code 4).
"""

load("//devices:devices.bzl", "device_row")
load("//tools/build_defs:device_test.bzl", "TAGS", "device_binary_test")

def wgsync_try_test(name, src, device, options = [], tags = [], size = "medium", **kwargs):
    """Makes the test.

    Args:
      name: of the test.
      src: the kernel's file, with the comments that `wgsync try --help` lists.
      device: a device() row of devices/devices.bzl, or part of the device's name as `wgsync device` lists it.
      options: more words of the command line, such as "--groups" and "1,res".
      tags: more tags.
      size: of the test. Its timeout bounds the launches.
      **kwargs: more attributes of the test.
    """
    row = device_row(device)
    env = dict(row.env)
    env.update({
        "WGSYNC_TEST_DEVICE": row.device,
        "WGSYNC_TEST_OPTIONS": ";".join(options),
    })
    device_binary_test(
        name = name,
        binary = Label("//tools/build_defs:try_test"),
        env = env,
        files = {src: "WGSYNC_TEST_KERNEL"},
        size = size,
        tags = TAGS + row.tags + (["gpu"] if row.gpu else []) + tags,
        **kwargs
    )
