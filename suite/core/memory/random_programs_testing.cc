#include "suite/core/memory/random_programs_testing.h"

#include <random>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/substitute.h"

namespace wgsync {
namespace memory {
namespace {

using Names = std::vector<std::string>;

const Names& Loads() {
  static const auto& names = *new Names{"relaxed", "acquire", "seq_cst"};
  return names;
}
const Names& Stores() {
  static const auto& names = *new Names{"relaxed", "release", "seq_cst"};
  return names;
}
const Names& Orders() {
  static const auto& names =
      *new Names{"relaxed", "acquire", "release", "acq_rel", "seq_cst"};
  return names;
}

class Writer {
 public:
  explicit Writer(uint32_t seed) : random_(seed) {}

  std::string Write() {
    const int shape = Below(100);
    // Local memory needs work-items of one group.
    local_ = Chance(30);
    std::string text = absl::StrCat(Chance(5) ? "svm " : "", "words f",
                                    Chance(10) ? " = 1" : "", ", g\ndata x\n");
    if (local_) text += "local words lf\nlocal data lx\n";
    words_ = {"f"};
    if (Chance(70)) words_.push_back("g");
    if (local_) words_.push_back("lf");
    data_ = local_ && Chance(60) ? "lx" : "x";
    narrow_ = Chance(30) ? 30 : 0;
    flags_ = Chance(60) ? Names{"global, local"}
                        : Names{"global", "local", "global, local"};
    if (shape < 35) return text + MessagePassing();
    if (shape < 55) return text + StoreBuffering();
    return text + Free();
  }

 private:
  int Below(int n) {
    return std::uniform_int_distribution<int>(0, n - 1)(random_);
  }
  bool Chance(int percent) { return Below(100) < percent; }
  std::string Of(const Names& names) {
    return names[Below(static_cast<int>(names.size()))];
  }
  std::string Prefix(const Names& orders) {
    const Names scopes{"work_item ", "sub_group ", "work_group ", "device ",
                       "all_svm_devices "};
    return absl::StrCat(Of(orders), " ", Chance(narrow_) ? Of(scopes) : "");
  }

  std::string Begin(int thread) {
    if (thread == 0 || !Chance(local_ ? 75 : 35)) return "group\n";
    return Chance(50) ? "item\n" : "item sub_group\n";
  }
  std::string Fence() {
    return absl::StrCat("  ", Prefix(Orders()), "fence(", Of(flags_), ")\n");
  }
  std::string Store(const std::string& word) {
    if (Chance(25))
      return absl::StrCat("  ", Prefix(Orders()), "add(", word, ", 1)\n");
    return absl::StrCat("  ", Prefix(Stores()), word, " := ", 1 + Below(2),
                        "\n");
  }
  std::string Load(const std::string& word) {
    return absl::StrCat("  ", Prefix(Loads()), "r", registers_++, " = ", word,
                        "\n");
  }

  std::string MessagePassing() {
    const std::string flag = Of(words_);
    std::string text = absl::StrCat(Begin(0), "  write ", data_, " := 1\n");
    if (Chance(50)) text += Fence();
    text += Store(flag);
    if (Chance(30)) text += absl::StrCat("  ", flag, " := 2\n");
    if (Chance(40))
      text += Begin(1) + (Chance(60) ? "  add(" + flag + ", 1)\n" : Any());
    absl::StrAppend(&text, Begin(2), "  ", Prefix(Loads()));
    const bool waits = Chance(50);
    absl::StrAppend(&text, waits ? "while " : "if ", flag,
                    Chance(70) ? " == 0" : " != 2",
                    waits ? "\n" : " goto end\n");
    if (Chance(50)) text += Fence();
    return absl::StrCat(text, "  t = read ", data_, "\n");
  }

  std::string StoreBuffering() {
    std::string text;
    const bool both = Chance(70);
    for (int t = 0; t < 2; ++t) {
      text += Begin(t);
      text += Store(t == 0 ? "f" : "g");
      if (both || Chance(30)) {
        text += Chance(70) ? absl::StrCat("  seq_cst ",
                                          Chance(narrow_) ? "work_group " : "",
                                          "fence(", Of(flags_), ")\n")
                           : Any();
      }
      text += Load(t == 0 ? "g" : "f");
    }
    if (Chance(40)) text += Begin(2) + Load("f") + Load("g");
    return text;
  }

  std::string Free() {
    const int threads = Chance(50) ? 3 : 2;
    std::vector<std::string> begins;
    begins.reserve(3);
    for (int t = 0; t < threads; ++t) begins.push_back(Begin(t));
    const std::string barrier =
        absl::StrCat("  ", Chance(80) ? "" : "sub_group ", "barrier(",
                     Of({"global", "local", "global, local", ""}), ")\n");
    const bool meet = Chance(40);
    std::string text;
    for (int t = 0; t < threads; ++t) {
      text += begins[t];
      const int count = 1 + Below(threads == 3 ? 3 : 4);
      const bool together = begins[t] != "group\n" ||
                            (t + 1 < threads && begins[t + 1] != "group\n");
      const int at = meet && together ? Below(count) : -1;
      for (int i = 0; i < count; ++i) text += (i == at ? barrier : "") + Any();
    }
    return text;
  }

  std::string Any() {
    const std::string word = Of(words_);
    const std::string& plain = Chance(20) ? word : data_;
    const int kind = Below(100);
    if (kind < 10)
      return absl::StrCat("  write ", plain, " := ", 1 + Below(2), "\n");
    if (kind < 20)
      return absl::StrCat("  r", registers_++, " = read ", plain, "\n");
    if (kind < 45) return Store(word);
    if (kind < 72) return Load(word);
    if (kind < 74)
      return absl::StrCat("  ", Prefix(Loads()), "while ", word, " == 0\n");
    if (kind < 76) {
      const int n = registers_++;
      return absl::StrCat("  a", n, ": ", Prefix(Loads()), "r", n, " = ", word,
                          "\n  if r", n, " == 0 goto a", n, "\n");
    }
    if (kind < 80)
      return absl::StrCat(
          "  ", Prefix(Loads()), "if ", word,
          Chance(80) ? " == 0 goto end\n" : " == 2 goto wrong\n");
    if (kind < 85) {
      return absl::StrCat("  ", Prefix(Orders()), "r", registers_++,
                          " = exchange(", word, ", 2)\n");
    }
    if (kind < 88)
      return absl::StrCat("  ", Prefix(Orders()), "if cas(", word,
                          ", 0, 1) fails goto end\n");
    return Fence();
  }

  std::mt19937 random_;
  Names words_, flags_;
  std::string data_;
  bool local_ = false;
  int narrow_ = 0, registers_ = 0;
};

}  // namespace

std::string RandomProgram(uint32_t seed) { return Writer(seed).Write(); }

std::string RandomCopies(uint32_t seed, const std::string& wait) {
  std::mt19937 random(seed);
  const auto below = [&](int n) {
    return std::uniform_int_distribution<int>(0, n - 1)(random);
  };
  const auto word = [&] { return std::string(1, "xyz"[below(3)]); };
  std::string text = "words x, y, z\n";
  if (wait.empty()) text += "group\n  " + word() + " := 1\n";
  const int threads = wait.empty() ? 3 + below(2) : 2;
  for (int t = 0; t < threads; ++t) {
    absl::StrAppend(&text, "group\n  r = ", word(), "\n");
    const bool branches = below(3) == 0;
    if (branches) text += "  if r == 0 goto end\n";
    const bool constant = branches || (!wait.empty() && below(2) == 0);
    absl::StrAppend(&text, "  ", word(), " := ", constant ? "1" : "r", "\n");
    if (!wait.empty() && below(2) == 0) {
      absl::StrAppend(&text, "  if r == 0 goto end\n",
                      absl::Substitute(wait, word(), t));
    }
  }
  return text;
}

}  // namespace memory
}  // namespace wgsync
