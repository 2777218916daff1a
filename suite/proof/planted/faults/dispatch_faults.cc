#include "suite/proof/planted/faults/dispatch_faults.h"

namespace wgsync {
namespace {

constexpr char kAnswer[] = "broken (wrong answer)";
constexpr char kNotStarted[] = "hang (not started)";
constexpr char kNotReturned[] = "hang (host call not returned)";

constexpr char kAheadOrNot[] =
    "broken (torn or foreign) | broken (wrong payload)";
constexpr char kNeither[] =
    "neither the wanted round nor an earlier one | with an atomic payload it "
    "is wrong too";
constexpr char kAhead[] =
    "the first group is rounds ahead, and the other reads what it has stored; "
    "or the values of an earlier round, where their cores took turns";

constexpr char kRight[] = "groups=2";
constexpr bool kQuick = true;

constexpr char kCounter[] =
    "barrier.counter_per_group/poll=rmw/signal=rmw/fence=device/pay=plain/"
    "work=exchange/wg=64/groups=promised/dispatch=concurrent";
constexpr char kDevice[] =
    "barrier.intel_device_barrier/poll=plain/signal=plain/fence=none/"
    "pay=plain/work=exchange/wg=64/groups=promised/dispatch=concurrent";
constexpr char kDeclared[] =
    "barrier.intel_device_barrier_declared_scoped/poll=plain/signal=plain/"
    "fence=none/pay=plain/work=exchange/wg=64/groups=promised/"
    "dispatch=concurrent";

constexpr DispatchFault kFaults[] = {
    {kCounter, kRight, "pass", "", "as many are promised as run at once",
     kQuick},
    {kCounter, "groups=1", "unproven", "",
     "a promise of fewer is kept, and one group waits for no other"},
    {kCounter, "groups=4", kNotStarted, "the driver promises",
     "two run at once, so that two of four never start", kQuick},
    {kCounter, "groups=0", "unsupported",
     "does not say for how many groups: it says 0",
     "no grid is promised, and a grid of no group is none", kQuick},
    {kCounter, "groups=2 no_function", "unsupported",
     "clGetKernelMaxConcurrentWorkGroupCountINTEL",
     "without the query no grid is promised", kQuick},
    {kDevice, kRight, "pass", "", "its groups meet in each round", kQuick},
    {kDevice, "groups=4", kNotStarted, "the driver promises",
     "two run at once, so that two of four never start", kQuick},
    {kDevice, "groups=2 one_through", kAheadOrNot, kNeither, kAhead, kQuick},
    {kDevice, "groups=2 no_barrier", "build-failed", "intel_device_barrier",
     "the function is claimed with the extension, and is not there"},
    {kDeclared, kRight, "pass", "", "its groups meet in each round"},
    {kDeclared, "groups=2 one_through", kAheadOrNot, kNeither, kAhead},
    {"host_sync.concurrent_count/without=nothing", kRight, "pass", "",
     "it promises a group at least", kQuick},
    {"host_sync.concurrent_count/without=nothing", "groups=0", kAnswer,
     "it promises no group", "at least one group can run", kQuick},
    {"host_sync.concurrent_count/without=nothing", "groups=2 no_function",
     "error", "clGetExtensionFunctionAddressForPlatform",
     "the extension is claimed, and its function is not there", kQuick},
    {"host_sync.concurrent_count/without=local_size", kRight, "pass", "",
     "CL_INVALID_WORK_GROUP_SIZE"},
    {"host_sync.concurrent_count/without=local_size", "groups=2 any_query",
     kAnswer, "CL_INVALID_WORK_GROUP_SIZE",
     "groups of an unknown size have no number"},
    {"host_sync.concurrent_count/without=count", kRight, "pass", "",
     "CL_INVALID_VALUE"},
    {"host_sync.concurrent_count/without=count", "groups=2 any_query", kAnswer,
     "CL_INVALID_VALUE", "there is no place for the number"},
    {"host_sync.concurrent_local_memory/with=half", kRight, "pass", "",
     "the same number with more local memory is not more"},
    {"host_sync.concurrent_local_memory/with=half", "groups=2 more_local",
     kAnswer, "2 groups with 256 bytes of local memory, and 3",
     "a kernel that holds more cannot have more groups", kQuick},
    {"host_sync.concurrent_refused/of=too_many", kRight, "pass", "",
     "CL_INVALID_VALUE for three groups"},
    {"host_sync.concurrent_refused/of=too_many", "groups=2 any_count", kAnswer,
     "answers CL_SUCCESS (0) and not CL_INVALID_VALUE",
     "nothing promises that three groups run at once", kQuick},
    {"host_sync.concurrent_refused/of=no_local_size", kRight, "pass", "",
     "CL_INVALID_WORK_GROUP_SIZE"},
    {"host_sync.concurrent_refused/of=no_local_size", "groups=2 any_size",
     kAnswer, "answers CL_SUCCESS (0) and not CL_INVALID_WORK_GROUP_SIZE",
     "the number of groups is not known"},
    {"host_sync.concurrent_valid/dispatch=usual", kRight, "pass", "",
     "it is not valid there"},
    {"host_sync.concurrent_valid/dispatch=usual", "groups=2 valid", kAnswer,
     "said to be valid", "nothing is promised of a usual dispatch", kQuick},
    {"host_sync.concurrent_valid/dispatch=concurrent", kRight, "pass", "",
     "it is valid there"},
    {"host_sync.concurrent_valid/dispatch=concurrent", "groups=2 invalid",
     kAnswer, "not valid in it", "a concurrent dispatch has the barrier"},
    {"host_sync.concurrent_valid/dispatch=concurrent", "groups=2 no_barrier",
     "error", "intel_is_device_barrier_valid",
     "the function is claimed with the extension, and is not there", kQuick},
    {"host_sync.concurrent_clone/of=concurrent", kRight, "pass", "",
     "the clone is concurrent, whatever its kernel is told later"},
    {"host_sync.concurrent_clone/of=concurrent", "groups=2 clone_usual",
     kAnswer, "answers CL_SUCCESS (0) and not CL_INVALID_VALUE",
     "the clone has not what its kernel was told", kQuick},
    {"host_sync.concurrent_clone/of=usual", kRight, "pass", "",
     "the clone is usual, whatever its kernel is told later"},
    {"host_sync.concurrent_clone/of=usual", "groups=2 kernel_all", kAnswer,
     "answers CL_INVALID_VALUE (-30) and not CL_SUCCESS",
     "what one kernel is told is not its clone's"},
    {"host_sync.concurrent_next_to/other=concurrent", kRight, "pass", "",
     "one has both threads, and then the other"},
    {"host_sync.concurrent_next_to/other=concurrent", "groups=4", kNotReturned,
     "did not come back", "two run at once, and wait for two others", kQuick},
    {"host_sync.concurrent_next_to/other=usual", kRight, "pass", "",
     "the other launch ends, and both threads are free"},
    {"host_sync.concurrent_next_to/other=usual", "groups=2 kernel_all", kAnswer,
     "answers CL_INVALID_VALUE (-30) and not CL_SUCCESS",
     "a usual dispatch may have any grid"},
};

}  // namespace

absl::Span<const DispatchFault> DispatchFaults() { return kFaults; }

}  // namespace wgsync
