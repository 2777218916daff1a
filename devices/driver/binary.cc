#include "devices/driver/binary.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "suite/core/base/sha256.h"

namespace wgsync {
namespace {

// A number of `bytes` bytes, little-endian; 0 beyond the end.
uint64_t NumberAt(absl::string_view data, uint64_t at, size_t bytes) {
  uint64_t number = 0;
  if (at > data.size() || data.size() - at < bytes) return 0;
  std::memcpy(&number, data.data() + at, bytes);
  return number;
}

using Sections = std::vector<std::pair<std::string, absl::string_view>>;

// Names and contents of the sections of an ELF file of 64 bits, in the file's
// order; empty if it is not one, or a part is missing.
Sections SectionsOf(absl::string_view elf) {
  constexpr uint64_t kNoBits = 8;
  constexpr uint64_t kHeadBytes = 64;
  if (!absl::StartsWith(elf, "\177ELF\002\001")) return {};
  const uint64_t heads = NumberAt(elf, 0x28, 8);
  const uint64_t count = NumberAt(elf, 0x3C, 2);
  bool whole = true;
  const auto content = [&](uint64_t index) -> absl::string_view {
    const uint64_t head = heads + index * kHeadBytes;
    if (NumberAt(elf, head + 4, 4) == kNoBits) return "";
    const uint64_t at = NumberAt(elf, head + 24, 8);
    const uint64_t bytes = NumberAt(elf, head + 32, 8);
    const bool inside = at <= elf.size() && bytes <= elf.size() - at;
    whole = whole && inside;
    return inside ? elf.substr(at, bytes) : "";
  };
  const absl::string_view names = content(NumberAt(elf, 0x3E, 2));
  Sections sections;
  for (uint64_t i = 0; i < count; ++i) {
    const uint64_t name = NumberAt(elf, heads + i * kHeadBytes, 4);
    const absl::string_view text =
        names.substr(std::min<uint64_t>(name, names.size()));
    sections.emplace_back(text.substr(0, text.find('\0')), content(i));
  }
  return whole ? sections : Sections();
}

std::string PtxCode(absl::string_view binary) {
  std::string code;
  for (absl::string_view line : absl::StrSplit(binary, '\n')) {
    const absl::string_view text = absl::StripAsciiWhitespace(line);
    if (!absl::StartsWith(text, "//")) absl::StrAppend(&code, line, "\n");
  }
  return absl::StrContains(code, ".target") ? code : "";
}

std::string IntelCpuCode(absl::string_view binary) {
  std::string code;
  for (const auto& [name, object] : SectionsOf(binary)) {
    if (name != ".ocl.obj") continue;
    for (const auto& [part, content] : SectionsOf(object)) {
      if (part == ".comment" || content.empty()) continue;
      absl::StrAppend(&code, part, " ", content.size(), "\n", content);
    }
  }
  return code;
}

// SPIR-V after a head: of three numbers in Mesa 22.3; in Mesa 25 "rusticl", a
// version, the sizes of a name and of the SPIR-V, a number, and the name.
std::string RusticlCode(absl::string_view binary) {
  constexpr uint64_t kSpirv = 0x07230203;
  constexpr absl::string_view kHead("rusticl\0\1\0\0\0", 12);
  const size_t begin =
      absl::StartsWith(binary, kHead) ? 24 + NumberAt(binary, 12, 4) : 12;
  return NumberAt(binary, begin, 4) == kSpirv ? std::string(binary) : "";
}

struct BinaryForm {
  absl::string_view platform;
  std::string (*code)(absl::string_view binary);
  // The driver compiles the code again, for the device.
  bool covers_driver;
  bool covers_device;
  // What a variable's declaration begins with, where the driver counts none.
  absl::string_view variable;
};

// Not here: PoCL 3.1 and Oclgrind 21.10, whose bitcode has the path of a
// temporary file, or of the folder in which the worker runs.
constexpr BinaryForm kForms[] = {
    {"Intel(R) OpenCL", IntelCpuCode, false, false, ""},
    // PTX names its target: two devices of one architecture share it.
    {"NVIDIA CUDA", PtxCode, true, false, "\n.global "},
    {"rusticl", RusticlCode, true, true, ""},
};

const BinaryForm* BinaryFormOf(const Compiler& compiler) {
  const BinaryForm* const form = std::find_if(
      std::begin(kForms), std::end(kForms),
      [&](const BinaryForm& f) { return f.platform == compiler.platform; });
  return form == std::end(kForms) ? nullptr : form;
}

}  // namespace

bool TellsCode(const Compiler& compiler) {
  return BinaryFormOf(compiler) != nullptr;
}

std::string CodeOfBinary(const Compiler& compiler, absl::string_view binary) {
  const BinaryForm* const form = BinaryFormOf(compiler);
  return form == nullptr ? "" : form->code(binary);
}

std::string DigestOfBinary(const Compiler& compiler, absl::string_view binary) {
  const std::string code = CodeOfBinary(compiler, binary);
  if (code.empty()) return "";
  const BinaryForm& form = *BinaryFormOf(compiler);
  return Sha256(absl::StrCat(
      form.platform, "\n", form.covers_driver ? compiler.driver_version : "",
      "\n", form.covers_device ? compiler.device : "", "\n", code));
}

bool DeclaresVariables(const Compiler& compiler, absl::string_view binary) {
  const BinaryForm* const form = BinaryFormOf(compiler);
  return form != nullptr && !form->variable.empty() &&
         absl::StrContains(form->code(binary), form->variable);
}

}  // namespace wgsync
