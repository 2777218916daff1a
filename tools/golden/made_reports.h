// Reports that the program prints only with a device: made from fixed records.

#ifndef WGSYNC_TOOLS_GOLDEN_MADE_REPORTS_H_
#define WGSYNC_TOOLS_GOLDEN_MADE_REPORTS_H_

#include <ostream>
#include <string>

namespace wgsync {

struct MadeReport {
  const char* name;                              // of the file in expected/
  std::string (*make)(const std::string& runs);  // `runs`: the folder of logs
};

inline void PrintTo(const MadeReport& report, std::ostream* out) {
  *out << report.name;
}

std::string BenchReport(const std::string& runs);
std::string HostileBenchReport(const std::string& runs);
std::string ResidencyReportText(const std::string& runs);
std::string ResidencyReportJson(const std::string& runs);
// A kernel that hangs above the residency.
std::string TriedText(const std::string& runs);
std::string TriedJson(const std::string& runs);
// The gate after lone runs, of which some give what the new run gave.
std::string ConfirmedGateText(const std::string& runs);
std::string ConfirmedGateMarkdown(const std::string& runs);
std::string ConfirmedGateJson(const std::string& runs);
std::string ConfirmedGateJunit(const std::string& runs);

inline constexpr MadeReport kMadeReports[] = {
    {"bench/bench.txt", BenchReport},
    {"bench/hostile.txt", HostileBenchReport},
    {"residency/table.txt", ResidencyReportText},
    {"residency/table.json", ResidencyReportJson},
    {"try/hangs_above.txt", TriedText},
    {"try/hangs_above.json", TriedJson},
    {"gate/confirmed.txt", ConfirmedGateText},
    {"gate/confirmed.md", ConfirmedGateMarkdown},
    {"gate/confirmed.json", ConfirmedGateJson},
    {"gate/confirmed.xml", ConfirmedGateJunit},
};

}  // namespace wgsync

#endif  // WGSYNC_TOOLS_GOLDEN_MADE_REPORTS_H_
