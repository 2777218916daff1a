#include "reports/words/progress_check.h"

#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "reports/matrix/report_json.h"
#include "reports/render/text.h"
#include "suite/core/base/field_visitor.h"
#include "suite/core/base/status_macros.h"
#include "suite/progress/program_text.h"

namespace wgsync {
namespace {

using progress::Config;
using progress::Fairness;
using progress::GroupSet;
using progress::Lasso;
using progress::Model;
using progress::Move;
using progress::Program;

// A model of the same promise that is kept strongly is the stronger one; below,
// the last row of the models is the strongest.
std::vector<Config> StrongestFirst() {
  std::vector<Config> configs;
  for (const progress::ModelRow& row : progress::Models()) {
    configs.push_back({row.model, Fairness::kWeak});
    if (row.model == Model::kUnfair) continue;
    configs.push_back({row.model, Fairness::kStrong});
  }
  absl::c_reverse(configs);
  return configs;
}

// "group 1", "groups 0, 2"; then the form of the verb for one or for several.
std::string GroupsText(GroupSet set, absl::string_view one,
                       absl::string_view several) {
  std::vector<size_t> ids;
  for (size_t g = 0; g < progress::kMostGroups; ++g) {
    if (progress::Contains(set, g)) ids.push_back(g);
  }
  return absl::StrCat(ids.size() == 1 ? "group " : "groups ",
                      absl::StrJoin(ids, ", "), " ",
                      ids.size() == 1 ? one : several);
}

// "" of a schema's move, which has no program.
std::string InstructionOf(const Program& program, const Move& move) {
  if (program.groups.empty()) return "";
  return progress::InstructionText(program, program.groups[move.group].role,
                                   move.at);
}

void WriteMoves(FieldVisitor& v, const char* name, const Program& program,
                std::vector<Move> moves) {
  v.List(name, &moves, [&](const Move* move) {
    v.Written("group", move->group);
    v.Written("at", move->at);
    v.Written("instruction", InstructionOf(program, *move));
  });
}

std::string MovesText(const Program& program, const std::vector<Move>& moves) {
  std::string text;
  for (const Move& move : moves) {
    absl::StrAppend(&text, "    group ", move.group, ": ",
                    InstructionOf(program, move), "\n");
  }
  return text;
}

std::vector<std::string> Names(const std::vector<Config>& configs) {
  std::vector<std::string> names;
  names.reserve(configs.size());
  for (const Config config : configs) {
    names.push_back(progress::ConfigName(config));
  }
  return names;
}

std::string SlotsText(const ProgressCheck& check) {
  if (!check.verdicts.has_cycle) return "No run goes on for ever.";
  return absl::StrCat(
      check.slots == 0
          ? "It may hang even if all its groups are resident together."
          : absl::StrCat("It ends if ", check.slots,
                         check.slots == 1 ? " group is" : " groups are",
                         " resident at a time, in the order of their ids."),
      check.verdicts.can_always_end
          ? ""
          : " From some states no run ends: the program itself is wrong.");
}

}  // namespace

absl::StatusOr<ProgressCheck> CheckProgress(const Program& program,
                                            absl::optional<Config> why) {
  ProgressCheck check;
  check.program = program;
  ASSIGN_OR_RETURN(const progress::StateGraph graph,
                   progress::StateGraph::Build(program));
  check.verdicts = progress::Judge(graph);
  check.weakest = progress::WeakestModels(check.verdicts);
  ASSIGN_OR_RETURN(const size_t slots, progress::SlotsNeeded(program));
  check.slots = slots;
  for (const Config config : StrongestFirst()) {
    if (why.has_value() && !(*why == config)) continue;
    check.lasso = progress::FindLasso(graph, config);
    check.refuted = config;
    if (check.lasso.has_value()) break;
  }
  return check;
}

std::string ProgressNeedText(const ProgressCheck& check) {
  if (!check.verdicts.has_cycle) return "It needs no progress.";
  if (check.weakest.empty()) return "No model guarantees that it ends.";
  return absl::StrCat("It needs ", absl::StrJoin(Names(check.weakest), " or "),
                      ".");
}

std::string LassoSummary(const Program& program, const Lasso& lasso) {
  std::vector<std::string> still, moving;
  if (lasso.never_started != 0) {
    still.push_back(
        GroupsText(lasso.never_started, "never starts", "never start"));
  }
  if (lasso.stopped != 0) {
    still.push_back(
        GroupsText(lasso.stopped, "is not run again", "are not run again"));
  }
  GroupSet looping = lasso.looping;
  for (size_t g = 0; g < program.groups.size(); ++g) {
    if (!progress::Contains(lasso.polling, g)) continue;
    const auto at = absl::c_find_if(
        lasso.cycle, [g](const Move& m) { return m.group == g; });
    const std::string polled = progress::PolledText(
        program, program.groups[g].role, at->at, lasso.registers[g]);
    if (polled.empty()) {
      looping |= progress::SetOf(g);
    } else {
      moving.push_back(absl::StrCat("group ", g, " polls ", polled));
    }
  }
  if (looping != 0) {
    moving.push_back(GroupsText(looping, "loops", "loop"));
  }
  const std::string moves = absl::StrJoin(moving, " and ");
  if (!still.empty()) {
    return absl::StrCat(absl::StrJoin(still, " and "), " while ", moves);
  }
  return absl::StrCat(moves, lasso.memory_changes
                                 ? ", and memory changes: a livelock"
                                 : " for ever");
}

std::string ProgressCheckText(const ProgressCheck& check, size_t width) {
  std::string text = Wrap(
      absl::StrCat(ProgressNeedText(check), " ", SlotsText(check)), width, 2);
  const std::string model = progress::ConfigName(check.refuted);
  if (!check.lasso.has_value()) {
    if (!check.verdicts.has_cycle) return text;
    return absl::StrCat(text, "  By ", model, " it ends.\n");
  }
  absl::StrAppend(&text, "  ",
                  Wrap(absl::StrCat("Not by ", model, ": ",
                                    LassoSummary(check.program, *check.lasso)),
                       width, 4, 2),
                  MovesText(check.program, check.lasso->stem),
                  "  and then for ever\n",
                  MovesText(check.program, check.lasso->cycle));
  return text;
}

void ProgressCheck::Fields(FieldVisitor& v) {
  const auto guaranteed = [this](Model model, Fairness fairness) {
    return verdicts.Guaranteed({model, fairness});
  };
  v.Written("states", verdicts.states);
  v.Field("has_cycle", &verdicts.has_cycle);
  v.Field("can_always_end", &verdicts.can_always_end);
  std::vector<absl::string_view> names;
  std::vector<Model> models;
  for (const progress::ModelRow& row : progress::Models()) {
    names.push_back(row.name);
    models.push_back(row.model);
  }
  v.List("models", &models, [&](const Model* model) {
    auto index = static_cast<size_t>(*model);
    v.Choice("model", names, &index);
    v.Written("weak", guaranteed(*model, Fairness::kWeak));
    v.Written("strong", guaranteed(*model, Fairness::kStrong));
  });
  v.Written("weakest", Names(weakest));
  v.Field("slots", &slots);
  if (!v.Given("counterexample", lasso.has_value()) ||
      !v.Enter("counterexample"))
    return;
  const Lasso run = lasso.value_or(Lasso());
  v.Written("model", progress::ConfigName(refuted));
  v.Written("summary", LassoSummary(program, run));
  WriteMoves(v, "stem", program, run.stem);
  WriteMoves(v, "cycle", program, run.cycle);
  v.Leave();
}

}  // namespace wgsync
