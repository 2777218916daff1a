// Which progress a device gives, by what the shapes did there.
//
// A shape that hung refutes every model that guarantees it. The models that
// remain are "at most". A model is held if no shape refutes it, each shape that
// it guarantees, and that no weaker model does, has ended, and no case of any
// shape that it guarantees failed; in one of them at least a group had to wait;
// and each weaker model but UNFAIR is held. No number of launches proves it. A
// classification says nothing that was not seen: a model whose shapes were not
// run is neither held nor refuted.
//
// Source: "Specifying and Testing GPU Workgroup Progress Models" (OOPSLA 2021),
// whose tests these shapes are after; the models are those of progress_model.h.

#ifndef WGSYNC_SUITE_CORE_PROGRESS_CLASSIFY_H_
#define WGSYNC_SUITE_CORE_PROGRESS_CLASSIFY_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "absl/types/span.h"
#include "suite/core/progress/progress_model.h"

namespace wgsync {
namespace progress {

// What one case showed: a shape in one mapping.
struct Sighting {
  std::string shape;  // a name of litmus_facts.h; others are passed over
  // Launches that ended with each wait met, and those of them in which a group
  // had to poll more than once.
  uint64_t ended = 0;
  uint64_t waited = 0;
  // A hang for which a group that is not run, or a livelock, was found.
  bool hung = false;
  // Not so, and yet a launch did not end as the shape does: a wait that was cut
  // short, a hang that was seen once or has no known cause, a crash. It refutes
  // nothing, and no model that guarantees the shape is held.
  bool failed = false;
  // "chunked, 12 copies: group 30 (role 1) had not started (3 of 3)". For
  // people.
  std::string text;
  std::string id = {};  // of the case; empty if there is none
};

struct Standing {
  enum class State {
    kNotSeen,  // shapes that decide it, or a weaker model, were not run or
               // failed, or no group had to wait
    kHeld,
    kRefuted,
  };
  Config config;
  State state = State::kNotSeen;
  // Launches of shapes that it guarantees which ended, and in which a group had
  // to wait.
  uint64_t launches = 0;
  // Of a refuted one, the sighting that refutes the fewest models; an index.
  size_t refuted_by = 0;
  // The first one that failed of the shapes that it guarantees, unless it is
  // refuted; an index.
  absl::optional<size_t> failed_by = absl::nullopt;
};

struct Classification {
  std::vector<Standing> standings;  // one for each of Configs(), in that order
  std::vector<Sighting> sightings;

  const Standing& Of(Config config) const;
  // Nothing was seen at all.
  bool empty() const { return sightings.empty(); }
};

Classification Classify(std::vector<Sighting> sightings);

// The strongest weak models that are not refuted; HSA and OBE may both be.
std::vector<Model> AtMost(const Classification& c);
// The strongest weak models that are held.
std::vector<Model> Held(const Classification& c);

// "at most HSA+OBE"; "UNFAIR" if nothing else is left; "not known" if nothing
// is refuted, and of each model a shape failed, or none had to wait.
std::string ClassText(const Classification& c);
// "at most HSA+OBE; held in 1240 launches: HSA, OBE, HSA+OBE"; empty if nothing
// was seen.
std::string ClassSummary(const Classification& c);
// Of one model, as part of a sentence: "OBE was held in 1240 launches", "LOBE
// is refuted by late_middle, ...", "FAIR is neither held nor refuted".
std::string StandingText(const Classification& c, Config config);
// In sentences, one an element: the class with the hangs that refuted stronger
// models; the models that were held, and in how many launches; those that were
// neither, and what failed of their shapes; a strong model that a livelock
// refutes.
std::vector<std::string> ClassSentences(const Classification& c);

// "HSA"; "strong OBE".
std::string ShortName(Config config);
// "HSA or OBE", with "or" between.
std::string ConfigNames(absl::Span<const Config> configs,
                        absl::string_view between);
// The models that must be held for this one to be, since it promises all that
// they do: each weaker one but UNFAIR.
std::vector<Config> WeakerOf(Config config);
// The shapes of which the config is one of the weakest that guarantee them.
std::vector<absl::string_view> DecidingShapes(Config config);

// Every weak model that `before` had in one of the states and `after` has in
// another one.
std::vector<Model> Moved(const Classification& before,
                         const Classification& after,
                         absl::Span<const Standing::State> from,
                         Standing::State to);
// Those that `before` held and `after` refutes: a class that shrinks.
std::vector<Model> Lost(const Classification& before,
                        const Classification& after);

}  // namespace progress
}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_PROGRESS_CLASSIFY_H_
