"""The devices that have test targets of their own.

A device is named by a part of "PLATFORM NAME/DEVICE NAME", which is what
`wgsync devices` lists. To add one, add a line here and, once it was measured,
its expectations in devices/expect/NAME.expect.
"""

_FAMILIES = ["barrier", "handoff", "host_sync", "mutex", "semaphore"]

def _device(device, env = {}, tags = [], ci = [], gpu = False):
    """One row of DEVICES.

    Args:
      device: part of "platform/device"; "" is every device, "type:gpu" every GPU.
      env: environment variables without which the driver does not show the device.
      tags: added to the tags of its tests.
      ci: the families for which --config=ci asks the device; Debian must have its driver.
      gpu: its tests need a GPU; they are tagged "gpu".
    """
    return struct(device = device, env = env, tags = tags, ci = ci, gpu = gpu)

DEVICES = {
    # Whatever is there, and at least one; part of plain `bazel test //...`.
    "found": _device(""),
    # Any GPU of any vendor; --config=gpu asks for it.
    "gpu": _device("type:gpu", gpu = True),
    "intel": _device("Intel(R) OpenCL/"),
    "nvidia": _device("NVIDIA CUDA/", gpu = True),
    # Debian does not register Oclgrind with the loader.
    "oclgrind": _device(
        "Oclgrind/",
        ci = _FAMILIES,
        env = {"OCL_ICD_VENDORS": "/usr/lib/oclgrind/liboclgrind-rt-icd.so"},
    ),
    "pocl": _device("Portable Computing Language/", ci = _FAMILIES),
    # Mesa shows no device before it is told which of its drivers may serve OpenCL.
    "rusticl": _device(
        "rusticl/",
        # Barriers and locks take two minutes, and cut loops are most of what they show.
        ci = ["handoff", "host_sync", "semaphore"],
        env = {
            "RUSTICL_ENABLE": "llvmpipe",
            # llvmpipe 22.3 ends all loops of a work-item after 65,536 turns together, silently: a
            # known defect by which customary cases fail now and then. Fixed in 25.0.
            "WGSYNC_TEST_BIND": "violation,progress",
        },
    ),
}
