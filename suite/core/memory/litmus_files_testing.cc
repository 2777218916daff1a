#include "suite/core/memory/litmus_files_testing.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <vector>

#include "absl/algorithm/container.h"
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

// A register or word at the end, compared with a number.
struct Comparison {
  size_t number = 0;  // in an Outcome
  bool equal = true;
  int value = 0;
};

class DemandReader {
 public:
  DemandReader(const litmus::Program& program, litmus::LineReader line)
      : program_(program), line_(std::move(line)) {}

  Demand Read() {
    const bool always = line_.Take() == "always";
    std::vector<std::vector<Comparison>> any;
    do {
      any.emplace_back();
      do {
        any.back().push_back(ReadComparison());
      } while (line_.Take("&&"));
    } while (line_.Take("||"));
    line_.ExpectEnd();
    if (!line_.status().ok()) Fail(line_.status().ToString());
    return [always, any](const Outcome& outcome) {
      const auto is_true = [&](const Comparison& c) {
        return (outcome[c.number] == c.value) == c.equal;
      };
      return always == absl::c_any_of(any, [&](const auto& all) {
               return absl::c_all_of(all, is_true);
             });
    };
  }

 private:
  Comparison ReadComparison() {
    Comparison is;
    const bool is_register = line_.Peek(1) == ":";
    const auto thread =
        is_register ? static_cast<size_t>(line_.TakeNumber(
                          "a work-item", 0,
                          static_cast<int>(program_.threads.size()) - 1))
                    : program_.threads.size();
    line_.Take(":");
    for (size_t t = 0; t < thread; ++t) is.number += RegistersOf(t).size();
    is.number += is_register ? ReadRegister(thread) : ReadWord();
    is.equal = !line_.Take("!=");
    if (is.equal) line_.Expect("==");
    is.value = line_.TakeNumber("a value", -1000, 1000);
    return is;
  }

  const std::vector<std::string>& RegistersOf(size_t thread) const {
    return program_.roles[program_.threads[thread].role].registers;
  }

  size_t ReadRegister(size_t thread) {
    const auto& names = RegistersOf(thread);
    const auto at = absl::c_find(names, line_.TakeName("a register"));
    if (at == names.end()) line_.Fail("no line sets this register");
    return static_cast<size_t>(at - names.begin());
  }

  size_t ReadWord() {
    const std::string name = line_.TakeName("a word");
    const size_t array = program_.FindArray(name);
    if (array == program_.arrays.size()) {
      line_.Fail("this is not a word");
      return 0;
    }
    const size_t word = program_.FirstWord(array);
    if (!line_.Take("[")) return word;
    const int index = line_.TakeNumber(
        "an index", 0, static_cast<int>(program_.arrays[array].size) - 1);
    line_.Expect("]");
    return word + static_cast<size_t>(index);
  }

  const litmus::Program& program_;
  litmus::LineReader line_;
};

// Whether all seq_cst operations have device scope and none affects a word in
// shared virtual memory, or all have the widest scope and all do: the
// condition of the order S in "Atomic Operations".
bool PromisesS(const litmus::Program& program) {
  bool device = true, svm = true;
  for (const litmus::Role& role : program.roles) {
    for (const Instruction& at : role.code) {
      if (at.order != Order::kSeqCst && at.failure != Order::kSeqCst) continue;
      const bool fence = at.access == Access::kFence;
      device = device && at.scope == Scope::kDevice &&
               (fence || !program.arrays[at.array].svm);
      svm = svm && at.scope == Scope::kAllSvmDevices &&
            (fence || program.arrays[at.array].svm);
    }
  }
  return device || svm;
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
    if (reader.Peek() == "never" || reader.Peek() == "always") {
      if (program.demand) Fail(name + ": one line `never` or `always`");
      program.demand = DemandReader(program, reader).Read();
    }
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
