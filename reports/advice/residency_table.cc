#include "reports/advice/residency_table.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "reports/render/text.h"

namespace wgsync {
namespace {

std::string NumberOr(uint64_t n, absl::string_view otherwise) {
  return n == 0 ? std::string(otherwise) : absl::StrCat(n);
}

std::string HighText(const ResidencyRow& r) {
  if (r.res_high != 0) return absl::StrCat(r.res_high);
  return r.asked_to == 0 ? "?" : absl::StrCat("> ", r.asked_to);
}

std::string OrderText(const StartOrder& o) {
  if (o.groups == 0) return "?";
  return absl::StrFormat("%.0f %% (%s...)", 100 * o.ascending,
                         absl::StrJoin(o.first, " "));
}

std::string MostText(const MostWaiting& m) {
  if (!m.asked) return "-";
  return m.known ? absl::StrCat(m.groups) : "?";
}

// "; at the driver's own up to 12 meet", of concurrent dispatches.
std::string MeetText(const char* barrier, const MostWaiting& m) {
  if (!m.asked) return "";
  return absl::StrCat("; at ", barrier,
                      m.known ? absl::StrCat(" up to ", m.groups, " meet")
                              : absl::StrCat(": ", m.problem));
}

using Table = std::vector<std::vector<std::string>>;

// Takes those of the first `most` columns out of the table in which all of its
// rows, where there are several, say the same, and says it: a line, or "".
std::string ShareColumns(Table* table, size_t most) {
  if (table->size() < 3) return "";
  std::vector<std::string> shared;
  for (size_t i = most; i-- > 0;) {
    const auto same = [&](const std::vector<std::string>& row) {
      return row[i] == (*table)[1][i];
    };
    if (!std::all_of(table->begin() + 1, table->end(), same)) continue;
    shared.insert(shared.begin(),
                  absl::StrCat((*table)[0][i], " ", (*table)[1][i]));
    for (auto& row : *table) row.erase(row.begin() + static_cast<ptrdiff_t>(i));
  }
  return shared.empty()
             ? ""
             : absl::StrCat("  all: ", absl::StrJoin(shared, ", "), "\n");
}

// What the rows are called, where something is to be said of one.
std::string NameOf(const ResidencyRow& r) {
  return absl::StrCat(r.kernel, ", board ", r.board, ", wg=", r.wg,
                      ", ballast=", r.ballast, ", regs=", r.regs);
}

std::string RowsText(const ResidencyReport& report) {
  Table table = {{"kernel", "board", "wg", "ballast", "regs", "low", "high",
                  "claims", "rule", "registers", "local", "order of starts"}};
  for (const ResidencyRow& r : report.rows) {
    table.push_back({r.kernel, r.board, r.wg, r.ballast, r.regs,
                     NumberOr(r.res_low, "?"),
                     absl::StrCat(HighText(r), r.bounded ? " *" : ""),
                     NumberOr(r.claims_predict, "?"),
                     NumberOr(r.rule_predicts, "?"), NumberOr(r.registers, "?"),
                     absl::StrCat(r.local_bytes), OrderText(r.order)});
  }
  const std::string shared = ShareColumns(&table, 5);
  return shared + TableText(table, 2, 1);
}

std::string DependenciesText(const ResidencyReport& report) {
  Table table = {{"wg", "res_low", "waits for", "unbounded", "bounded", "k"}};
  for (const ResidencyRow& r : report.rows) {
    for (const Dependency& d : r.dependencies) {
      const MostWaiting& m = d.unbounded.known ? d.unbounded : d.bounded;
      const double k =
          report.compute_units == 0 ? 0 : 1.0 * m.groups / report.compute_units;
      table.push_back({r.wg, NumberOr(r.distance_res_low, "?"),
                       absl::StrCat("group ", d.awaited), MostText(d.unbounded),
                       MostText(d.bounded),
                       m.known ? absl::StrFormat("%.3g", k) : "?"});
    }
  }
  if (table.size() == 1) return "";
  return absl::StrCat(
      "\nThe most groups that may wait for one far behind them "
      "(dependency_distance; k is their number by compute units):\n",
      TableText(table, 2, 1));
}

// Sentences on what the tables cannot show.
std::vector<std::string> Remarks(const ResidencyReport& report) {
  std::vector<std::string> remarks = report.notes;
  for (const ResidencyRow& r : report.rows) {
    if (!r.problem.empty()) {
      remarks.push_back(absl::StrCat(NameOf(r), ": ", r.problem));
    }
    if (r.promised != 0) {
      remarks.push_back(absl::StrCat(
          NameOf(r), ": in a concurrent dispatch the driver promises that ",
          r.promised, " groups run at the same time; in a usual one ",
          r.res_low, " were found", MeetText("this barrier", r.meet_here),
          MeetText("the driver's own", r.meet_device)));
    }
    if (r.Contradicts()) {
      remarks.push_back(absl::StrCat(NameOf(r), ": ", r.res_low,
                                     " groups were found at once, and a grid "
                                     "of ",
                                     r.res_high,
                                     " hangs: one of the two is wrong"));
    }
    for (const Dependency& d : r.dependencies) {
      for (const MostWaiting* m : {&d.unbounded, &d.bounded}) {
        if (m->problem.empty()) continue;
        remarks.push_back(absl::StrCat("wg=", r.wg, ", waiting for group ",
                                       d.awaited, ": ", m->problem));
      }
      if (!d.Contradicts()) continue;
      remarks.push_back(absl::StrCat(
          "wg=", r.wg, ", waiting for group ", d.awaited, ": unbounded waits ",
          "live up to ", d.unbounded.groups, " groups and bounded ones up to ",
          d.bounded.groups, ", which should be the same"));
    }
  }
  return remarks;
}

std::string HeaderText(const ResidencyReport& r) {
  std::string text = absl::StrCat(
      OneLine(r.device), ", driver ", OneLine(r.driver_version), "\n  ",
      r.compute_units, " compute units, groups to ", r.max_group_size,
      " work-items, ", r.local_memory_bytes, " bytes of local memory a group");
  if (r.warp_size != 0) {
    absl::StrAppend(&text, ", warps of ", r.warp_size, ", ",
                    r.registers_per_block, " registers a group");
  }
  if (r.capability != 0) {
    absl::StrAppend(&text, ", compute capability ", r.capability / 10, ".",
                    r.capability % 10);
  }
  return text + "\n\n";
}

}  // namespace

std::string ResidencyColumns(size_t width) {
  return Wrap(
      "low: the groups found on the device at once, the least of three; high: "
      "the smallest grid whose barrier hangs with a group not started (*: by "
      "waits that give up); claims: what OpenCL's own limits predict, on a GPU "
      "at least; rule: the occupancy rule of the architecture, if it is known; "
      "order of starts: of neighbours in time so many by ascending numbers, "
      "and the first groups to start.",
      width, 0);
}

std::string ResidencyText(const ResidencyReport& report, size_t width) {
  std::string text = absl::StrCat(HeaderText(report), RowsText(report),
                                  DependenciesText(report));
  const std::vector<std::string> remarks = Remarks(report);
  if (!remarks.empty()) text += "\n";
  for (const std::string& remark : remarks) {
    absl::StrAppend(&text, Wrap(absl::StrCat("- ", OneLine(remark)), width, 2));
  }
  return text;
}

}  // namespace wgsync
