#include "reports/site/page.h"

#include <zlib.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <initializer_list>

#include "absl/status/statusor.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "nlohmann/json.hpp"
#include "reports/advice/answer_table.h"
#include "reports/diff/diff.h"
#include "reports/diff/steps_text.h"
#include "reports/matrix/matrix.h"
#include "reports/matrix/report_json.h"
#include "reports/site/page_parts.h"
#include "reports/site/web/page_files.h"
#include "suite/core/base/read_file.h"
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

// The class "v-NAME" of each kind of verdict has the colours of its tone, which
// page.css has.
std::string VerdictStyle() {
  constexpr absl::string_view kTones[] = {"good", "odd", "dead", "faint"};
  std::string style;
  for (const KindInfo& info : VerdictKinds()) {
    const absl::string_view tone = kTones[static_cast<size_t>(info.tone)];
    absl::StrAppend(&style, ".v-", info.name, " { background: var(--", tone,
                    "); color: var(--", tone, "-text); }\n");
  }
  return style;
}

// "'sha256-...'": what a policy calls an inline script or style by.
std::string PolicyHash(absl::string_view text) {
  return absl::StrCat("'sha256-", absl::Base64Escape(Sha256Bytes(text)), "'");
}

// Lets this style and program alone do anything, and load scripts from the
// page's own folder where `folder` is set. A page from a disk has no origin.
std::string PolicyOf(absl::string_view style, absl::string_view program,
                     bool folder) {
  return absl::StrCat(
      "default-src 'none'; img-src data:; base-uri 'none'; form-action 'none'; "
      "style-src ",
      PolicyHash(style), "; script-src ", PolicyHash(program),
      folder ? " 'self' file:" : "");
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

constexpr char kFix[] = "name another folder with --out";

// Files of others are left as they are: a folder has none, or has a page.
absl::Status CheckFolder(const std::string& folder) {
  std::error_code error;
  const std::filesystem::directory_iterator files(folder, error);
  if (files == std::filesystem::directory_iterator()) return absl::OkStatus();
  const auto page = ReadRegularFile(absl::StrCat(folder, "/index.html"), kFix);
  if (!page.ok() && !absl::IsNotFound(page.status())) return page.status();
  if (page.ok() && absl::StrContains(*page, "<title>wgsync ")) return {};
  return BadInput(folder, ": is not empty, and has no page of wgsync; ", kFix);
}

absl::Status WriteFiles(const SiteFiles& files, const std::string& folder) {
  for (const auto& [name, text] : files) {
    const std::filesystem::path path = std::filesystem::path(folder) / name;
    RETURN_IF_ERROR(MakeFolders(path.parent_path().string(), kFix));
    RETURN_IF_ERROR(WriteTextFile(path.string(), text, kFix));
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
  SiteFiles files;  // the page first
  json columns;     // the page's
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
  made.columns = data.index["columns"];
  made.files = SitePage(std::move(data), title, options.single_file);
  made.files.insert(
      made.files.end(),
      {{"matrix.md", AnswerTableMarkdown(runs) + MatrixMarkdown(runs)},
       {"matrix.csv", MatrixCsv(runs)},
       {"matrix.json", Dump(MatrixReport(runs), 1) + "\n"}});
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

SiteFiles SitePage(SiteData data, absl::string_view title, bool single_file) {
  constexpr absl::string_view kEvidence = "evidence/";
  const std::string style = PageFile("page.css") + VerdictStyle();
  const std::string program =
      Joined({"base.js", "state.js", "search.js", "heads.js", "answers.js",
              "progress.js", "table.js", "case.js", "panel.js", "changes.js",
              "charts.js", "keys.js", "main.js"});
  // Empty if Chart.js was not there at the build: the tables stay.
  const std::string charts =
      data.index["charts"].empty() ? "" : PageFile("chart.min.js");
  SiteFiles files(1);
  std::string blocks;
  const auto add = [&](const std::string& id, const json& value) {
    const std::string packed = Packed(Dump(value, -1));
    if (single_file) {
      blocks += DataBlock(id, packed);
    } else {
      files.push_back(
          {absl::StrCat(kEvidence, id, ".js"),
           absl::StrCat("arrived(\"", id, "\", \"", packed, "\");\n")});
    }
  };
  for (size_t i = 0; i < data.details.size(); ++i) {
    add(absl::StrCat("details", i), data.details[i]);
  }
  add("sources", data.sources);
  if (!single_file) data.index["evidence"] = kEvidence;
  const std::string policy =
      absl::StrCat(PolicyOf(style, program, !single_file),
                   charts.empty() ? "" : absl::StrCat(" ", PolicyHash(charts)));
  files[0] = {
      "index.html",
      absl::StrReplaceAll(
          PageFile("head.html") + PageFile("page.html"),
          {{"{{title}}", title},
           {"{{policy}}", policy},
           {"{{style}}", style},
           {"{{index}}", ScriptJson(data.index)},
           {"{{charts}}", charts.empty()
                              ? ""
                              : absl::StrCat("<script>", charts, "</script>")},
           {"{{program}}", program},
           {"{{blocks}}", blocks}})};
  return files;
}

std::string OverviewPage(const json& index, absl::string_view title) {
  const std::string style = PageFile("page.css") + VerdictStyle();
  const std::string program =
      Joined({"base.js", "state.js", "search.js", "heads.js", "progress.js",
              "overview.js"});
  return absl::StrReplaceAll(PageFile("head.html") + PageFile("overview.html"),
                             {{"{{title}}", title},
                              {"{{policy}}", PolicyOf(style, program, false)},
                              {"{{style}}", style},
                              {"{{index}}", ScriptJson(index)},
                              {"{{program}}", program}});
}

absl::Status WriteMatrixSite(absl::Span<const Run> runs,
                             const SiteOptions& options,
                             const std::string& folder) {
  RETURN_IF_ERROR(CheckFolder(folder));
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
  RETURN_IF_ERROR(CheckFolder(folder));
  const Timeline timeline = MakeTimeline(Pointers(runs));
  const std::vector<RunDiff> steps = StepsOf(timeline);
  SiteData data = SeriesData(runs, steps, options);
  data.index["files"] = Downloads("diff");
  SiteFiles files =
      SitePage(std::move(data), "wgsync diff", options.single_file);
  files.insert(files.end(), {{"diff.md", StepsMarkdown(timeline, steps)},
                             {"diff.csv", StepsCsv(timeline, steps)},
                             {"diff.json", Dump(SeriesJson(runs, steps))}});
  return WriteFiles(files, folder);
}

}  // namespace wgsync
