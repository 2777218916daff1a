#include "reports/words/finding_text.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"

namespace wgsync {
namespace {

// The place of `ends` in `text`, outside of braces; its size if it has none.
size_t FindOutside(absl::string_view text, char ends) {
  int depth = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    if (depth == 0 && text[i] == ends) return i;
    if (text[i] == '{') ++depth;
    if (text[i] == '}') --depth;
  }
  return text.size();
}

class Sentence {
 public:
  explicit Sentence(const Finding& finding) : f_(finding) {}

  std::string Fill(absl::string_view text) const {
    std::string out;
    while (!text.empty()) {
      const size_t open = std::min(text.find('{'), text.size());
      absl::StrAppend(&out, text.substr(0, open));
      text.remove_prefix(open);
      if (!absl::ConsumePrefix(&text, "{")) break;
      const size_t close = FindOutside(text, '}');
      absl::StrAppend(&out, Place(text.substr(0, close)));
      text.remove_prefix(std::min(close + 1, text.size()));
    }
    return out;
  }

 private:
  std::string Place(absl::string_view place) const {
    const size_t asks = FindOutside(place, '?');
    if (asks == place.size()) return Value(place);
    const absl::string_view of = place.substr(0, asks);
    size_t n = of == "groups" ? f_.groups.size() - 1 : Number(of);
    absl::string_view rest = place.substr(asks + 1);
    size_t end = FindOutside(rest, '|');
    for (; n > 0 && end < rest.size(); --n) {
      rest.remove_prefix(end + 1);
      end = FindOutside(rest, '|');
    }
    return Fill(rest.substr(0, end));
  }

  std::string Value(absl::string_view place) const {
    if (place == "groups") return NameGroups(f_);
    size_t i = 0;
    if (absl::ConsumePrefix(&place, "t")) {
      return absl::SimpleAtoi(place, &i) && i < f_.texts.size() ? f_.texts[i]
                                                                : "";
    }
    if (absl::ConsumeSuffix(&place, ".")) {
      const uint64_t tenths = Number(place);
      return absl::StrCat(tenths / 10, ".", tenths % 10);
    }
    return absl::StrCat(Number(place));
  }

  uint64_t Number(absl::string_view place) const {
    size_t i = 0;
    return absl::SimpleAtoi(place, &i) && i < f_.numbers.size() ? f_.numbers[i]
                                                                : 0;
  }

  const Finding& f_;
};

}  // namespace

std::string FindingText(const Finding& finding) {
  return Sentence(finding).Fill(InfoOf(finding.kind).sentence);
}

}  // namespace wgsync
