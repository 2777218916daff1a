#include "reports/render/junit.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_replace.h"
#include "utf8cpp/utf8.h"

namespace wgsync {
namespace {

constexpr char kReplacement[] = "\xEF\xBF\xBD";  // U+FFFD

constexpr size_t kLongestCodePoint = 4;

// Returns how many bytes the code point has that `text` begins with. Returns 0
// if it begins with none, or with one that XML excludes.
size_t CodePointSize(absl::string_view text) {
  const absl::string_view first = text.substr(0, kLongestCodePoint);
  if (utf8::find_invalid(first.begin(), first.end()) == first.begin()) return 0;
  const char* end = first.begin();
  const uint32_t point = utf8::unchecked::next(end);
  return point == 0xFFFE || point == 0xFFFF ? 0 : end - first.begin();
}

// One that is no part of a longer code point.
std::string OneByte(char c, bool attribute) {
  switch (c) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return "&quot;";
    case '\n':
    case '\t':
      // A reader makes a space of one in an attribute.
      return attribute ? absl::StrCat("&#", static_cast<int>(c), ";")
                       : std::string(1, c);
    default:
      return std::string(1,
                         static_cast<uint8_t>(c) < 0x20 || c == 0x7F ? '?' : c);
  }
}

std::string Attribute(absl::string_view name, absl::string_view value) {
  return absl::StrCat(" ", name, "=\"", XmlText(value, /*attribute=*/true),
                      "\"");
}

std::string Properties(const JunitProperties& properties,
                       const std::string& margin) {
  if (properties.empty()) return "";
  std::string out = margin + "<properties>\n";
  for (const auto& [name, value] : properties) {
    absl::StrAppend(&out, margin, "  <property", Attribute("name", name),
                    Attribute("value", value), "/>\n");
  }
  return absl::StrCat(out, margin, "</properties>\n");
}

std::string OutcomeXml(const JunitCase& c) {
  const char* element = c.status == JunitStatus::kFailure ? "failure"
                        : c.status == JunitStatus::kError ? "error"
                                                          : "skipped";
  if (c.status == JunitStatus::kPassed) return "";
  std::string out =
      absl::StrCat("      <", element, Attribute("message", c.message));
  if (c.status == JunitStatus::kSkipped) return out + "/>\n";
  absl::StrAppend(&out, Attribute("type", c.type), ">",
                  XmlText(absl::StrReplaceAll(c.details, {{"[[", "[ ["}}),
                          /*attribute=*/false),
                  "</", element, ">\n");
  return out;
}

std::string CaseXml(const JunitCase& c) {
  // Else whoever wrote it would attach files of the CI's machine.
  std::string output = absl::StrReplaceAll(c.output, {{"[[", "[ ["}});
  for (const std::string& file : c.attachments) {
    absl::StrAppend(&output, "\n[[ATTACHMENT|", file, "]]\n");
  }
  std::string inside =
      absl::StrCat(Properties(c.properties, "      "), OutcomeXml(c));
  if (!output.empty()) {
    absl::StrAppend(&inside, "      <system-out>",
                    XmlText(output, /*attribute=*/false), "</system-out>\n");
  }
  const std::string head = absl::StrCat(
      "    <testcase", Attribute("classname", c.class_name),
      Attribute("name", c.name),
      Attribute("time", absl::StrFormat("%.3f", std::max(0.0, c.seconds))));
  return inside.empty()
             ? head + "/>\n"
             : absl::StrCat(head, ">\n", inside, "    </testcase>\n");
}

// How many there are, as suites and the whole have it.
struct Counts {
  size_t tests = 0, failures = 0, errors = 0, skipped = 0;
  double seconds = 0;

  void Add(const JunitCase& c) {
    ++tests;
    failures += c.status == JunitStatus::kFailure ? 1 : 0;
    errors += c.status == JunitStatus::kError ? 1 : 0;
    skipped += c.status == JunitStatus::kSkipped ? 1 : 0;
    seconds += std::max(0.0, c.seconds);
  }
  std::string Attributes() const {
    return absl::StrFormat(
        " tests=\"%d\" failures=\"%d\" errors=\"%d\" time=\"%.3f\"", tests,
        failures, errors, seconds);
  }
};

}  // namespace

std::string XmlText(absl::string_view text, bool attribute) {
  std::string out;
  while (!text.empty()) {
    const size_t size = CodePointSize(text);
    if (size == 0) {
      out += kReplacement;
    } else if (size == 1) {
      out += OneByte(text[0], attribute);
    } else {
      absl::StrAppend(&out, text.substr(0, size));
    }
    text.remove_prefix(std::max<size_t>(1, size));
  }
  return out;
}

std::string JunitXml(absl::Span<const JunitSuite> suites) {
  Counts all;
  std::string text;
  for (const JunitSuite& suite : suites) {
    Counts counts;
    std::string cases;
    for (const JunitCase& c : suite.cases) {
      counts.Add(c);
      all.Add(c);
      cases += CaseXml(c);
    }
    absl::StrAppend(&text, "  <testsuite", Attribute("name", suite.name),
                    counts.Attributes(),
                    Attribute("skipped", absl::StrCat(counts.skipped)));
    if (!suite.timestamp.empty()) {
      text += Attribute("timestamp", suite.timestamp);
    }
    absl::StrAppend(&text, ">\n", Properties(suite.properties, "    "), cases,
                    "  </testsuite>\n");
  }
  return absl::StrCat("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n",
                      "<testsuites name=\"wgsync\"", all.Attributes(), ">\n",
                      text, "</testsuites>\n");
}

}  // namespace wgsync
