"""The devices that have test targets of their own.

A device is named by a part of "PLATFORM NAME/DEVICE NAME", which is what
`wgsync device` lists. To add one, add a row here and, once it was measured,
its expectations in devices/expect/NAME.expect.
"""

_FAMILIES = ["barrier", "handoff", "host_sync", "mutex", "semaphore"]

def _device(device, env = {}, tags = [], ci = [], gpu = False, expect = None):
    """One row of DEVICES.

    Args:
      device: part of "platform/device"; "" is every device, "type:gpu" every GPU.
      env: environment variables without which the driver does not show the device.
      tags: added to the tags of its tests.
      ci: the families for which --config=ci asks the device; Debian must have its driver.
      gpu: its tests need a GPU; they are tagged "gpu".
      expect: label of a file of expectations: failures that it expects are known, and cases that it
        leaves out are not launched.
    """
    return struct(
        device = device,
        env = env,
        tags = tags,
        ci = ci,
        gpu = gpu,
        expect = expect,
    )

DEVICES = {
    # Whatever is there, and at least one; part of plain `bazel test //...`.
    "found": _device(""),
    # Any GPU of any vendor; --config=gpu asks for it.
    "gpu": _device("type:gpu", gpu = True),
    # AMD's own driver (ROCm). Not yet run here.
    "amd": _device("AMD Accelerated Parallel Processing/", gpu = True),
    # Adreno through Mesa. Not yet run here.
    "freedreno": _device("rusticl/FD", env = {"RUSTICL_ENABLE": "freedreno"}, gpu = True),
    "intel": _device(
        "Intel(R) OpenCL/",
        expect = "//devices:expect/intel.expect",
    ),
    # Intel's GPUs through their own driver, NEO. Not yet run here.
    "intel_gpu": _device("Intel(R) OpenCL Graphics/", gpu = True),
    # The same through Mesa. Not yet run here.
    "iris": _device("rusticl/Mesa Intel", env = {"RUSTICL_ENABLE": "iris"}, gpu = True),
    # ARM's own driver. Not yet run here.
    "mali": _device("ARM Platform/", gpu = True),
    "nvidia": _device(
        "NVIDIA CUDA/",
        expect = "//devices:expect/nvidia.expect",
        gpu = True,
    ),
    # Debian does not register Oclgrind with the loader. ocl-icd takes a library as the vendors and
    # ignores the second variable; Khronos' loader takes it from that one.
    "oclgrind": _device(
        "Oclgrind/",
        ci = _FAMILIES,
        env = {
            "OCL_ICD_FILENAMES": "/usr/lib/oclgrind/liboclgrind-rt-icd.so",
            "OCL_ICD_VENDORS": "/usr/lib/oclgrind/liboclgrind-rt-icd.so",
        },
        expect = "//devices:expect/oclgrind.expect",
    ),
    # Mali through Mesa. Not yet run here.
    "panfrost": _device("rusticl/Mali", env = {"RUSTICL_ENABLE": "panfrost"}, gpu = True),
    "pocl": _device(
        "Portable Computing Language/",
        ci = _FAMILIES,
        expect = "//devices:expect/pocl.expect",
    ),
    # Qualcomm's own driver. Not yet run here.
    "qualcomm": _device("QUALCOMM Snapdragon(TM)/", gpu = True),
    # AMD's GPUs through Mesa. Not yet run here.
    "radeonsi": _device("rusticl/AMD", env = {"RUSTICL_ENABLE": "radeonsi"}, gpu = True),
    # Mesa shows no device before it is told which of its drivers may serve OpenCL.
    "rusticl": _device(
        "rusticl/llvmpipe",
        # Barriers and locks take two minutes, and cut loops are most of what they show.
        ci = ["handoff", "host_sync", "semaphore"],
        env = {"RUSTICL_ENABLE": "llvmpipe"},
        expect = "//devices:expect/rusticl.expect",
    ),
}
