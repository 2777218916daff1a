#include "suite/core/memory/litmus_files_testing.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iostream>

#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "suite/core/base/test_file.h"
#include "suite/core/litmus/line_reader.h"
#include "suite/core/litmus/program_text.h"

namespace wgsync {
namespace memory {
namespace {

[[noreturn]] void Fail(absl::string_view why) {
  std::cerr << why << "\n";
  std::abort();
}

}  // namespace

Rules LitmusProgram::RulesOf(Reading reading) const {
  Rules rules;
  rules.equal_scopes = reading == Reading::kBefore31;
  if (reading == Reading::kLiteralS && !PromisesS(*this))
    rules.dropped = Axiom::kSeqCst;
  return rules;
}

LitmusProgram ReadLitmus(const std::string& name, const std::string& text) {
  LitmusProgram program;
  auto parsed = litmus::ParseProgram(name, text);
  if (!parsed.ok()) Fail(parsed.status().ToString());
  static_cast<litmus::Program&>(program) = *std::move(parsed);
  for (absl::string_view line : absl::StrSplit(text, '\n')) {
    if (!absl::ConsumePrefix(&line, "# ")) continue;
    litmus::LineReader reader(name, 1, line);
    if (!reader.Take("expect")) continue;
    const int reading = reader.TakeOneOf(kReadingNames);
    const int verdict = reader.TakeOneOf(kVerdictNames);
    if (verdict < 0) Fail(name + ": expect holds, fails or racy");
    const auto is = static_cast<Verdict>(verdict);
    if (reading < 0) std::fill_n(program.expected, 4, is);
    if (reading >= 0) program.expected[reading] = is;
  }
  return program;
}

const std::map<std::string, LitmusProgram>& LitmusPrograms() {
  static const auto& programs = *[] {
    auto* all = new std::map<std::string, LitmusProgram>;
    for (const auto& file :
         std::filesystem::directory_iterator("suite/core/memory/litmus")) {
      const std::string path = file.path().string();
      const std::string text = ReadTestFile(path);
      if (text.find("\n# expect ") == std::string::npos)
        Fail(path + ": a line `# expect ...` is missing");
      all->emplace(file.path().stem().string(), ReadLitmus(path, text));
    }
    return all;
  }();
  return programs;
}

}  // namespace memory
}  // namespace wgsync
