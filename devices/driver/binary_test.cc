#include "devices/driver/binary.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "gtest/gtest.h"

namespace wgsync {
namespace {

const Compiler kNvidia = {"NVIDIA CUDA", "NVIDIA H200", "580.1"};
const Compiler kIntel = {"Intel(R) OpenCL", "CPU", "2025.1"};
const Compiler kRusticl = {"rusticl", "llvmpipe", "22.3"};

void Put(uint64_t number, size_t bytes, std::string* out) {
  for (size_t i = 0; i < bytes; ++i, number >>= 8) {
    *out += static_cast<char>(number);
  }
}

// An ELF file: head, the heads of the sections, contents. The names are the
// last section.
std::string Elf(std::vector<std::pair<std::string, std::string>> sections) {
  std::string names;
  for (const auto& [name, content] : sections) {
    names += name + std::string(1, '\0');
  }
  const size_t own_name = names.size();
  names += std::string(".strtab") + '\0';
  sections.emplace_back(".strtab", names);
  constexpr size_t kHeadBytes = 64;
  const size_t contents_at = kHeadBytes * (1 + sections.size());
  std::string contents, heads;
  size_t name_at = 0;
  for (size_t i = 0; i < sections.size(); ++i) {
    const std::string& content = sections[i].second;
    Put(i + 1 == sections.size() ? own_name : name_at, 4, &heads);
    name_at += sections[i].first.size() + 1;
    Put(1, 4, &heads);
    Put(0, 16, &heads);
    Put(contents_at + contents.size(), 8, &heads);
    Put(content.size(), 8, &heads);
    Put(0, 24, &heads);
    contents += content;
  }
  std::string elf = "\177ELF\002\001";
  elf.resize(0x28, '\0');
  Put(kHeadBytes, 8, &elf);
  elf.resize(0x3C, '\0');
  Put(sections.size(), 2, &elf);
  Put(sections.size() - 1, 2, &elf);
  return elf + heads + contents;
}

std::string IntelBinary(absl::string_view code, absl::string_view compiler,
                        absl::string_view ir) {
  return Elf({{".ocl.ir", std::string(ir)},
              {".ocl.obj", Elf({{".text", ""},
                                {".ltext", std::string(code)},
                                {".comment", std::string(compiler)}})}});
}

std::string Spirv(absl::string_view code) {
  std::string binary;
  for (uint32_t word : {1u, 8u, 4u, 0x07230203u}) Put(word, 4, &binary);
  return absl::StrCat(binary, code);
}

TEST(CodeOfBinaryTest, OfPtxIsWithoutComments) {
  EXPECT_EQ(CodeOfBinary(kNvidia,
                         "//\n// Compiler Build ID: 1\n.target sm_90\n"
                         "\t// begin inline asm\n\tld.u32 %r1, [%rd1]; // x\n"),
            ".target sm_90\n\tld.u32 %r1, [%rd1]; // x\n\n");
  EXPECT_EQ(CodeOfBinary(kNvidia, "\177ELF"), "");
}

TEST(DeclaresVariablesTest, ThoseOfPtxStandOutsideOfItsFunctions) {
  const std::string code =
      "\t// .globl\tlast\n.entry last(\n\t.param .u64 .ptr .global out)\n"
      "\tatom.global.add.u32 \t%r3, [%rd2], 1;\n";
  const std::string without = absl::StrCat(".target sm_90\n", code);
  const std::string with =
      absl::StrCat(".target sm_90\n.global .align 4 .b8 arrived[4];\n", code);
  EXPECT_FALSE(DeclaresVariables(kNvidia, without));
  EXPECT_TRUE(DeclaresVariables(kNvidia, with));
  EXPECT_FALSE(DeclaresVariables(kIntel, with));
}

TEST(CodeOfBinaryTest, OfIntelsIsTheObjectWithoutTheCompilersName) {
  const std::string code = CodeOfBinary(kIntel, IntelBinary("ret", "v1", "ir"));
  EXPECT_NE(code.find("ret"), std::string::npos) << code;
  EXPECT_EQ(code, CodeOfBinary(kIntel, IntelBinary("ret", "v2", "other")));
  EXPECT_NE(code, CodeOfBinary(kIntel, IntelBinary("nop", "v1", "ir")));
  // Of bitcode alone nothing is known.
  EXPECT_EQ(CodeOfBinary(kIntel, Elf({{".ocl.ir", "ir"}})), "");
}

TEST(CodeOfBinaryTest, OfATornFileIsNeverAPart) {
  const std::string whole = IntelBinary("ret", "v1", "ir");
  const std::string code = CodeOfBinary(kIntel, whole);
  for (size_t bytes = 0; bytes < whole.size(); ++bytes) {
    const std::string torn = CodeOfBinary(kIntel, whole.substr(0, bytes));
    EXPECT_TRUE(torn.empty() || torn == code) << bytes;
  }
  const std::string object = Elf({{".ltext", "ret"}});
  const std::string of_object =
      CodeOfBinary(kIntel, Elf({{".ocl.obj", object}}));
  for (size_t bytes = 0; bytes < object.size(); ++bytes) {
    const std::string torn =
        CodeOfBinary(kIntel, Elf({{".ocl.obj", object.substr(0, bytes)}}));
    EXPECT_TRUE(torn.empty() || torn == of_object) << bytes << torn;
  }
  std::string wild = whole;
  wild.replace(0x28, 8, std::string(8, '\xFF'));
  EXPECT_EQ(CodeOfBinary(kIntel, wild), "");
  EXPECT_EQ(CodeOfBinary(kRusticl, "SPIR"), "");
}

TEST(CodeOfBinaryTest, OfRusticlIsSpirvAfterEitherHead) {
  EXPECT_EQ(CodeOfBinary(kRusticl, Spirv("code")), Spirv("code"));
  // Mesa 25.0's.
  std::string binary("rusticl", 8);
  for (uint32_t number : {1u, 8u, 8u, 4u}) Put(number, 4, &binary);
  binary += "llvmpipe";
  const std::string head = binary;
  Put(0x07230203u, 4, &binary);
  binary += "code";
  EXPECT_EQ(CodeOfBinary(kRusticl, binary), binary);
  EXPECT_EQ(CodeOfBinary(kRusticl, head + "no SPIR-V"), "");
  EXPECT_EQ(CodeOfBinary(kRusticl, head.substr(0, 14)), "");
}

TEST(DigestOfBinaryTest, IsUnknownOnOtherPlatforms) {
  const Compiler pocl = {"Portable Computing Language", "pthread", "3.1"};
  EXPECT_FALSE(TellsCode(pocl));
  EXPECT_EQ(DigestOfBinary(pocl, Spirv("code")), "");
  // Named alike, and never measured.
  EXPECT_FALSE(TellsCode({"Intel(R) OpenCL Graphics", "GPU", "1"}));
  EXPECT_TRUE(TellsCode(kIntel));
  EXPECT_EQ(DigestOfBinary(kIntel, "not a binary of Intel's"), "");
}

TEST(DigestOfBinaryTest, CoversWhatCompilesTheCodeAgain) {
  const auto other_device = [](Compiler c) {
    c.device += "X";
    return c;
  };
  const auto other_driver = [](Compiler c) {
    c.driver_version += "X";
    return c;
  };
  const std::string ptx = ".target sm_90\n", spirv = Spirv("code"),
                    elf = IntelBinary("ret", "v1", "ir");
  EXPECT_EQ(DigestOfBinary(kNvidia, ptx).size(), 64);
  EXPECT_EQ(DigestOfBinary(kNvidia, ptx),
            DigestOfBinary(other_device(kNvidia), ptx));
  EXPECT_NE(DigestOfBinary(kNvidia, ptx),
            DigestOfBinary(other_driver(kNvidia), ptx));
  EXPECT_NE(DigestOfBinary(kRusticl, spirv),
            DigestOfBinary(other_device(kRusticl), spirv));
  EXPECT_NE(DigestOfBinary(kRusticl, spirv),
            DigestOfBinary(other_driver(kRusticl), spirv));
  EXPECT_EQ(DigestOfBinary(kIntel, elf),
            DigestOfBinary(other_driver(other_device(kIntel)), elf));
}

}  // namespace
}  // namespace wgsync
