#include "suite/core/progress/classify.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "suite/core/progress/litmus_facts.h"

namespace wgsync {
namespace progress {
namespace {

using State = Standing::State;

// Whether the config is one of the weakest that guarantee the shape: where the
// shape ends, this is what it speaks for.
bool Decides(const ShapeFacts& shape, Config config) {
  return std::find(shape.weakest.begin(), shape.weakest.end(), config) !=
         shape.weakest.end();
}

size_t Refutes(const ShapeFacts& shape) {
  const absl::Span<const Config> all = Configs();
  return static_cast<size_t>(std::count_if(
      all.begin(), all.end(),
      [&shape](Config config) { return shape.Guaranteed(config); }));
}

// The sighting of a hang that refutes the config and the fewest others.
void FindRefutation(const std::vector<Sighting>& sightings, Standing* s) {
  size_t fewest = SIZE_MAX;
  for (size_t i = 0; i < sightings.size(); ++i) {
    const ShapeFacts* shape = FindShapeFacts(sightings[i].shape);
    if (shape == nullptr || !sightings[i].hung) continue;
    if (!shape->Guaranteed(s->config) || Refutes(*shape) >= fewest) {
      continue;
    }
    fewest = Refutes(*shape);
    s->state = State::kRefuted;
    s->refuted_by = i;
  }
}

// Of a config that no sighting refutes.
void FindHeld(const std::vector<Sighting>& sightings, Standing* s) {
  // What a config that decides no shape promises, weaker ones decide.
  bool all_ended = true, one_waited = false;
  for (const ShapeFacts& shape : ShapeTable()) {
    if (!Decides(shape, s->config)) continue;
    uint64_t ended = 0, waited = 0;
    for (const Sighting& seen : sightings) {
      if (seen.shape != shape.name) continue;
      ended += seen.ended;
      waited += seen.waited;
    }
    all_ended = all_ended && ended != 0;
    one_waited = one_waited || waited != 0;
  }
  for (size_t i = 0; i < sightings.size(); ++i) {
    const ShapeFacts* shape = FindShapeFacts(sightings[i].shape);
    if (shape == nullptr || !shape->Guaranteed(s->config)) continue;
    s->launches += sightings[i].waited;
    if (sightings[i].failed && !s->failed_by) s->failed_by = i;
  }
  const bool held = all_ended && one_waited && !s->failed_by;
  s->state = held ? State::kHeld : State::kNotSeen;
}

bool EachWeakerIsHeld(const Classification& c, Config config) {
  const std::vector<Config> weaker = WeakerOf(config);
  return std::all_of(weaker.begin(), weaker.end(), [&c](Config other) {
    return c.Of(other).state == State::kHeld;
  });
}

std::vector<Model> Strongest(const Classification& c,
                             bool (*counts)(const Standing& s)) {
  std::vector<Config> models;
  for (const Standing& s : c.standings) {
    if (s.config.fairness == Fairness::kWeak && counts(s)) {
      models.push_back(s.config);
    }
  }
  std::vector<Model> strongest;
  for (Config m : models) {
    const bool topped = std::any_of(
        models.begin(), models.end(),
        [m](Config other) { return !(other == m) && IsAtMost(m, other); });
    if (!topped) strongest.push_back(m.model);
  }
  return strongest;
}

std::string Names(const std::vector<Model>& models, const char* between) {
  return absl::StrJoin(models, between, [](std::string* out, Model m) {
    absl::StrAppend(out, NameOf(m));
  });
}

// Every weak model of one state.
std::vector<Model> InState(const Classification& c, State state) {
  std::vector<Model> models;
  for (const Standing& s : c.standings) {
    const bool weak = s.config.fairness == Fairness::kWeak &&
                      s.config.model != Model::kUnfair;
    if (weak && s.state == state) models.push_back(s.config.model);
  }
  return models;
}

std::string LaunchesText(uint64_t launches) {
  return absl::StrCat(launches, launches == 1 ? " launch" : " launches");
}

std::string RefutedBy(const Classification& c, const Standing& s) {
  const Sighting& seen = c.sightings[s.refuted_by];
  return absl::StrCat(ShortName(s.config), " is refuted by ", seen.shape, ", ",
                      seen.text);
}

// "held in 24 launches: HSA, OBE"; empty if none was.
std::string HeldText(const Classification& c) {
  const std::vector<Model> held = InState(c, State::kHeld);
  if (held.empty()) return "";
  uint64_t most = 0;
  for (Model m : held) {
    most = std::max(most, c.Of({m, Fairness::kWeak}).launches);
  }
  return absl::StrCat("held in ", LaunchesText(most), ": ", Names(held, ", "));
}

// "neither held nor refuted: LOBE: late_middle, chunked: broken (wait cut
// short)", with one line for those that nothing failed of.
std::vector<std::string> UnseenTexts(const Classification& c) {
  std::vector<std::pair<std::string, std::vector<Model>>> why;
  for (Model m : InState(c, State::kNotSeen)) {
    const Standing& s = c.Of({m, Fairness::kWeak});
    const Sighting* failed = s.failed_by ? &c.sightings[*s.failed_by] : nullptr;
    std::string reason = failed == nullptr
                             ? "shapes that decide it or a weaker model did "
                               "not run, or no group had to wait"
                             : absl::StrCat(failed->shape, ", ", failed->text);
    const auto same = std::find_if(why.begin(), why.end(), [&](const auto& w) {
      return w.first == reason;
    });
    if (same == why.end()) {
      why.emplace_back(std::move(reason), std::vector<Model>{m});
    } else {
      same->second.push_back(m);
    }
  }
  std::vector<std::string> texts;
  texts.reserve(why.size());
  for (const auto& [reason, models] : why) {
    texts.push_back(absl::StrCat(
        "neither held nor refuted: ", Names(models, ", "), ": ", reason));
  }
  return texts;
}

// The sightings that refute weak models, each once.
std::string RefutationText(const Classification& c) {
  std::vector<std::string> texts;
  std::vector<size_t> told;
  for (const Standing& s : c.standings) {
    if (s.config.fairness == Fairness::kStrong || s.state != State::kRefuted) {
      continue;
    }
    if (std::find(told.begin(), told.end(), s.refuted_by) != told.end()) {
      continue;
    }
    told.push_back(s.refuted_by);
    texts.push_back(RefutedBy(c, s));
  }
  return absl::StrJoin(texts, "; ");
}

std::string StrongText(const Classification& c) {
  for (const Standing& s : c.standings) {
    if (s.config.fairness == Fairness::kWeak || s.state != State::kRefuted) {
      continue;
    }
    // A hang that refutes the weak model is told there.
    if (c.Of({s.config.model, Fairness::kWeak}).state == State::kRefuted) {
      continue;
    }
    return RefutedBy(c, s);
  }
  return "";
}

}  // namespace

const Standing& Classification::Of(Config config) const {
  return *std::find_if(
      standings.begin(), standings.end(),
      [config](const Standing& s) { return s.config == config; });
}

Classification Classify(std::vector<Sighting> sightings) {
  Classification c;
  c.sightings = std::move(sightings);
  for (Config config : Configs()) {
    Standing s;
    s.config = config;
    FindRefutation(c.sightings, &s);
    if (s.state != State::kRefuted) FindHeld(c.sightings, &s);
    c.standings.push_back(s);
  }
  for (Standing& s : c.standings) {
    if (s.state == State::kHeld && !EachWeakerIsHeld(c, s.config)) {
      s.state = State::kNotSeen;
    }
  }
  return c;
}

std::vector<Model> AtMost(const Classification& c) {
  return Strongest(
      c, [](const Standing& s) { return s.state != State::kRefuted; });
}

std::vector<Model> Held(const Classification& c) {
  return Strongest(c,
                   [](const Standing& s) { return s.state == State::kHeld; });
}

std::string ClassText(const Classification& c) {
  const auto says_nothing = [](const Standing& s) {
    return s.state == State::kNotSeen && (s.launches == 0 || s.failed_by);
  };
  if (std::all_of(c.standings.begin(), c.standings.end(), says_nothing)) {
    return "not known";
  }
  return absl::StrCat("at most ", Names(AtMost(c), " or "));
}

std::string ClassSummary(const Classification& c) {
  if (c.empty()) return "";
  const std::string held = HeldText(c);
  return absl::StrCat(ClassText(c), held.empty() ? "" : "; ", held);
}

std::string StandingText(const Classification& c, Config config) {
  const Standing& s = c.Of(config);
  switch (s.state) {
    case State::kHeld:
      return absl::StrCat(ShortName(config), " was held in ",
                          LaunchesText(s.launches));
    case State::kRefuted:
      return RefutedBy(c, s);
    case State::kNotSeen:
      break;
  }
  return absl::StrCat(ShortName(config), " is neither held nor refuted");
}

std::vector<std::string> ClassSentences(const Classification& c) {
  std::vector<std::string> lines;
  if (c.empty()) return lines;
  const std::string refuted = RefutationText(c);
  lines.push_back(
      absl::StrCat(ClassText(c), refuted.empty() ? "" : ": ", refuted));
  const std::string held = HeldText(c);
  if (!held.empty()) lines.push_back(held);
  for (std::string& text : UnseenTexts(c)) lines.push_back(std::move(text));
  const std::string strong = StrongText(c);
  if (!strong.empty()) lines.push_back(strong);
  return lines;
}

std::string ShortName(Config config) {
  return config.fairness == Fairness::kWeak ? std::string(NameOf(config.model))
                                            : ConfigName(config);
}

std::string ConfigNames(absl::Span<const Config> configs,
                        absl::string_view between) {
  return absl::StrJoin(configs, between, [](std::string* out, Config config) {
    absl::StrAppend(out, ShortName(config));
  });
}

std::vector<Config> WeakerOf(Config config) {
  std::vector<Config> weaker;
  for (Config other : Configs()) {
    if (other.model != Model::kUnfair && !(other == config) &&
        IsAtMost(other, config)) {
      weaker.push_back(other);
    }
  }
  return weaker;
}

std::vector<absl::string_view> DecidingShapes(Config config) {
  std::vector<absl::string_view> names;
  for (const ShapeFacts& shape : ShapeTable()) {
    if (Decides(shape, config)) names.push_back(shape.name);
  }
  return names;
}

std::vector<Model> Moved(const Classification& before,
                         const Classification& after,
                         absl::Span<const State> from, State to) {
  std::vector<Model> moved;
  for (size_t i = 0; i < before.standings.size(); ++i) {
    const Standing& was = before.standings[i];
    if (was.config.fairness == Fairness::kWeak &&
        std::find(from.begin(), from.end(), was.state) != from.end() &&
        after.standings[i].state == to) {
      moved.push_back(was.config.model);
    }
  }
  return moved;
}

std::vector<Model> Lost(const Classification& before,
                        const Classification& after) {
  return Moved(before, after, {State::kHeld}, State::kRefuted);
}

}  // namespace progress
}  // namespace wgsync
