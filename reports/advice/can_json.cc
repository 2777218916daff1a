
#include "nlohmann/json.hpp"
#include "reports/advice/can.h"
#include "reports/advice/recipe.h"
#include "reports/matrix/matrix_model.h"
#include "reports/matrix/promise.h"
#include "reports/matrix/report_json.h"
#include "suite/core/base/field_visitor.h"
#include "suite/core/plan/soundness.h"
#include "suite/core/verdict/rules.h"

namespace wgsync {
namespace {

using nlohmann::json;

json FailsJson(const WhatFails& f) {
  return {{"verdict", VerdictText(f.example->verdict)},
          {"reason", InfoOf(f.example->verdict.rule).sentence},
          {"cases", f.cases},
          {"case", f.example->id},
          {"what", f.what}};
}

json FormJson(const CanAnswer& a) {
  if (a.best.id.empty()) return nullptr;
  const auto reach = [](const Reach& r) -> json {
    return {{"groups", r.groups},
            {"group_size", r.group_size},
            {"residency", r.residency}};
  };
  const auto time = [](const BenchLine* line) -> json {
    return {{"groups", line->groups},
            {"group_size", line->group_size},
            {"ns", line->Ns().median}};
  };
  return {{"case", a.best.id},
          {"primitive", a.best.primitive},
          {"soundness", NameOf(a.best.soundness)},
          {"soundness_why", a.best.soundness_why},
          {"need", NameOf(a.best.need)},
          {"passes", a.best.passes},
          {"launches", a.best.launches},
          {"reads", a.best.reads},
          {"reach", JsonList(a.best.reach, reach)},
          {"times", JsonList(a.times, time)},
          {"code", CodeJson(a.best.id)}};
}

json AnswerJson(const CanAnswer& a) {
  return {{"name", a.name},
          {"answer", AnswerName(a.answer)},
          {"because", RowFor({a.basis}).name},
          {"cases", a.cases},
          {"unproven", a.unproven},
          {"inconclusive", a.inconclusive},
          {"lacks", a.lacks},
          {"right", a.right},
          {"checks", a.checks},
          {"form", FormJson(a)},
          {"why", a.why == nullptr ? "" : a.why->id},
          {"progress", IdiomNeedsJson(a.progress)},
          {"refuted", a.refuted},
          {"fails", JsonList(a.fails, FailsJson)}};
}

json SeenJson(const BarrierSeen& seen) {
  json fails = nullptr;
  if (seen.fails != nullptr) {
    fails = {{"groups", seen.fails->groups}, {"case", seen.fails->id}};
  }
  return {{"most", seen.most}, {"fails", std::move(fails)}};
}

json PromiseJson(const Promise& p) {
  if (p.promised == 0) return nullptr;
  return {{"promised", p.promised},         {"group_size", p.group_size},
          {"residency", p.residency},       {"kept", p.kept()},
          {"counter", SeenJson(p.counter)}, {"device", SeenJson(p.device)}};
}

}  // namespace

json CanJson(const Run& run, absl::Span<const CanAnswer> answers) {
  return {{"run", RunJson(run)},
          {"cut_short", CutShortText(run)},
          {"promise", PromiseJson(PromiseOf(run))},
          {"answers", JsonList(answers, AnswerJson)}};
}

}  // namespace wgsync
