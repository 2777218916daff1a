#include "reports/site/page.h"

#include <zlib.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <initializer_list>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "nlohmann/json.hpp"
#include "reports/diff/diff.h"
#include "reports/diff/steps_text.h"
#include "reports/matrix/matrix.h"
#include "reports/matrix/report_json.h"
#include "reports/site/page_parts.h"
#include "reports/site/web/page_files.h"
#include "suite/core/base/sha256.h"
#include "suite/core/base/status_macros.h"
#include "suite/core/base/write_file.h"
#include "suite/core/verdict/kinds.h"

namespace wgsync {
namespace {

using nlohmann::json;

std::string PageFile(absl::string_view path) {
  const EmbeddedFile* file = FindPageFile(path);
  return file == nullptr ? "" : file->text;
}

// A page's program: its files, in their order.
std::string Joined(std::initializer_list<const char*> paths) {
  std::string program;
  for (const char* path : paths) program += PageFile(path);
  return program;
}

// The colours of verdicts: a class "v-NAME" for each kind.
std::string VerdictStyle() {
  std::string light, dark;
  const auto rule = [](absl::string_view name, absl::string_view background,
                       absl::string_view text) {
    return absl::StrCat(".v-", name, " { background: ", background, ";",
                        text.empty() ? "" : absl::StrCat(" color: ", text, ";"),
                        " }\n");
  };
  constexpr absl::string_view kHatched =
      "repeating-linear-gradient(135deg, var(--bg) 0 5px, var(--hatch) 5px "
      "7px)";
  for (const KindInfo& info : VerdictKinds()) {
    const PageColors& c = info.colors;
    if (c.light.empty()) {
      light += rule(info.name, kHatched, "");
      continue;
    }
    light += rule(info.name, c.light, c.light_text);
    dark += rule(info.name, c.dark, c.dark_text);
  }
  return absl::StrCat(light, "@media (prefers-color-scheme: dark) {\n", dark,
                      "}\n");
}

// "'sha256-...'": what a policy calls an inline script or style by.
std::string PolicyHash(absl::string_view text) {
  return absl::StrCat("'sha256-", absl::Base64Escape(Sha256Bytes(text)), "'");
}

// Lets this style and program alone do anything.
std::string PolicyOf(absl::string_view style, absl::string_view program) {
  return absl::StrCat(
      "default-src 'none'; img-src data:; base-uri 'none'; form-action 'none'; "
      "style-src ",
      PolicyHash(style), "; script-src ", PolicyHash(program));
}

std::string DataBlock(absl::string_view id, absl::string_view text) {
  return absl::StrCat("<script type=\"text/plain\" id=\"", id, "\">", text,
                      "</script>\n");
}

// Dumped where strings may hold what is not UTF-8.
std::string Dump(const json& value, int indent) {
  return value.dump(indent, ' ', false, json::error_handler_t::replace);
}

std::string Dump(const nlohmann::ordered_json& value) {
  return value.dump(1, ' ', false,
                    nlohmann::ordered_json::error_handler_t::replace) +
         "\n";
}

// The files next to the page, for its links.
json Downloads(absl::string_view name) {
  json files = json::array();
  for (const auto& [form, ending] : {std::make_pair("CSV", ".csv"),
                                     {"JSON", ".json"},
                                     {"Markdown", ".md"}}) {
    files.push_back({form, absl::StrCat(name, ending)});
  }
  return files;
}

using Files = std::vector<std::pair<std::string, std::string>>;

absl::Status WriteFiles(const Files& files, const std::string& folder) {
  constexpr char kFix[] = "name another folder with --out";
  RETURN_IF_ERROR(MakeFolders(folder, kFix));
  for (const auto& [name, text] : files) {
    const std::string path = (std::filesystem::path(folder) / name).string();
    RETURN_IF_ERROR(WriteTextFile(path, text, kFix));
  }
  return absl::OkStatus();
}

constexpr char kMatrixTitle[] = "wgsync matrix";

// A cell of a matrix takes at least so much of a page, and usually so much of
// the largest of its files, which is the CSV.
constexpr size_t kFewestBytesOfCell = 100;
constexpr size_t kUsualBytesOfCell = 600;

// A browser is slow with more, on the only page and on one of several.
constexpr size_t kMostColumns = 100;
constexpr size_t kMostColumnsOfPart = 40;

size_t CellsOf(absl::Span<const Run> runs) {
  size_t cells = 0;
  for (const Run& run : runs) cells += run.results.size();
  return cells;
}

// A page of the matrix with the files next to it.
struct MatrixFiles {
  Files files;   // the page first
  json columns;  // the page's
  size_t page_bytes() const { return files.front().second.size(); }
  size_t largest() const {
    size_t bytes = 0;
    for (const auto& [name, text] : files) {
      bytes = std::max(bytes, text.size());
    }
    return bytes;
  }
};

// `up` is the path of the overview; "" without one.
absl::StatusOr<MatrixFiles> MakeMatrix(const PagePart& part,
                                       const SiteOptions& options,
                                       absl::string_view title,
                                       const std::string& up) {
  std::vector<Run> runs;
  for (const Run* run : part.runs) {
    runs.push_back(*run);
  }
  SiteData data = MatrixData(runs, options);
  data.index["files"] = Downloads("matrix");
  if (!up.empty()) data.index["up"] = up;
  MatrixFiles made;
  made.files = {{"index.html", SitePage(data, title)},
                {"matrix.md", MatrixMarkdown(runs)},
                {"matrix.csv", MatrixCsv(runs)},
                {"matrix.json", Dump(MatrixReport(runs), 1) + "\n"}};
  made.columns = std::move(data.index["columns"]);
  return made;
}

}  // namespace

std::string ScriptJson(const json& value) {
  return absl::StrReplaceAll(Dump(value, -1), {{"<", "\\u003c"}});
}

std::string Packed(absl::string_view bytes) {
  uLongf size = compressBound(bytes.size());
  std::string packed(size, '\0');
  // It fails for want of memory alone.
  compress2(reinterpret_cast<Bytef*>(&packed[0]), &size,
            reinterpret_cast<const Bytef*>(bytes.data()), bytes.size(),
            Z_BEST_COMPRESSION);
  packed.resize(size);
  return absl::Base64Escape(packed);
}

std::string SitePage(const SiteData& data, absl::string_view title) {
  const std::string style = PageFile("page.css") + VerdictStyle();
  const std::string program =
      Joined({"base.js", "state.js", "search.js", "heads.js", "progress.js",
              "table.js", "case.js", "panel.js", "changes.js", "charts.js",
              "keys.js", "main.js"});
  // Empty if Chart.js was not there at the build: the tables stay.
  const std::string charts =
      data.index["charts"].empty() ? "" : PageFile("chart.min.js");
  const bool draws = !charts.empty();
  std::string blocks;
  for (size_t i = 0; i < data.details.size(); ++i) {
    blocks += DataBlock(absl::StrCat("details", i),
                        Packed(Dump(data.details[i], -1)));
  }
  blocks += DataBlock("sources", Packed(Dump(data.sources, -1)));
  const std::string policy =
      absl::StrCat(PolicyOf(style, program),
                   draws ? absl::StrCat(" ", PolicyHash(charts)) : "");
  return absl::StrReplaceAll(
      PageFile("head.html") + PageFile("page.html"),
      {{"{{title}}", title},
       {"{{policy}}", policy},
       {"{{style}}", style},
       {"{{index}}", ScriptJson(data.index)},
       {"{{charts}}",
        draws ? absl::StrCat("<script>", charts, "</script>") : ""},
       {"{{program}}", program},
       {"{{blocks}}", blocks}});
}

std::string OverviewPage(const json& index, absl::string_view title) {
  const std::string style = PageFile("page.css") + VerdictStyle();
  const std::string program =
      Joined({"base.js", "state.js", "search.js", "heads.js", "progress.js",
              "overview.js"});
  return absl::StrReplaceAll(PageFile("head.html") + PageFile("overview.html"),
                             {{"{{title}}", title},
                              {"{{policy}}", PolicyOf(style, program)},
                              {"{{style}}", style},
                              {"{{index}}", ScriptJson(index)},
                              {"{{program}}", program}});
}

absl::Status WriteMatrixSite(absl::Span<const Run> runs,
                             const SiteOptions& options,
                             const std::string& folder) {
  const bool may_fit = runs.size() <= kMostColumns &&
                       CellsOf(runs) <= options.most_bytes / kFewestBytesOfCell;
  if (may_fit || runs.size() == 1) {
    ASSIGN_OR_RETURN(
        const MatrixFiles one,
        MakeMatrix(PagePart{"", Pointers(runs)}, options, kMatrixTitle, ""));
    if (one.page_bytes() <= options.most_bytes || runs.size() == 1) {
      return WriteFiles(one.files, folder);
    }
  }
  Overview overview;
  std::vector<PagePart> parts = PartsByVendor(
      runs, kMostColumnsOfPart, options.most_bytes / kUsualBytesOfCell);
  for (size_t i = 0; i < parts.size();) {
    const Overview::Page page = overview.NextPage(parts[i].vendor);
    ASSIGN_OR_RETURN(const MatrixFiles made,
                     MakeMatrix(parts[i], options,
                                absl::StrCat(kMatrixTitle, ": ", page.vendor,
                                             ", page ", page.number),
                                "../index.html"));
    if (made.largest() > options.most_bytes && SplitPart(i, &parts)) continue;
    RETURN_IF_ERROR(
        WriteFiles(made.files, absl::StrCat(folder, "/", page.folder)));
    overview.Add(page, parts[i].runs, made.columns);
    ++i;
  }
  return WriteFiles(
      {{"index.html", OverviewPage(overview.Json(), kMatrixTitle)}}, folder);
}

absl::Status WriteSeriesSite(absl::Span<const Run> runs,
                             const SiteOptions& options,
                             const std::string& folder) {
  const Timeline timeline = MakeTimeline(Pointers(runs));
  const std::vector<RunDiff> steps = StepsOf(timeline);
  SiteData data = SeriesData(runs, steps, options);
  data.index["files"] = Downloads("diff");
  return WriteFiles({{"index.html", SitePage(data, "wgsync diff")},
                     {"diff.md", StepsMarkdown(timeline, steps)},
                     {"diff.csv", StepsCsv(timeline, steps)},
                     {"diff.json", Dump(SeriesJson(runs, steps))}},
                    folder);
}

}  // namespace wgsync
