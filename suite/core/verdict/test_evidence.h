// Evidence made up for the tests of verdicts.

#ifndef WGSYNC_SUITE_CORE_VERDICT_TEST_EVIDENCE_H_
#define WGSYNC_SUITE_CORE_VERDICT_TEST_EVIDENCE_H_

#include <string>

#include "suite/core/verdict/verdict.h"

namespace wgsync {

// A launch in which everything went as it must.
inline Evidence Right() {
  Evidence e;
  e.channel_proven = true;
  e.payload = PayloadState::kRight;
  e.control = Trial::kRight;
  e.negative = Trial::kWrong;
  e.boundary = Trial::kRight;
  return e;
}

inline Evidence WrongPayload(Trial atomic) {
  Evidence e = Right();
  e.payload = PayloadState::kWrong;
  e.payload_atomic = atomic;
  return e;
}

inline std::string Judged(const Evidence& e) {
  return VerdictText(JudgeEvidence(e));
}

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_VERDICT_TEST_EVIDENCE_H_
