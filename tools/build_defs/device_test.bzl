"""device_test: one binary of GoogleTest cases, one test target per device and family.

Another project gives it its own devices: tools/example.

The binary learns by its environment what to test:

  WGSYNC_TEST_DEVICE  part of "PLATFORM NAME/DEVICE NAME"; "" is every device, "type:gpu" every GPU
  WGSYNC_TEST_FAMILY  the family whose cases to run, or "all"
  WGSYNC_TEST_TIER    the tier that they are taken from
  WGSYNC_TEST_EXPECT  files of expectations, "DEVICE=FILE" with semicolons between them; those of the
                      caller come first

and not by --gtest_filter, which `bazel test --test_filter` would lose to. It must
fail where there is no such device: a test whose cases are all skipped passes.
"""

load("//devices:devices.bzl", "DEVICES", "FAMILIES")

# exclusive: nothing else of this Bazel runs meanwhile, since a busy machine slows what is timed.
# external: the driver is no input of Bazel, so that a pass from the cache says nothing.
TAGS = [
    "exclusive",
    "external",
]

# Bazel runs an exclusive test here, and sends it to no worker. There a worker with one job at a time
# keeps tests apart.
_FLEET_TAGS = [
    "external",
    "fleet",
    "manual",
]

# Tests start in the runfiles of the main repository, where SHORT_PATH is found. A script sets the
# environment, since --test_env, which .bazelrc has, would win over testing.TestEnvironment.
_LAUNCHER = """#!/bin/sh
{exports}
{files}
export WGSYNC_TEST_EXPECT="${{WGSYNC_TEST_EXPECT:-}};"'{expect}'
exec './{short_path}' "$@"
"""

def _device_binary_test_impl(ctx):
    executable = ctx.actions.declare_file(ctx.label.name)
    binary = ctx.executable.binary
    ctx.actions.write(
        output = executable,
        content = _LAUNCHER.format(
            exports = "\n".join([
                "export %s='%s'" % (name, value)
                for name, value in sorted(ctx.attr.env.items())
            ]),
            files = "\n".join([
                "export %s='%s'" % (name, target.files.to_list()[0].short_path)
                for target, name in ctx.attr.files.items()
            ]),
            expect = ";".join([
                "%s=%s" % (device, target.files.to_list()[0].short_path)
                for target, device in ctx.attr.expect.items()
            ]),
            short_path = binary.short_path,
        ),
        is_executable = True,
    )
    runfiles = ctx.runfiles(files = [binary] + ctx.files.expect + ctx.files.files)
    runfiles = runfiles.merge(ctx.attr.binary[DefaultInfo].default_runfiles)
    return [DefaultInfo(executable = executable, runfiles = runfiles)]

device_binary_test = rule(
    doc = "Runs an existing binary as a test, with an environment of its own.",
    implementation = _device_binary_test_impl,
    attrs = {
        "binary": attr.label(
            cfg = "target",
            executable = True,
            mandatory = True,
        ),
        "env": attr.string_dict(),
        "expect": attr.label_keyed_string_dict(
            allow_files = True,
            doc = "Files of expectations, and the devices that they are for.",
        ),
        "files": attr.label_keyed_string_dict(
            allow_files = True,
            doc = "Files, and the variables that name them.",
        ),
    },
    test = True,
)

def _one_test(name, devices, device, family, tier, tags, fleet = False, **kwargs):
    row = devices[device]
    if fleet:
        properties = {"device": device}
        properties.update(row.exec_properties)
        kwargs = dict(kwargs, exec_properties = properties)
    env = dict(row.env)
    env.update({
        "WGSYNC_TEST_DEVICE": row.device,
        "WGSYNC_TEST_FAMILY": family,
        "WGSYNC_TEST_TIER": tier,
    })

    # A row for devices of any name takes the files of all, of rows of the same device that of the first.
    expect = {}
    for of in [row] if row.expect else devices.values():
        if of.expect and of.device not in expect.values():
            expect[of.expect] = of.device
    device_binary_test(
        name = name,
        env = env,
        expect = expect,
        # One process a device: shards would wait for each other at the device's lock.
        shard_count = 1,
        tags = (_FLEET_TAGS if fleet else TAGS) + row.tags + (["gpu"] if row.gpu else []) + tags + [
            "device-" + device,
            "family-" + family,
        ],
        **kwargs
    )

def device_test(
        name,
        binary = Label("//suite/cases"),
        families = FAMILIES,
        devices = DEVICES,
        tier = "smoke",
        tags = [],
        size = "medium",
        **kwargs):
    """Makes the test targets of a binary.

    NAME_found         every family on every device that is there, if `devices` has "found"; //... runs it
    NAME_DEVICE_FAMILY one family on another of `devices`; manual
    NAME_DEVICE        the test_suite of these
    NAME_fleet_DEVICE_FAMILY, NAME_fleet_DEVICE
                       the same for --config=fleet, on a worker that has the device's properties
    NAME_ci            the test_suite of what the devices have in `ci`

    Args:
      name: prefix of the targets.
      binary: a testonly cc_binary of GoogleTest cases, as described above.
      families: names of families.
      devices: a dictionary of the device() rows of devices/devices.bzl, or of other ones.
      tier: the tier whose cases run.
      tags: more tags for the tests.
      size: size of a device and family's test; the one for everything found may take longer.
      **kwargs: more attributes of the tests.
    """
    ci = []
    for device in devices:
        if device == "found":
            _one_test(
                name = name + "_found",
                binary = binary,
                devices = devices,
                device = device,
                family = "all",
                size = size,
                tags = tags,
                tier = tier,
                timeout = "long",
                **kwargs
            )
            continue
        tests = []
        fleet_tests = []
        for family in families:
            fleet_test = "_".join([name, "fleet", device, family])
            fleet_tests.append(fleet_test)
            _one_test(
                name = fleet_test,
                binary = binary,
                devices = devices,
                device = device,
                family = family,
                fleet = True,
                size = size,
                tags = tags,
                tier = tier,
                **kwargs
            )
            test = "_".join([name, device, family])
            tests.append(test)
            if family in devices[device].ci:
                ci.append(test)
            _one_test(
                name = test,
                binary = binary,
                devices = devices,
                device = device,
                family = family,
                size = size,
                tags = tags + ["manual"],
                tier = tier,
                **kwargs
            )
        native.test_suite(
            name = name + "_" + device,
            tags = ["manual"],
            tests = tests,
        )
        native.test_suite(
            name = name + "_fleet_" + device,
            tags = ["manual"],
            tests = fleet_tests,
        )
    if ci:  # An empty test_suite would stand for every test of the package.
        native.test_suite(
            name = name + "_ci",
            tags = ["manual"],
            tests = ci,
        )
