// Observations of one host check.

#ifndef WGSYNC_SUITE_CORE_RECORD_HOST_FACTS_H_
#define WGSYNC_SUITE_CORE_RECORD_HOST_FACTS_H_

#include <cstdint>
#include <string>
#include <vector>

namespace wgsync {

class FieldVisitor;

// Findings of a check that came back, as a worker reports them.
struct HostFacts {
  uint32_t tries = 0;  // with the synchronization
  uint32_t wrong = 0;
  std::string fault;  // of the first wrong one: a cause's name
  std::string fault_text;
  uint32_t control_tries = 0;  // without it; 0 if there is nothing to remove
  uint32_t control_wrong = 0;
  std::string control_text;
  std::vector<std::string> words;  // what else was seen, one sentence each
  std::string failed;              // the call that failed, and how; "" if none
  bool refused = false;  // ... a deprecated call that the driver refuses
  // ... for want of memory or resources, as any call may
  bool resources_short = false;
  bool set_up = false;  // ... before anything was tried

  void Fields(FieldVisitor& v);
};

// As a log keeps them.
struct HostReport {
  std::string call;  // the last one that was announced
  std::string what;  // of a failure, in the driver's or the system's words
  HostFacts facts;

  void Fields(FieldVisitor& v);
};

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_RECORD_HOST_FACTS_H_
