#include "devices/faults/lies.h"

#include <fcntl.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

namespace wgsync {
namespace {

constexpr size_t kLongLog = 10000000;
constexpr size_t kHuge = size_t{1} << 40;
const char kNotUtf8[] = "\xff\xfe\n\t\xc3\x28 \x80name\r\n";

struct Kept {
  std::mutex mutex;
  std::map<void*, std::pair<void*, std::vector<uint8_t>>> mappings;
  std::map<cl_program, std::string> logs;
};

Kept& TheKept() {
  static auto* const kept = new Kept;
  return *kept;
}

void AppendTo(const char* path, const std::string& line) {
  const int fd = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0644);
  if (fd < 0) return;
  const ssize_t ignored = write(fd, line.data(), line.size());
  static_cast<void>(ignored);
  close(fd);
}

}  // namespace

cl_icd_dispatch g_driver = {};

void SleepForEver() {
  for (;;) pause();
}

void Say(const std::string& line) {
  const std::string whole = "wgsync fault layer: " + line + "\n";
  std::fputs(whole.c_str(), stderr);
  const char* path = std::getenv(kFaultLogVariable);
  if (path != nullptr) AppendTo(path, whole);
}

void SayAsKernel() {
  const char* path = std::getenv("WGSYNC_KMSG");
  const char* text = std::getenv(kFaultKernelVariable);
  if (path == nullptr || text == nullptr) return;
  AppendTo(path, std::string("3,1,1000000,-;") + text + "\n");
}

void* FakeMapping(const void* mapped, size_t bytes, const Shot& shot) {
  const auto* const from = static_cast<const uint8_t*>(mapped);
  std::vector<uint8_t> block(bytes);
  const size_t there = shot.fault == Fault::kTruncate ? bytes / 2 : bytes;
  std::copy(from, from + there, block.begin());
  SpoilRead(block.data(), bytes, shot);
  std::lock_guard<std::mutex> lock(TheKept().mutex);
  void* const at = block.data();
  TheKept().mappings[at] = {const_cast<void*>(mapped), std::move(block)};
  return at;
}

void* RealMapping(void* pointer) {
  std::lock_guard<std::mutex> lock(TheKept().mutex);
  const auto found = TheKept().mappings.find(pointer);
  if (found == TheKept().mappings.end()) return pointer;
  void* const real = found->second.first;
  TheKept().mappings.erase(found);
  return real;
}

void SpoilRead(void* read, size_t bytes, const Shot& shot) {
  const size_t at = static_cast<size_t>(shot.value) * sizeof(uint32_t);
  if (shot.fault != Fault::kCorrupt || at >= bytes) return;
  static_cast<uint8_t*>(read)[at] ^= 0x10;
}

const std::string* FakeLog(cl_program program) {
  std::lock_guard<std::mutex> lock(TheKept().mutex);
  const auto found = TheKept().logs.find(program);
  return found == TheKept().logs.end() ? nullptr : &found->second;
}

void KeepFakeLog(cl_program program, Fault fault) {
  std::string log = "planted.cl:1:1: error: the compiler refuses this";
  if (fault == Fault::kFailLong) log.append(kLongLog, 'x');
  if (fault == Fault::kFailNul) log += std::string("\0 and more", 10);
  if (fault == Fault::kFailBytes) log += kNotUtf8;
  std::lock_guard<std::mutex> lock(TheKept().mutex);
  TheKept().logs[program] = log;
}

cl_event CompleteEvent(cl_command_queue queue) {
  cl_context context = nullptr;
  g_driver.clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, sizeof(void*),
                                 &context, nullptr);
  cl_int code = CL_SUCCESS;
  cl_event event = g_driver.clCreateUserEvent(context, &code);
  if (event != nullptr) g_driver.clSetUserEventStatus(event, CL_COMPLETE);
  return event;
}

cl_int AnswerText(const std::string& text, size_t size, void* value,
                  size_t* size_ret) {
  if (size_ret != nullptr) *size_ret = text.size();
  if (value == nullptr) return CL_SUCCESS;
  if (size < text.size()) return CL_INVALID_VALUE;
  std::memcpy(value, text.data(), text.size());
  return CL_SUCCESS;
}

cl_int AnswerFalsely(const Shot& shot, cl_int code, size_t size, void* value,
                     size_t* size_ret) {
  if (shot.fault == Fault::kAccept) return CL_SUCCESS;
  if (code != CL_SUCCESS) return code;
  if (shot.fault == Fault::kTooLarge && size_ret != nullptr) *size_ret = kHuge;
  if (value == nullptr || size == 0) return code;
  auto* const bytes = static_cast<uint8_t*>(value);
  // The length stays, and the last byte is not zero.
  if (shot.fault == Fault::kUnterminated) bytes[size - 1] = '!';
  for (size_t i = 0; i < size; ++i) {
    if (shot.fault == Fault::kGarbage) {
      bytes[i] = static_cast<uint8_t>(kNotUtf8[i % (sizeof(kNotUtf8) - 1)]);
    }
    if (shot.fault == Fault::kAnswer) {
      const bool within = i < sizeof(shot.value);
      bytes[i] = within ? static_cast<uint8_t>(shot.value >> (8 * i)) : 0;
    }
  }
  return code;
}

}  // namespace wgsync
