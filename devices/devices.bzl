"""The devices that have test targets of their own, and device(), which describes one.

A device is named by a part of "PLATFORM NAME/DEVICE NAME", which is what
`wgsync device` lists. To add one, add a row here and, once it was measured,
its expectations in devices/expect/NAME.expect.
"""

FAMILIES = ["barrier", "handoff", "host_sync", "mutex", "progress", "semaphore"]

def device(device, env = {}, tags = [], ci = [], gpu = False, expect = None, exec_properties = {}):
    """One row of DEVICES.

    Args:
      device: part of "platform/device"; "" is every device, "type:gpu" every GPU.
      env: environment variables without which the driver does not show the device.
      tags: added to the tags of its tests.
      ci: the families for which --config=ci asks the device; Debian must have its driver.
      gpu: its tests need a GPU; they are tagged "gpu".
      expect: label of a file of expectations: failures that it expects are known, and cases that it
        leaves out are not launched.
      exec_properties: what a worker of a fleet must have for its tests, besides {"device": NAME OF THE ROW}, such
        as {"driver": "24.3.1"}; a "device" here replaces the name (tools/fleet/README.md).
    """
    return struct(
        device = device,
        env = env,
        tags = tags,
        ci = ci,
        gpu = gpu,
        expect = expect,
        exec_properties = exec_properties,
    )

def device_row(device_or_name):
    """A row of device(), or one of which the name alone is given."""
    return device(device_or_name) if type(device_or_name) == "string" else device_or_name

# Each primitive in which three groups and more take a step that two do not, once.
_MORE_GROUPS = [
    "barrier.arrive_wait/*",
    "barrier.counter_per_group/poll=rmw/signal=rmw/fence=device/pay=plain/work=exchange/wg=64/groups=res",
    "barrier.counter_per_group_discovered/*",
    "barrier.counters_one_hop_4_returned/*",
    "barrier.dissemination/*",
    "barrier.flags_all_to_all/*",
    "barrier.flags_master_group/poll=volatile/*",
    "barrier.flags_two_arrays/*",
    "barrier.phase_*",
    "barrier.sense_reversing/*",
    "barrier.tree_*",
    "handoff.atomic_reduction/*",
    "handoff.chained_reduction/*",
    "handoff.dependency_distance/*",
    "handoff.lookback_by_*",
    "handoff.looped_store/poll=rmw/*",
    "handoff.message_passing/poll=rmw/signal=rmw/fence=device/pay=plain/work=message/wg=64/groups=res",
    "handoff.message_passing_last/*",
    "handoff.message_passing_middle/*",
    "handoff.work_steal_queue/*",
]

# PoCL with so many threads, each of which runs a group, whatever the machine's cores.
def _pocl(threads):
    return device(
        "Portable Computing Language/",
        ci = ["barrier", "handoff"],
        env = {
            "POCL_MAX_PTHREAD_COUNT": str(threads),
            "WGSYNC_TEST_CASES": ";".join(_MORE_GROUPS),
        },
        expect = Label("//devices:expect/pocl_more.expect"),
    )

DEVICES = {
    # Whatever is there, and at least one; part of plain `bazel test //...`.
    "found": device(""),
    # Any GPU of any vendor; --config=gpu asks for it.
    "gpu": device("type:gpu", gpu = True),
    # AMD's own driver (ROCm). Not yet run here.
    "amd": device("AMD Accelerated Parallel Processing/", gpu = True),
    # Adreno through Mesa. Not yet run here.
    "freedreno": device("rusticl/FD", env = {"RUSTICL_ENABLE": "freedreno"}, gpu = True),
    "intel": device(
        "Intel(R) OpenCL/",
        expect = Label("//devices:expect/intel.expect"),
    ),
    # Intel's GPUs through their own driver, NEO. Not yet run here.
    "intel_gpu": device("Intel(R) OpenCL Graphics/", gpu = True),
    # The same through Mesa. Not yet run here.
    "iris": device("rusticl/Mesa Intel", env = {"RUSTICL_ENABLE": "iris"}, gpu = True),
    # ARM's own driver. Not yet run here.
    "mali": device("ARM Platform/", gpu = True),
    "nvidia": device(
        "NVIDIA CUDA/",
        expect = Label("//devices:expect/nvidia.expect"),
        gpu = True,
    ),
    # Debian does not register Oclgrind with the loader. ocl-icd takes a library as the vendors and
    # ignores the second variable; Khronos' loader takes it from that one.
    "oclgrind": device(
        "Oclgrind/",
        # It is slow: the shapes of forward progress take minutes.
        ci = [family for family in FAMILIES if family != "progress"],
        env = {
            "OCL_ICD_FILENAMES": "/usr/lib/oclgrind/liboclgrind-rt-icd.so",
            "OCL_ICD_VENDORS": "/usr/lib/oclgrind/liboclgrind-rt-icd.so",
        },
        expect = Label("//devices:expect/oclgrind.expect"),
    ),
    # Mali through Mesa. Not yet run here.
    "panfrost": device("rusticl/Mali", env = {"RUSTICL_ENABLE": "panfrost"}, gpu = True),
    "pocl": device(
        "Portable Computing Language/",
        ci = FAMILIES,
        expect = Label("//devices:expect/pocl.expect"),
    ),
    # More groups at once than a machine of two cores has cores: a step that only three groups have, or five.
    "pocl_4": _pocl(threads = 4),
    "pocl_7": _pocl(threads = 7),
    # Qualcomm's own driver. Not yet run here.
    "qualcomm": device("QUALCOMM Snapdragon(TM)/", gpu = True),
    # AMD's GPUs through Mesa. Not yet run here.
    "radeonsi": device("rusticl/AMD", env = {"RUSTICL_ENABLE": "radeonsi"}, gpu = True),
    # Mesa shows no device before it is told which of its drivers may serve OpenCL.
    "rusticl": device(
        "rusticl/llvmpipe",
        # Barriers and locks take two minutes, and cut loops are most of what they show.
        ci = ["handoff", "host_sync", "semaphore"],
        env = {"RUSTICL_ENABLE": "llvmpipe"},
        expect = Label("//devices:expect/rusticl.expect"),
    ),
}
