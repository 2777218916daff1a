#include "suite/worker/messages.h"

#include <algorithm>
#include <cstddef>

#include "absl/strings/ascii.h"
#include "absl/strings/string_view.h"
#include "suite/core/base/field_visitor.h"

namespace wgsync {
namespace {

constexpr double kMostSeconds = 1e9;
constexpr size_t kDigestLetters = 64;
constexpr size_t kLongestSlug = 200;

void Seconds(FieldVisitor& v, const char* name, double* seconds) {
  v.Added(name, seconds);
  if (!(*seconds >= 0 && *seconds <= kMostSeconds)) {
    v.Fail(name, "is not a time in seconds");
  }
}

void Digest(FieldVisitor& v, const char* name, std::string* digest) {
  if (!v.Present(name, !digest->empty())) return;
  v.Field(name, digest);
  if (digest->size() != kDigestLetters ||
      digest->find_first_not_of("0123456789abcdef") != std::string::npos) {
    v.Fail(name, "is not a SHA-256 in hexadecimal");
  }
}

bool IsSlug(absl::string_view text) {
  return !text.empty() && text.size() <= kLongestSlug &&
         std::all_of(text.begin(), text.end(), [](char c) {
           return absl::ascii_islower(c) || absl::ascii_isdigit(c) || c == '-';
         });
}

}  // namespace

void ErrorEvent::Fields(FieldVisitor& v) { v.Added("what", &what); }

void DevicesEvent::Fields(FieldVisitor& v) {
  v.List("devices", &devices);
  for (const DeviceInfo& device : devices) {
    if (!IsSlug(device.slug)) {
      v.Fail("devices", "has a slug that is not the name of a folder");
    }
  }
}

void ReadyEvent::Fields(FieldVisitor& v) {
  v.Struct("claims", &claims);
  v.Added("full_name", &full_name);
  v.Added("driver_version", &driver_version);
  v.Added("tells_code", &tells_code);
  v.Added("sandbox", &sandbox);
  v.Added("host_code", &host_code);
}

void FingerprintEvent::Fields(FieldVisitor& v) {
  Digest(v, "digest", &digest);
  v.Object("fingerprint", &fingerprint);
  if (digest.empty()) v.Fail("digest", "is missing");
}

void BuiltEvent::Fields(FieldVisitor& v) {
  v.Added("key", &key);
  v.Added("ok", &ok);
  v.Added("refused", &refused);
  v.Added("what", &what);
  Digest(v, "binary_digest", &binary_digest);
}

void BinaryEvent::Fields(FieldVisitor& v) {
  v.Field("ok", &ok);
  v.Added("what", &what);
}

void StartedEvent::Fields(FieldVisitor& v) { v.Added("id", &id); }

void PhaseEvent::Fields(FieldVisitor& v) {
  v.Field("phase", &phase);
  Digest(v, "binary_digest", &binary_digest);
}

void FinishedEvent::Fields(FieldVisitor& v) {
  v.Added("id", &id);
  v.Field("ok", &ok);
  v.Added("stage", &stage);
  v.Added("what", &what);
  v.Added("gone", &gone);
  Seconds(v, "build_seconds", &build_seconds);
  v.Added("build_log", &build_log);
  Seconds(v, "device_seconds", &device_seconds);
  Seconds(v, "host_seconds", &host_seconds);
}

void NeedsEvent::Fields(FieldVisitor& v) {
  v.Field("ok", &ok);
  v.Added("what", &what);
  if (v.Present("device", ok)) v.Struct("device", &device);
  if (v.Present("kernel", ok)) v.Struct("kernel", &needs);
  v.Added("build_log", &build_log);
  v.Rare("kernels", &kernels, {});
  v.Rare("name", &kernel, {});
  v.RareList("parameters", &parameters);
  v.Rare("parameters_text", &parameters_text, {});
  v.Rare("required_shape", &required_shape, {});
}

void SnapshotEvent::Fields(FieldVisitor& v) {
  v.Added("id", &id);
  v.Field("ok", &ok);
  v.Added("what", &what);
}

void PokedEvent::Fields(FieldVisitor& v) { v.Added("ok", &ok); }

}  // namespace wgsync
