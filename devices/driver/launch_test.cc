#include "devices/driver/launch.h"

#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "devices/driver/device.h"
#include "devices/driver/device_claims.h"
#include "devices/driver/device_program.h"
#include "devices/driver/error.h"
#include "devices/driver/test_device.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace wgsync {
namespace {

using ::testing::HasSubstr;
using ::testing::MatchesRegex;

constexpr size_t kGroups = 4;
constexpr size_t kGroupSize = 16;
constexpr size_t kWords = kGroups * kGroupSize;
constexpr size_t kBytes = kWords * sizeof(cl_uint);

// out[i] = in[i] * factor + group
constexpr char kSource[] = R"(
kernel void scale(global const uint* in, global uint* out, uint factor,
                  uint plus) {
  const size_t i = get_global_id(0);
  out[i] = in[i] * factor + plus + (uint)get_group_id(0);
})";

// A string, since GoogleTest prints a string_view letter by letter.
std::string Text(const absl::Status& status) {
  return std::string(status.message());
}

struct Free {
  void operator()(cl_uint* p) const { free(p); }
};
using Words = std::unique_ptr<cl_uint[], Free>;

// As the buffers on host memory want it.
Words PageOfWords(cl_uint value) {
  Words words(static_cast<cl_uint*>(aligned_alloc(4096, 4096)));
  for (size_t i = 0; i < 4096 / sizeof(cl_uint); ++i) words[i] = value;
  return words;
}

std::vector<cl_uint> Counting(cl_uint first) {
  std::vector<cl_uint> words(kWords);
  for (size_t i = 0; i < kWords; ++i) words[i] = first + i;
  return words;
}

std::vector<cl_uint> Scaled(cl_uint first, cl_uint factor, cl_uint plus) {
  std::vector<cl_uint> words = Counting(first);
  for (size_t i = 0; i < kWords; ++i) {
    words[i] = words[i] * factor + plus + i / kGroupSize;
  }
  return words;
}

class LaunchTest : public testing::Test {
 protected:
  void SetUp() override {
    absl::StatusOr<LaunchQueue> queue =
        LaunchQueue::Create(TestDevice().device);
    ASSERT_TRUE(queue.ok()) << queue.status();
    queue_ = std::make_unique<LaunchQueue>(*queue);
    absl::StatusOr<BuiltProgram> built =
        BuildProgram(queue_->context(), queue_->device(), {kSource, ""});
    ASSERT_TRUE(built.ok()) << built.status();
    absl::StatusOr<cl::Kernel> kernel = CreateKernel(built->program, "scale");
    ASSERT_TRUE(kernel.ok()) << kernel.status();
    kernel_ = *kernel;
  }

  // Runs the kernel from `in` to `out`.
  absl::Status Run(const DeviceBuffer& in, const DeviceBuffer& out,
                   cl_uint factor, cl_uint plus) {
    absl::Status status = SetArgs(&kernel_, {in, out}, {factor, plus});
    if (!status.ok()) return status;
    absl::StatusOr<cl::Event> event =
        queue_->EnqueueKernel(kernel_, kGroups, kGroupSize);
    if (!event.ok()) return event.status();
    event_ = *event;
    return queue_->Finish(event_);
  }

  DeviceBuffer PlainBuffer() {
    absl::StatusOr<DeviceBuffer> buffer = queue_->CreateBuffer(kBytes);
    EXPECT_TRUE(buffer.ok()) << buffer.status();
    return buffer.ok() ? *buffer : DeviceBuffer();
  }

  DeviceBuffer HostBuffer(cl_uint* host) {
    absl::StatusOr<DeviceBuffer> buffer = queue_->CreateBuffer(host, kBytes);
    EXPECT_TRUE(buffer.ok()) << buffer.status();
    return buffer.ok() ? *buffer : DeviceBuffer();
  }

  std::unique_ptr<LaunchQueue> queue_;
  cl::Kernel kernel_;
  cl::Event event_;
};

// On each queue that the device claims: its own context, program and buffers.
TEST_F(LaunchTest, RunsAKernelOnEachQueue) {
  const auto claims = ReadClaims(TestDevice().device);
  ASSERT_TRUE(claims.ok()) << claims.status();
  const auto units = [this] {
    return DeviceNumber<cl_uint>(queue_->device()(),
                                 CL_DEVICE_MAX_COMPUTE_UNITS, 0);
  };
  const cl_uint all = units();
  int ran = 0;
  for (const QueueRow& row : QueueRows()) {
    SCOPED_TRACE(std::string(row.name));
    const bool out_of_order =
        row.queue == Queue::kOutOfOrder && claims->queue_out_of_order;
    if (!out_of_order && !absl::c_linear_search(claims->queues, row.name)) {
      continue;
    }
    ++ran;
    absl::StatusOr<LaunchQueue> queue =
        LaunchQueue::Create(TestDevice().device, row.queue);
    ASSERT_TRUE(queue.ok()) << queue.status();
    // Left to the process's end, as a worker does: PoCL 3.1 crashes in one of
    // the next calls where a sub-device's context was released.
    static auto* const kept = new std::vector<LaunchQueue>;
    kept->push_back(*queue);
    *queue_ = *queue;
    EXPECT_EQ(units(), row.queue == Queue::kPartEqual    ? all / 2
                       : row.queue == Queue::kPartCounts ? all - 1
                                                         : all);
    kernel_ = *CreateKernel(
        BuildProgram(queue_->context(), queue_->device(), {kSource, ""})
            ->program,
        "scale");
    const DeviceBuffer words = PlainBuffer();
    ASSERT_EQ(queue_->Upload(words, Counting(5).data(), kBytes),
              absl::OkStatus());
    // Several launches that follow each other, in whatever queue.
    ASSERT_EQ(SetArgs(&kernel_, {words, words}, {3, 1}), absl::OkStatus());
    ASSERT_TRUE(queue_->EnqueueKernel(kernel_, kGroups, kGroupSize).ok());
    ASSERT_EQ(Run(words, words, 1, 10), absl::OkStatus());
    std::vector<cl_uint> got(kWords), wanted = Scaled(5, 3, 1);
    for (size_t i = 0; i < kWords; ++i) wanted[i] += 10 + i / kGroupSize;
    ASSERT_EQ(queue_->Download(words, got.data(), kBytes), absl::OkStatus());
    EXPECT_EQ(got, wanted);
  }
  EXPECT_GT(ran, 0) << "PoCL claims a queue out of order";
}

TEST_F(LaunchTest, RunsAKernelInEachMemory) {
  const auto svm = DeviceNumber<cl_device_svm_capabilities>(
      queue_->device()(), CL_DEVICE_SVM_CAPABILITIES, 0);
  ASSERT_NE(svm & CL_DEVICE_SVM_FINE_GRAIN_BUFFER, 0u);
  for (const MemoryKind& kind : MemoryKinds()) {
    SCOPED_TRACE(std::string(kind.name));
    const absl::StatusOr<DeviceBuffer> words =
        queue_->CreateBuffer(kBytes, kind.memory);
    ASSERT_TRUE(words.ok()) << words.status();
    const bool is_svm =
        kind.memory == Memory::kSvm || kind.memory == Memory::kSvmFine;
    EXPECT_EQ(words->svm != nullptr, is_svm);
    ASSERT_EQ(queue_->Upload(*words, Counting(5).data(), kBytes),
              absl::OkStatus());
    const cl_uint seven = 7;
    ASSERT_EQ(queue_->Poke(*words, &seven, sizeof seven, sizeof seven),
              absl::OkStatus());
    cl_uint word = 0;
    ASSERT_EQ(queue_->Snapshot(*words, &word, sizeof word, sizeof word),
              absl::OkStatus());
    EXPECT_EQ(word, seven);
    ASSERT_EQ(Run(*words, *words, 3, 1), absl::OkStatus());
    std::vector<cl_uint> got(kWords), wanted = Scaled(5, 3, 1);
    wanted[1] = seven * 3 + 1;
    ASSERT_EQ(queue_->Download(*words, got.data(), kBytes), absl::OkStatus());
    EXPECT_EQ(got, wanted);
    EXPECT_EQ(queue_->Upload(*words, got.data(), kBytes, 4).code(),
              absl::StatusCode::kOutOfRange);
  }
}

TEST_F(LaunchTest, RunsAKernelOnPlainBuffers) {
  const DeviceBuffer in = PlainBuffer();
  const DeviceBuffer out = PlainBuffer();
  ASSERT_EQ(queue_->Upload(in, Counting(5).data(), kBytes), absl::OkStatus());
  ASSERT_EQ(Run(in, out, 3, 100), absl::OkStatus());
  std::vector<cl_uint> got(kWords);
  ASSERT_EQ(queue_->Download(out, got.data(), kBytes), absl::OkStatus());
  EXPECT_EQ(got, Scaled(5, 3, 100));
}

TEST_F(LaunchTest, RunsAKernelOnHostMemory) {
  const Words in_memory = PageOfWords(1);
  const Words out_memory = PageOfWords(2);
  const DeviceBuffer in = HostBuffer(in_memory.get());
  const DeviceBuffer out = HostBuffer(out_memory.get());
  ASSERT_EQ(queue_->Upload(in, Counting(9).data(), kBytes), absl::OkStatus());
  ASSERT_EQ(Run(in, out, 2, 1), absl::OkStatus());
  std::vector<cl_uint> got(kWords);
  ASSERT_EQ(queue_->Download(out, got.data(), kBytes), absl::OkStatus());
  EXPECT_EQ(got, Scaled(9, 2, 1));
  // The memory itself is valid then too.
  EXPECT_EQ(std::vector<cl_uint>(out_memory.get(), out_memory.get() + kWords),
            got);
}

TEST_F(LaunchTest, HostMemoryCanBeItsOwnSourceAndTarget) {
  const Words in_memory = PageOfWords(0);
  const Words out_memory = PageOfWords(0);
  const DeviceBuffer in = HostBuffer(in_memory.get());
  const DeviceBuffer out = HostBuffer(out_memory.get());
  for (cl_uint round = 1; round <= 3; ++round) {
    for (size_t i = 0; i < kWords; ++i) in_memory[i] = round + i;
    ASSERT_EQ(queue_->Upload(in, in_memory.get(), kBytes), absl::OkStatus());
    ASSERT_EQ(Run(in, out, 1, 0), absl::OkStatus());
    ASSERT_EQ(queue_->Download(out, out_memory.get(), kBytes),
              absl::OkStatus());
    EXPECT_EQ(std::vector<cl_uint>(out_memory.get(), out_memory.get() + kWords),
              Scaled(round, 1, 0));
  }
}

TEST_F(LaunchTest, PartsOfABufferKeepToTheirPlace) {
  const Words memory = PageOfWords(0);
  for (const DeviceBuffer& buffer : {PlainBuffer(), HostBuffer(memory.get())}) {
    const std::vector<cl_uint> sevens(kWords, 7);
    ASSERT_EQ(queue_->Upload(buffer, sevens.data(), kBytes), absl::OkStatus());
    const cl_uint pair[] = {1, 2};
    ASSERT_EQ(queue_->Upload(buffer, pair, sizeof(pair), 4), absl::OkStatus());
    cl_uint got[4] = {};
    ASSERT_EQ(queue_->Download(buffer, got, 8, 8), absl::OkStatus());
    EXPECT_THAT(got, testing::ElementsAre(2, 7, 0, 0));
  }
}

TEST_F(LaunchTest, PinnedMemoryStaysTheCallersAndIsCopiedBothWays) {
  Words pinned = PageOfWords(7);
  const DeviceBuffer in = PlainBuffer(), out = PlainBuffer();
  for (size_t bytes : {kBytes, size_t{4096}}) {
    queue_->Pin(pinned.get(), bytes);
    EXPECT_EQ(pinned[kWords - 1], 7u);
    const std::vector<cl_uint> given = Counting(bytes);
    absl::c_copy(given, pinned.get());
    ASSERT_TRUE(queue_->Upload(in, pinned.get(), kBytes).ok());
    ASSERT_TRUE(Run(in, out, 3, 1).ok());
    ASSERT_TRUE(queue_->Download(out, pinned.get(), kBytes).ok());
    EXPECT_EQ(std::vector<cl_uint>(pinned.get(), pinned.get() + kWords),
              Scaled(bytes, 3, 1));
    pinned[kWords - 1] = 7;
  }
  queue_->Pin(nullptr, 0);  // before the memory ends
}

TEST_F(LaunchTest, TheSecondQueueReadsAndWrites) {
  const DeviceBuffer buffer = PlainBuffer();
  ASSERT_EQ(queue_->Upload(buffer, Counting(3).data(), kBytes),
            absl::OkStatus());
  const cl_uint poked = 99;
  ASSERT_EQ(queue_->Poke(buffer, &poked, sizeof(poked), 8), absl::OkStatus());
  cl_uint got[3] = {};
  ASSERT_EQ(queue_->Snapshot(buffer, got, sizeof(got), 4), absl::OkStatus());
  EXPECT_THAT(got, testing::ElementsAre(4, 99, 6));
}

TEST_F(LaunchTest, NothingReachesBeyondABuffer) {
  const DeviceBuffer buffer = PlainBuffer();
  std::vector<cl_uint> words(2 * kWords);
  EXPECT_EQ(Text(queue_->Upload(buffer, words.data(), kBytes + 1)),
            "257 bytes at 0 of a buffer of 256");
  EXPECT_TRUE(
      absl::IsOutOfRange(queue_->Download(buffer, words.data(), kBytes, 4)));
  EXPECT_TRUE(
      absl::IsOutOfRange(queue_->Poke(buffer, words.data(), 4, kBytes)));
  EXPECT_TRUE(absl::IsOutOfRange(
      queue_->Snapshot(buffer, words.data(), 8, SIZE_MAX - 3)));
}

TEST_F(LaunchTest, AFinishedEventHasTimes) {
  const DeviceBuffer in = PlainBuffer();
  const DeviceBuffer out = PlainBuffer();
  ASSERT_EQ(queue_->Upload(in, Counting(0).data(), kBytes), absl::OkStatus());
  ASSERT_EQ(Run(in, out, 1, 0), absl::OkStatus());
  const EventTimes times = ReadEventTimes(event_);
  EXPECT_LE(times.start, times.end);
  if (TestDevice().platform_name == "Portable Computing Language") {
    EXPECT_TRUE(queue_->profiling());
    EXPECT_LT(times.start, times.end);
  }
}

TEST_F(LaunchTest, WithoutProfilingTimesAreZero) {
  const cl::UserEvent event(queue_->context());
  EXPECT_EQ(ReadEventTimes(event).start, 0u);
  EXPECT_EQ(ReadEventTimes(event).end, 0u);
}

TEST_F(LaunchTest, APolledEventIsComplete) {
  const DeviceBuffer in = PlainBuffer();
  const DeviceBuffer out = PlainBuffer();
  ASSERT_EQ(queue_->Upload(in, Counting(5).data(), kBytes), absl::OkStatus());
  const std::vector<DeviceBuffer> buffers = {in, out};
  const std::vector<cl_uint> scalars = {3, 100};
  ASSERT_EQ(SetArgs(&kernel_, buffers, scalars), absl::OkStatus());
  const absl::StatusOr<cl::Event> event =
      queue_->EnqueueKernel(kernel_, kGroups, kGroupSize);
  ASSERT_TRUE(event.ok()) << event.status();
  PollUntilDone(*event);
  EXPECT_EQ(event->getInfo<CL_EVENT_COMMAND_EXECUTION_STATUS>(), CL_COMPLETE);
  EXPECT_EQ(queue_->Finish(*event), absl::OkStatus());
}

TEST_F(LaunchTest, PollingEndsWithAnErrorAndWithAnEventThatIsNone) {
  cl::UserEvent event(queue_->context());
  ASSERT_EQ(event.setStatus(CL_OUT_OF_RESOURCES), CL_SUCCESS);
  PollUntilDone(event);
  PollUntilDone(cl::Event());
}

TEST_F(LaunchTest, AFailedEventIsItsError) {
  cl::UserEvent event(queue_->context());
  ASSERT_EQ(event.setStatus(CL_OUT_OF_RESOURCES), CL_SUCCESS);
  const absl::Status finished = queue_->Finish(event);
  EXPECT_EQ(Text(finished), "kernel: CL_OUT_OF_RESOURCES (-5)");
  EXPECT_EQ(OpenClCode(finished), CL_OUT_OF_RESOURCES);
}

TEST_F(LaunchTest, AnInvalidEventIsAnError) {
  EXPECT_FALSE(queue_->Finish(cl::Event()).ok());
}

TEST_F(LaunchTest, ErrorsNameTheCallAndTheCode) {
  const DeviceBuffer in = PlainBuffer();
  const DeviceBuffer out = PlainBuffer();
  ASSERT_EQ(SetArgs(&kernel_, {in, out}, {1, 0}), absl::OkStatus());
  // Drivers differ in which of the sizes they call wrong.
  const absl::Status large =
      queue_->EnqueueKernel(kernel_, 1, size_t{1} << 20).status();
  EXPECT_TRUE(absl::IsUnimplemented(large)) << large;
  EXPECT_THAT(Text(large),
              MatchesRegex("the driver takes this kernel in groups of [0-9]+ "
                           "work-items at most, and not of 1048576 "
                           "\\(clEnqueueNDRangeKernel: CL_INVALID_WORK_.*_SIZE "
                           "\\(-5.\\)\\)"));
  EXPECT_EQ(Text(queue_->CreateBuffer(0).status()),
            "clCreateBuffer: CL_INVALID_BUFFER_SIZE (-61) for 0 bytes");
}

TEST_F(LaunchTest, ArgumentsMustBeAsManyAsTheKernelTakes) {
  const DeviceBuffer buffer = PlainBuffer();
  EXPECT_EQ(Text(SetArgs(&kernel_, {buffer, buffer}, {1})),
            "the kernel takes 4 arguments, not 2 buffers and 1 scalars");
  EXPECT_EQ(SetArgs(&kernel_, {buffer, buffer}, {1, 2, 3}).code(),
            absl::StatusCode::kInvalidArgument);
}

TEST_F(LaunchTest, AWrongArgumentIsNumbered) {
  const DeviceBuffer buffer = PlainBuffer();
  // A pointer where the kernel takes a uint.
  EXPECT_THAT(Text(SetArgs(&kernel_, {buffer, buffer, buffer}, {1})),
              HasSubstr("at argument 2"));
}

}  // namespace
}  // namespace wgsync
