#include "suite/core/litmus/claim_text.h"

#include <limits>
#include <string>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace wgsync {
namespace litmus {
namespace {

const std::vector<std::string>& RegistersOf(const Program& program,
                                            size_t thread) {
  return program.roles[program.threads[thread].role].registers;
}

// "1:t", as a number in an outcome.
size_t ReadRegister(const Program& program, LineReader& line) {
  const int thread = line.TakeNumber(
      "a work-item's number", 0, static_cast<int>(program.threads.size()) - 1);
  line.Expect(":");
  const size_t column = line.Column();
  const std::string name = line.TakeName("a register");
  const std::vector<std::string>& names = RegistersOf(program, thread);
  const auto at = absl::c_find(names, name);
  if (at == names.end()) {
    line.FailAt(column, absl::StrCat("no line of work-item ", thread, " sets ",
                                     name, names.empty() ? "" : "; take ",
                                     absl::StrJoin(names, ", ")));
  }
  size_t number = at - names.begin();
  for (int t = 0; t < thread; ++t) number += RegistersOf(program, t).size();
  return number;
}

// "x", "flag[1]", as a number in an outcome.
size_t ReadWord(const Program& program, LineReader& line) {
  const size_t column = line.Column();
  const std::string name =
      line.TakeName("a word, or a register of a work-item as in 0:t,");
  const size_t array = program.FindArray(name);
  if (array == program.arrays.size()) {
    line.FailAt(column, absl::StrCat(name,
                                     " is not a word; a register has its "
                                     "work-item's number: 0:",
                                     name));
    return 0;
  }
  size_t number = program.FirstWord(array);
  for (size_t t = 0; t < program.threads.size(); ++t) {
    number += RegistersOf(program, t).size();
  }
  if (!line.Take("[")) return number;
  number += line.TakeNumber("an index", 0,
                            static_cast<int>(program.arrays[array].size) - 1);
  line.Expect("]");
  return number;
}

bool IsPlace(const LineReader& line) {
  return line.Peek(1) == ":" ||
         (!line.Peek().empty() && absl::ascii_isalpha(line.Peek()[0]));
}

size_t ReadPlace(const Program& program, LineReader& line) {
  return line.Peek(1) == ":" ? ReadRegister(program, line)
                             : ReadWord(program, line);
}

}  // namespace

bool IsClaimLine(const LineReader& line) {
  return line.Peek() == "never" || line.Peek() == "always";
}

Claim ReadClaim(const Program& program, LineReader& line) {
  constexpr int kMost = std::numeric_limits<int>::max();
  Claim claim;
  claim.line = line.line();
  claim.always = line.Take() == "always";
  do {
    claim.any.emplace_back();
    do {
      Claim::Comparison& is = claim.any.back().emplace_back();
      is.number = ReadPlace(program, line);
      const int comparison = line.TakeOneOf(kComparisons);
      if (comparison < 0) line.Expect("==");
      is.branch = static_cast<Branch>(comparison + 1);
      if (IsPlace(line)) {
        is.other = ReadPlace(program, line);
      } else {
        is.value = line.TakeNumber("a number", -kMost, kMost);
      }
    } while (line.Take("&&"));
  } while (line.Take("||"));
  line.ExpectEnd();
  return claim;
}

}  // namespace litmus
}  // namespace wgsync
