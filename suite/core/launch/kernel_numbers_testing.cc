#include "suite/core/launch/kernel_numbers_testing.h"

#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "gtest/gtest.h"
#include "kernels/embedded.h"

namespace wgsync {
namespace {

bool ParseNumber(absl::string_view text, uint32_t* value) {
  absl::ConsumeSuffix(&text, "u");
  return absl::SimpleAtoi(text, value) ||
         (absl::ConsumePrefix(&text, "0x") && absl::SimpleHexAtoi(text, value));
}

}  // namespace

std::string KernelText(absl::string_view file) {
  const EmbeddedFile* found = FindKernelFile(file);
  if (found != nullptr) return found->text;
  ADD_FAILURE() << "kernels/" << file << " is not embedded";
  return "";
}

std::map<std::string, uint32_t> KernelNumbers(absl::string_view file,
                                              absl::string_view prefix) {
  std::map<std::string, uint32_t> numbers;
  const std::string text = KernelText(file);
  for (absl::string_view line : absl::StrSplit(text, '\n')) {
    const std::vector<absl::string_view> words =
        absl::StrSplit(line, ' ', absl::SkipEmpty());
    if (words.size() < 3 || words[0] != "#define") continue;
    absl::string_view name = words[1];
    uint32_t value = 0;
    if (absl::ConsumePrefix(&name, prefix) && ParseNumber(words[2], &value)) {
      numbers[std::string(name)] = value;
    }
  }
  return numbers;
}

uint32_t KernelNumber(absl::string_view file, absl::string_view name) {
  const std::map<std::string, uint32_t> numbers = KernelNumbers(file, name);
  const auto it = numbers.find("");
  if (it != numbers.end()) return it->second;
  ADD_FAILURE() << "kernels/" << file << " does not define " << name;
  return 0;
}

}  // namespace wgsync
