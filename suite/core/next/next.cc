#include "suite/core/next/next.h"

#include "absl/status/status.h"
#include "suite/core/next/run_case.h"

namespace wgsync {
namespace {

// Gives the answers of a list. A question after its end is answered as by a
// device that is lost, which ends the case; the first such question is kept.
class Listed : public Answers {
 public:
  Listed(const DeviceProfile& profile, const std::vector<Answer>& answers)
      : profile_(profile), answers_(answers) {}

  Answer To(const Question& question) override {
    if (next_ < answers_.size()) return answers_[next_++];
    if (!open_) open_ = question;
    Answer lost;
    lost.status = absl::UnavailableError("not answered");
    lost.launch.ending = Ending::kDeviceLost;
    lost.host.evidence.ending = HostEnding::kDeviceLost;
    return lost;
  }
  const DeviceProfile& profile() const override { return profile_; }

  const absl::optional<Question>& open() const { return open_; }

 private:
  const DeviceProfile& profile_;
  const std::vector<Answer>& answers_;
  size_t next_ = 0;
  absl::optional<Question> open_;
};

}  // namespace

Step Next(const Case& c, WaitMode mode, const DeviceProfile& profile,
          const Known& known, const std::vector<Answer>& answers) {
  Step step;
  step.known = known;
  Listed listed(profile, answers);
  step.result = RunCase(c, mode, &listed, &step.known);
  step.question = listed.open();
  return step;
}

}  // namespace wgsync
