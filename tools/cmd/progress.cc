#include "tools/cmd/progress.h"

#include "absl/strings/str_cat.h"
#include "reports/render/text.h"

namespace wgsync {
namespace {

// Fewer cases than this say too little of how long the others take.
constexpr size_t kEnoughToGuess = 3;

}  // namespace

std::string Progress::Line(const std::string& id, size_t done, size_t total,
                           double elapsed) const {
  std::string line = absl::StrCat("[", done, "/", total, "]");
  const char* separator = " ";
  for (const auto& [kind, count] : counts_) {
    absl::StrAppend(&line, separator, count, " ", VerdictName(kind));
    separator = ", ";
  }
  size_t here = done - first_done_;
  if (here >= kEnoughToGuess && done < total) {
    absl::StrAppend(&line, separator, Duration(elapsed / here * (total - done)),
                    " left");
  }
  absl::StrAppend(&line, "  ", id);
  // The last column stays free: some terminals wrap when it is written.
  return Shorten(line, width_ - 1);
}

void Progress::Start(const std::string& id, size_t done, size_t total) {
  if (!begun_) {
    begun_ = true;
    first_done_ = done;
    begin_ = std::chrono::steady_clock::now();
  }
  Print(id, done, total);
}

void Progress::Result(const CaseResult& result, size_t done, size_t total) {
  ++counts_[result.verdict.kind];
  Print(result.id, done, total);
}

void Progress::Print(const std::string& id, size_t done, size_t total) {
  if (!on_) return;
  std::chrono::duration<double> elapsed =
      std::chrono::steady_clock::now() - begin_;
  std::string line = Line(id, done, total, elapsed.count());
  std::fprintf(out_, "\r\x1b[K%s", line.c_str());
  std::fflush(out_);
  shown_ = true;
}

void Progress::Clear() {
  if (!shown_) return;
  std::fprintf(out_, "\r\x1b[K");
  std::fflush(out_);
  shown_ = false;
}

}  // namespace wgsync
