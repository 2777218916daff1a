// The entry points of libFuzzer. WGSYNC_FUZZ_TARGET says which target takes the
// inputs; fuzz.sh sets it.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "absl/strings/string_view.h"
#include "nlohmann/json.hpp"
#include "suite/proof/instrumented/fuzz.h"

namespace wgsync {

std::vector<FuzzTarget>& FuzzTargets() {
  static auto* targets = new std::vector<FuzzTarget>;
  return *targets;
}

void Must(bool holds, absl::string_view what) {
  if (holds) return;
  fprintf(stderr, "must hold and does not: %.*s\n",
          static_cast<int>(what.size()), what.data());
  abort();
}

bool IsUtf8(absl::string_view text) {
  try {
    return !nlohmann::json(std::string(text)).dump().empty();
  } catch (const nlohmann::json::exception&) {
    return false;
  }
}

namespace {

const FuzzTarget* chosen = nullptr;

void Choose() {
  const char* name = getenv("WGSYNC_FUZZ_TARGET");
  for (const FuzzTarget& target : FuzzTargets()) {
    if (name != nullptr && strcmp(target.name, name) == 0) chosen = &target;
  }
  if (chosen != nullptr) return;
  fprintf(stderr, "WGSYNC_FUZZ_TARGET must be one of:");
  for (const FuzzTarget& target : FuzzTargets()) {
    fprintf(stderr, " %s", target.name);
  }
  fprintf(stderr, "\n");
  exit(2);
}

}  // namespace
}  // namespace wgsync

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  wgsync::Choose();
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  wgsync::chosen->run({reinterpret_cast<const char*>(data), size});
  return 0;
}
