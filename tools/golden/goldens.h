// What the program is asked for, and the file that its answer must equal.

#ifndef WGSYNC_TOOLS_GOLDEN_GOLDENS_H_
#define WGSYNC_TOOLS_GOLDEN_GOLDENS_H_

#include <ostream>

namespace wgsync {

struct Golden {
  const char* name;  // of the file in expected/
  // For `wgsync`, by a shell, in a folder that has a copy of runs/.
  const char* arguments;
  // The file that is compared; null: standard output, errors and exit code.
  const char* file = nullptr;
  const char* environment = "";
};

inline void PrintTo(const Golden& golden, std::ostream* out) {
  *out << golden.name;
}

// A case that the catalog has.
#define WGSYNC_GOLDEN_CASE                                                    \
  "barrier.counter_per_group/poll=acquire/signal=rmw/fence=device/pay=plain/" \
  "work=exchange/wg=64/groups=res"

// One row a report. Runs: `kinds` has every verdict and `causes` every cause,
// `old` (schema 1) an older driver's, `cut` and `resumed` did not end at once,
// `model`, `pocl` and `launches`
// (which has a line for each launch) are real, `teams` has weakened twins,
// `hostile` has words that no format takes as they are, `baseline`, `new`,
// `elsewhere` and `unbinding` are for the gate, and no reader takes
// `bad_bytes`, `newer`, `twice` and `changed`.
inline constexpr Golden kGoldens[] = {
    {"show/kinds.txt", "show kinds"},
    {"show/kinds_color_60.txt", "show kinds --color=always", nullptr,
     "COLUMNS=60"},
    {"show/kinds.json", "show kinds --json"},
    {"show/causes.txt", "show causes"},
    {"show/old.txt", "show old"},
    {"show/cut.txt", "show cut"},
    {"show/resumed.txt", "show resumed"},
    {"show/resumed.json", "show resumed --json"},
    {"show/model.txt", "show several/model"},
    {"show/pocl.txt", "show pocl"},
    {"show/hostile.txt", "show hostile"},
    {"show/hostile_color_60.txt", "show hostile --color=always", nullptr,
     "COLUMNS=60"},
    {"show/hostile.json", "show hostile --json"},
    {"show/changed.txt", "show changed"},
    {"show/bad_bytes.txt", "show bad_bytes"},
    {"show/newer.txt", "show newer"},
    {"show/schema3.txt", "show schema3"},
    {"show/case_schema3.txt", "show schema3 '*' --all"},
    {"show/cases_schema3.txt", "show schema3 '*'"},
    {"show/kinds_all.txt", "show kinds --all"},
    {"show/twice.txt", "show twice"},
    {"show/missing.txt", "show none"},
    {"show/nearest.txt", "show cut 'barrier.counter_per_grup/poll'"},
    {"show/unfinished.txt",
     "show cut 'barrier.counter_per_group/poll=plain/signal=rmw/fence=device/"
     "pay=plain/work=exchange/wg=64/groups=res'"},
    {"show/case_kinds.txt", "show kinds '*' --all"},
    {"show/case_pocl.txt", "show pocl 'barrier.*res_plus1'"},
    {"show/case_host.txt", "show pocl 'host_sync.barrier*'"},
    {"show/case_model.txt", "show several/model 'handoff.*poll=plain*'"},
    {"show/case_hostile.txt", "show hostile '*' --all"},
    {"show/case_pocl.json", "show pocl 'host_sync.barrier*' --json"},
    {"show/launches.txt", "show launches"},
    {"show/launches.json", "show launches --json"},
    {"show/case_launches.json", "show launches '*' --json"},
    {"matrix/two.txt", "matrix old kinds"},
    {"matrix/schema3.txt", "matrix schema3"},
    {"matrix/two.json", "matrix cut resumed --json"},
    {"matrix/all.txt", "matrix cut resumed several/model pocl hostile"},
    {"matrix/all.md",
     "matrix --markdown cut resumed several/model pocl hostile"},
    {"matrix/two.md", "matrix --markdown old kinds"},
    {"matrix/hostile.json", "matrix hostile cut --json"},
    {"matrix/site.txt",
     "matrix --out site pocl several/model --bench bench.json --residency "
     "residency.json --expect gate.expect"},
    {"matrix/site.csv", "matrix --out site kinds resumed", "site/matrix.csv"},
    {"matrix/hostile.csv", "matrix --out site hostile", "site/matrix.csv"},
    {"matrix/page_kinds.json",
     "matrix --out site kinds cut --expect Example=gate.expect",
     "site/index.html"},
    {"matrix/page_charts.json",
     "matrix --out site several/model --bench bench.json hostile_bench.json "
     "--residency residency.json",
     "site/index.html"},
    {"matrix/page_hostile.json",
     "matrix --out site hostile --expect hostile.expect", "site/index.html"},
    {"diff/text.txt", "diff old kinds"},
    {"diff/color_60.txt", "diff old kinds --color=always", nullptr,
     "COLUMNS=60"},
    {"diff/diff.json", "diff old kinds --json"},
    {"diff/elsewhere.txt", "diff baseline elsewhere"},
    {"diff/hostile.txt", "diff cut hostile"},
    {"diff/hostile.json", "diff cut hostile --json"},
    {"diff/series.txt", "diff old cut resumed"},
    {"diff/history.txt", "history barrier baseline new old pocl elsewhere"},
    {"diff/history_case.txt",
     "history mutex old new baseline changed pocl --all"},
    {"diff/history.json", "history barrier old new --json"},
    {"diff/site.md", "diff --out site old baseline new", "site/diff.md"},
    {"diff/site.csv", "diff --out site old baseline new", "site/diff.csv"},
    {"diff/site.json", "diff --out site baseline new", "site/diff.json"},
    {"diff/page.json", "diff --out site cut resumed", "site/index.html"},
    {"diff/hostile.md", "diff --out site cut hostile", "site/diff.md"},
    {"diff/hostile.csv", "diff --out site cut hostile", "site/diff.csv"},
    {"gate/text.txt", "gate --baseline baseline new"},
    {"gate/color_60.txt", "gate --baseline baseline new --color=always",
     nullptr, "COLUMNS=60"},
    {"gate/gate.md", "gate --baseline baseline new --markdown out.md",
     "out.md"},
    {"gate/with_rules.txt",
     "gate --baseline baseline --expect gate.expect new"},
    {"gate/by_rules.txt", "gate --baseline gate.expect kinds"},
    {"gate/by_rules.md", "gate --baseline gate.expect cut --markdown out.md",
     "out.md"},
    {"gate/same.txt", "gate --baseline baseline baseline"},
    {"gate/unbinding.txt",
     "gate --baseline several/unbinding several/unbinding"},
    {"gate/barred.txt", "gate --baseline baseline elsewhere"},
    {"gate/barred.json", "gate --baseline baseline elsewhere --json"},
    {"gate/barred.xml", "gate --baseline baseline elsewhere --junit out.xml",
     "out.xml"},
    {"gate/across.txt", "gate --baseline baseline elsewhere --across"},
    {"gate/model.md",
     "gate --baseline pocl several/model --across --markdown out.md", "out.md"},
    {"gate/cut.txt", "gate --baseline baseline cut"},
    {"gate/changed.txt", "gate --baseline changed new"},
    {"gate/times.txt",
     "gate --baseline pocl pocl --times bench.json --times-new "
     "slower_bench.json"},
    {"gate/times.json",
     "gate --baseline pocl pocl --times bench.json --times-new "
     "slower_bench.json --json"},
    {"gate/times.md",
     "gate --baseline pocl pocl --times bench.json --times-new "
     "slower_bench.json --markdown out.md",
     "out.md"},
    {"gate/times_twice.txt",
     "gate --baseline pocl pocl --times bench.json --times-new "
     "slower_bench.json ./slower_bench.json"},
    {"gate/times_elsewhere.txt",
     "gate --baseline baseline baseline --times bench.json --times-new "
     "bench.json"},
    {"gate/hostile.txt", "gate --across --baseline cut hostile"},
    {"gate/hostile.json", "gate --baseline hostile.expect hostile --json"},
    {"gate/hostile.md",
     "gate --baseline hostile.expect hostile --markdown out.md", "out.md"},
    {"gate/hostile.xml",
     "gate --baseline hostile.expect hostile --junit out.xml", "out.xml"},
    {"junit/kinds.xml", "show kinds --junit out.xml", "out.xml"},
    {"junit/schema3.xml", "show schema3 --junit out.xml", "out.xml"},
    {"junit/cut.xml", "show cut --junit out.xml", "out.xml"},
    {"junit/model.xml", "show several/model --junit out.xml", "out.xml"},
    {"junit/hostile.xml", "show hostile --junit out.xml", "out.xml"},
    {"junit/several.xml", "show several --junit out.xml", "out.xml"},
    {"expect/check.txt", "expect check sound.expect hostile.expect"},
    {"expect/check_bad.txt",
     "expect check bad.expect sound.expect none.expect"},
    {"expect/check_bad.json", "expect check bad.expect hostile.expect --json"},
    {"expect/check_run.txt", "expect check gate.expect --run kinds"},
    {"expect/deqp.txt", "expect deqp kinds --out deqp", "deqp/fails.txt"},
    {"expect/why.txt", "expect why " WGSYNC_GOLDEN_CASE " --file gate.expect"},
    {"expect/why_run.txt",
     "expect why " WGSYNC_GOLDEN_CASE " --file gate.expect --run old"},
    {"expect/why_none.txt",
     "expect why " WGSYNC_GOLDEN_CASE " --file hostile.expect"},
    {"expect/update_new.txt", "expect update baseline --file new.expect"},
    {"expect/update_new.expect", "expect update baseline --file new.expect",
     "new.expect"},
    {"expect/update_old.txt", "expect update new --file gate.expect"},
    {"expect/update_old.expect", "expect update new --file gate.expect",
     "gate.expect"},
    {"expect/update_hostile.expect", "expect update hostile --file new.expect",
     "new.expect"},
    {"expect/update_model.txt",
     "expect update several/model --file new.expect"},
    {"can/pocl.txt", "can --run pocl", nullptr, "COLUMNS=80"},
    {"can/barrier.txt", "can grid barrier --run pocl --bench bench.json"},
    {"can/causes.txt", "can lock --run causes --all"},
    {"can/hostile.txt", "can --run hostile"},
    {"can/pocl.json", "can lock look-back --run pocl --json"},
    {"can/unknown.txt", "can nosuch --run pocl"},
    {"recipe/recipe.txt", "recipe --run pocl --bench bench.json"},
    {"recipe/recipe.json", "recipe --run pocl --bench bench.json --json"},
    {"recipe/hostile.txt", "recipe --run pocl --bench hostile_bench.json"},
    {"recipe/other_device.txt", "recipe --run kinds --bench bench.json"},
    {"list/list.txt", "list 'semaphore.*'"},
    {"list/why.txt", "list --why 'mutex.peterson*' 'host_sync.*'", nullptr,
     "COLUMNS=80"},
    {"list/list.json", "list --json 'mutex.peterson*' 'host_sync.*'"},
    {"import/verify.txt", "import --verify pocl old several/model"},
    {"import/changed.txt", "import --verify changed"},
    {"import/import.txt", "import pocl several/model hostile --store store"},
    {"power/teams.txt", "power teams"},
    {"power/teams.json", "power teams --json"},
    {"power/none.txt", "power launches"},
    {"schema/names.txt", "schema"},
    {"schema/bench.json", "schema bench > out.json", "out.json"},
    {"schema/can.json", "schema can > out.json", "out.json"},
    {"schema/case.json", "schema case > out.json", "out.json"},
    {"schema/devices.json", "schema devices > out.json", "out.json"},
    {"schema/diff.json", "schema diff > out.json", "out.json"},
    {"schema/history.json", "schema history > out.json", "out.json"},
    {"schema/expect-check.json", "schema expect-check > out.json", "out.json"},
    {"schema/gate.json", "schema gate > out.json", "out.json"},
    {"schema/list.json", "schema list > out.json", "out.json"},
    {"schema/log.json", "schema log > out.json", "out.json"},
    {"schema/matrix.json", "schema matrix > out.json", "out.json"},
    {"schema/probe.json", "schema probe > out.json", "out.json"},
    {"schema/power.json", "schema power > out.json", "out.json"},
    {"schema/recipe.json", "schema recipe > out.json", "out.json"},
    {"schema/residency.json", "schema residency > out.json", "out.json"},
    {"schema/run.json", "schema run > out.json", "out.json"},
    {"schema/series.json", "schema series > out.json", "out.json"},
    {"words/man.1", "man"},
    {"words/completion.bash", "completion bash"},
    {"words/completion.zsh", "completion zsh"},
    {"words/completion.fish", "completion fish"},
    {"words/help.txt", "--help"},
    {"words/help_run.txt", "run --help", nullptr, "COLUMNS=80"},
};

#undef WGSYNC_GOLDEN_CASE

}  // namespace wgsync

#endif  // WGSYNC_TOOLS_GOLDEN_GOLDENS_H_
