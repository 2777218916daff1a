// The questions of a case (suite/core/next), put to the device.

#include "suite/core/next/question.h"
#include "suite/engine/device_session.h"
#include "suite/engine/other_load.h"
#include "suite/worker/messages.h"

namespace wgsync {

Answer DeviceSession::To(const Question& q) {
  Answer a;
  BuiltEvent built;
  purpose_ = q.time_of;
  switch (q.kind) {
    case QuestionKind::kOpen:
      a.status = EnsureWorker();
      break;
    case QuestionKind::kFresh:
      EndWorker().IgnoreError();
      break;
    case QuestionKind::kPromised: {
      DeviceLimits limits;
      KernelNeeds needs;
      const absl::Status asked = AskNeeds(q.spec, &limits, &needs);
      a.promised = needs.concurrent_groups;
      a.text = asked.ok() ? "it says 0" : std::string(asked.message());
      break;
    }
    case QuestionKind::kLaunch:
      a.launch = Recorded(q);
      break;
    case QuestionKind::kRefuses:
      a.yes = BuildNow(q.spec.program, &built) && built.refused;
      a.text = built.what;
      break;
    case QuestionKind::kBuilds:
      a.yes = BuildNow(q.spec.program, &built) && built.ok;
      break;
    case QuestionKind::kDigest:
      a.text = BinaryDigest(q.spec.program);
      break;
    case QuestionKind::kHostCheck:
      a.host = RunHost(q.host);
      break;
    case QuestionKind::kAwaitBuilds:
      AwaitBuilds();
      break;
    case QuestionKind::kWatchLoad:
      other_load_ = OtherLoad();
      break;
    case QuestionKind::kOtherCores:
      a.other_cores = other_load_.Cores();
      if (!IsCrowded(a.other_cores)) a.other_cores = 0;
      break;
  }
  a.notes = TakeNotes();
  return a;
}

}  // namespace wgsync
