#include "devices/driver/device_claims.h"

#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "devices/driver/opencl.h"
#include "gtest/gtest.h"
#include "suite/core/plan/soundness.h"

namespace wgsync {
namespace {

cl_name_version CVersion(int major, int minor) {
  return {static_cast<cl_version>(CL_MAKE_VERSION(major, minor, 0)),
          "OpenCL C"};
}

// As an H200 answers: claims OpenCL C 3.0, but no order or scope beyond relaxed
// and work-group.
ClaimFacts Nvidia() {
  ClaimFacts facts;
  facts.platform_name = "NVIDIA CUDA";
  facts.platform_vendor = "NVIDIA Corporation";
  facts.device_version = "OpenCL 3.0 CUDA";
  facts.c_version = "OpenCL C 1.2 ";
  facts.all_c_versions = {CVersion(1, 0), CVersion(1, 1), CVersion(1, 2),
                          CVersion(3, 0)};
  facts.atomics =
      CL_DEVICE_ATOMIC_ORDER_RELAXED | CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP;
  facts.type = CL_DEVICE_TYPE_GPU;
  facts.max_group_size = 1024;
  facts.local_memory_bytes = 49152;
  facts.warp_size_nv = 32;
  return facts;
}

TEST(ParseOpenClVersionTest, ReadsBothForms) {
  EXPECT_EQ(ParseOpenClVersion("OpenCL 3.0 CUDA"), 300u);
  EXPECT_EQ(ParseOpenClVersion("OpenCL C 1.2 (Oclgrind 21.10)"), 120u);
  EXPECT_EQ(ParseOpenClVersion("OpenCL C 2.0"), 200u);
  EXPECT_EQ(ParseOpenClVersion("OpenCL 3.1 (Build 0)"), 310u);
}

TEST(ParseOpenClVersionTest, RefusesTheRest) {
  for (const char* text : {"", "OpenCL", "OpenCL ", "OpenCL x.y", "3.0"}) {
    EXPECT_EQ(ParseOpenClVersion(text), 0u) << '"' << text << '"';
  }
}

TEST(DeviceTypeNameTest, CpuWins) {
  EXPECT_EQ(DeviceTypeName(CL_DEVICE_TYPE_GPU), "gpu");
  EXPECT_EQ(DeviceTypeName(CL_DEVICE_TYPE_GPU | CL_DEVICE_TYPE_DEFAULT), "gpu");
  EXPECT_EQ(DeviceTypeName(CL_DEVICE_TYPE_ACCELERATOR), "accelerator");
  EXPECT_EQ(DeviceTypeName(CL_DEVICE_TYPE_CUSTOM), "other");
  // Oclgrind's.
  EXPECT_EQ(DeviceTypeName(CL_DEVICE_TYPE_CPU | CL_DEVICE_TYPE_GPU |
                           CL_DEVICE_TYPE_ACCELERATOR | CL_DEVICE_TYPE_DEFAULT),
            "cpu");
}

TEST(ClaimsFromTest, ReadsAnOpenCl3Device) {
  const Claims claims = ClaimsFrom(Nvidia());
  EXPECT_EQ(claims.highest_c11, 300u);
  EXPECT_FALSE(claims.order_acq_rel);
  EXPECT_FALSE(claims.order_seq_cst);
  EXPECT_FALSE(claims.scope_device);
  EXPECT_TRUE(claims.is_gpu);
  EXPECT_TRUE(claims.is_nvidia);
  EXPECT_EQ(claims.max_group_size, 1024u);
  EXPECT_EQ(claims.local_memory_bytes, 49152u);
  EXPECT_EQ(claims.sub_group_size, 32u);
}

TEST(ClaimsFromTest, ReadsEachAtomicCapability) {
  ClaimFacts facts = Nvidia();
  facts.atomics = CL_DEVICE_ATOMIC_ORDER_ACQ_REL;
  EXPECT_TRUE(ClaimsFrom(facts).order_acq_rel);
  EXPECT_FALSE(ClaimsFrom(facts).order_seq_cst);
  facts.atomics = CL_DEVICE_ATOMIC_ORDER_SEQ_CST;
  EXPECT_TRUE(ClaimsFrom(facts).order_seq_cst);
  EXPECT_FALSE(ClaimsFrom(facts).scope_device);
  facts.atomics = CL_DEVICE_ATOMIC_SCOPE_DEVICE;
  EXPECT_TRUE(ClaimsFrom(facts).scope_device);
  EXPECT_FALSE(ClaimsFrom(facts).order_acq_rel);
}

TEST(ClaimsFromTest, FencesHaveAQueryOfTheirOwn) {
  ClaimFacts facts = Nvidia();
  facts.fences = CL_DEVICE_ATOMIC_ORDER_ACQ_REL | CL_DEVICE_ATOMIC_SCOPE_DEVICE;
  const Claims fences = ClaimsFrom(facts);
  EXPECT_TRUE(fences.fence_acq_rel);
  EXPECT_TRUE(fences.fence_scope_device);
  EXPECT_FALSE(fences.fence_seq_cst);
  EXPECT_FALSE(fences.order_acq_rel);
  EXPECT_FALSE(fences.scope_device);
  std::swap(facts.atomics, facts.fences);
  const Claims atomics = ClaimsFrom(facts);
  EXPECT_TRUE(atomics.order_acq_rel);
  EXPECT_TRUE(atomics.scope_device);
  EXPECT_FALSE(atomics.fence_acq_rel);
  EXPECT_FALSE(atomics.fence_scope_device);
}

TEST(ClaimsFromTest, OpenCl2RequiresEverything) {
  ClaimFacts facts = Nvidia();
  facts.device_version = "OpenCL 2.1 AMD-APP";
  facts.c_version = "OpenCL C 2.0 ";
  facts.all_c_versions.clear();
  facts.atomics = 0;
  const Claims claims = ClaimsFrom(facts);
  EXPECT_EQ(claims.highest_c11, 200u);
  EXPECT_TRUE(claims.order_acq_rel);
  EXPECT_TRUE(claims.order_seq_cst);
  EXPECT_TRUE(claims.scope_device);
  EXPECT_TRUE(claims.fence_acq_rel && claims.fence_seq_cst &&
              claims.fence_scope_device);
}

TEST(ClaimsFromTest, OpenCl1ClaimsNothing) {
  ClaimFacts facts = Nvidia();
  facts.device_version = "OpenCL 1.2 (Oclgrind 21.10)";
  facts.c_version = "OpenCL C 1.2 (Oclgrind 21.10)";
  facts.all_c_versions.clear();
  // No answer of such a device counts.
  facts.atomics = facts.fences = ~cl_device_atomic_capabilities{0};
  const Claims claims = ClaimsFrom(facts);
  EXPECT_EQ(claims.highest_c11, 0u);
  EXPECT_FALSE(claims.order_acq_rel);
  EXPECT_FALSE(claims.order_seq_cst);
  EXPECT_FALSE(claims.scope_device);
}

TEST(ClaimsFromTest, MemoriesAreOfGpusAsTheirCapabilitiesSay) {
  ClaimFacts facts = Nvidia();
  EXPECT_EQ(ClaimsFrom(facts).memories, std::vector<std::string>({"host"}));
  facts.svm = CL_DEVICE_SVM_COARSE_GRAIN_BUFFER;
  EXPECT_EQ(ClaimsFrom(facts).memories,
            std::vector<std::string>({"host", "svm"}));
  facts.svm |= CL_DEVICE_SVM_FINE_GRAIN_BUFFER;
  EXPECT_EQ(ClaimsFrom(facts).memories,
            std::vector<std::string>({"host", "svm", "svm_fine"}));
  facts.type = CL_DEVICE_TYPE_CPU;
  EXPECT_TRUE(ClaimsFrom(facts).memories.empty());
}

TEST(ClaimsFromTest, WideAtomicsTakeBothExtensions) {
  ClaimFacts facts = Nvidia();
  facts.extensions = "cl_khr_int64_base_atomics";
  EXPECT_FALSE(ClaimsFrom(facts).wide_atomics);
  facts.extensions += " cl_khr_int64_extended_atomics";
  EXPECT_TRUE(ClaimsFrom(facts).wide_atomics);
}

TEST(ClaimsFromTest, QueuesAreWhatTheirPropertiesSay) {
  ClaimFacts facts;
  facts.device_version = "OpenCL 1.2 x";
  EXPECT_EQ(ClaimsFrom(facts).version, 120u);
  EXPECT_FALSE(ClaimsFrom(facts).queue_out_of_order);
  EXPECT_FALSE(ClaimsFrom(facts).queue_profiling);
  facts.queue = CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
  EXPECT_TRUE(ClaimsFrom(facts).queue_out_of_order);
  EXPECT_FALSE(ClaimsFrom(facts).queue_profiling);
  facts.queue = CL_QUEUE_PROFILING_ENABLE;
  EXPECT_FALSE(ClaimsFrom(facts).queue_out_of_order);
  EXPECT_TRUE(ClaimsFrom(facts).queue_profiling);
}

TEST(ClaimsFromTest, AQueueIsClaimedByItsOwnQuery) {
  using Names = std::vector<std::string>;
  const auto queues = [](const ClaimFacts& facts) {
    return ClaimsFrom(facts).queues;
  };
  ClaimFacts facts = Nvidia();
  facts.compute_units = 2;
  EXPECT_EQ(queues(facts), Names());
  facts.extensions = "cl_khr_priority_hints_more cl_khr_throttle_hints";
  EXPECT_EQ(queues(facts), Names({"throttle_low", "throttle_high"}));
  facts.extensions = "cl_intel_exec_by_local_thread cl_khr_priority_hints";
  EXPECT_EQ(queues(facts),
            Names({"priority_low", "priority_high", "thread_local"}));
  facts.extensions = "";
  facts.partitions = {0, CL_DEVICE_PARTITION_EQUALLY};
  EXPECT_EQ(queues(facts), Names({"part_equal"}));
  facts.compute_units = 1;
  EXPECT_EQ(queues(facts), Names()) << "no part of one compute unit";
  facts.scheduling_arm = CL_DEVICE_SCHEDULING_DEFERRED_FLUSH_ARM;
  EXPECT_EQ(queues(facts), Names()) << "without the extension";
  facts.extensions = "cl_arm_scheduling_controls";
  EXPECT_EQ(queues(facts), Names({"arm_deferred"}));
}

TEST(QueueKindsTest, AreInTheOrderOfTheirRows) {
  ASSERT_EQ(std::size(kQueueKinds), QueueRows().size());
  for (const QueueRow& row : QueueRows()) {
    EXPECT_EQ(kQueueKinds[static_cast<size_t>(row.queue)].queue, row.queue)
        << row.name;
  }
}

TEST(ClaimsFromTest, SpirvIsClaimedByItsVersions) {
  ClaimFacts facts = Nvidia();
  EXPECT_FALSE(ClaimsFrom(facts).spirv);
  facts.il_version = "SPIR-V_1.0 SPIR-V_1.4";
  EXPECT_TRUE(ClaimsFrom(facts).spirv);
  facts.il_version = "OTHER_1.0";
  EXPECT_FALSE(ClaimsFrom(facts).spirv);
}

TEST(ClaimsFromTest, TakesTheHighestVersionInAnyOrder) {
  ClaimFacts facts = Nvidia();
  facts.all_c_versions = {CVersion(3, 1), CVersion(3, 0), CVersion(1, 2)};
  EXPECT_EQ(ClaimsFrom(facts).highest_c11, 310u);
  facts.all_c_versions = {CVersion(2, 0), CVersion(4, 0)};
  EXPECT_EQ(ClaimsFrom(facts).highest_c11, 200u);
  facts.all_c_versions = {CVersion(1, 2)};
  EXPECT_EQ(ClaimsFrom(facts).highest_c11, 0u);
}

TEST(ClaimsFromTest, FallsBackToTheOldVersionQuery) {
  ClaimFacts facts = Nvidia();
  facts.all_c_versions.clear();
  facts.c_version = "OpenCL C 3.0";
  EXPECT_EQ(ClaimsFrom(facts).highest_c11, 300u);
}

TEST(ClaimsFromTest, PtxNeedsNvidiasOwnCompiler) {
  ClaimFacts facts = Nvidia();
  facts.platform_name = "rusticl";
  facts.platform_vendor = "Mesa/X.org";
  EXPECT_FALSE(ClaimsFrom(facts).is_nvidia);
  EXPECT_TRUE(ClaimsFrom(facts).is_gpu);
}

TEST(ClaimsFromTest, SubGroupSizeIsTheSmallestThatTheCompilerMayTake) {
  ClaimFacts facts;
  EXPECT_EQ(ClaimsFrom(facts).sub_group_size, 0u);
  facts.sub_group_sizes_intel = {32, 8, 16};
  EXPECT_EQ(ClaimsFrom(facts).sub_group_size, 8u);
  facts.wavefront_width_amd = 64;
  EXPECT_EQ(ClaimsFrom(facts).sub_group_size, 64u);
}

}  // namespace
}  // namespace wgsync
