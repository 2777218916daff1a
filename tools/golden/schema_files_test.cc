// Compares the published schemas, reports/schema/, with the structs and the
// enumerations of which the program makes its documents: a field with its type,
// and a name, must be in both. A change that is intended:
//
//   bazel run //tools/golden:schema_files_test -- --update
//
// The rest of a schema is written by hand; schema_test compares it with
// documents.

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <ostream>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "reports/diff/diff.h"
#include "reports/diff/diff_text.h"
#include "reports/diff/driver_facts.h"
#include "reports/gate/gate.h"
#include "reports/gate/gate_times.h"
#include "reports/matrix/progress_class.h"
#include "reports/matrix/report_json.h"
#include "reports/words/program_check.h"
#include "suite/compiled/compiled_report.h"
#include "suite/core/base/test_file.h"
#include "suite/core/plan/choice.h"
#include "suite/core/record/bench_data.h"
#include "suite/core/record/device_info.h"
#include "suite/core/record/device_profile.h"
#include "suite/core/record/launch_record.h"
#include "suite/core/record/residency_record.h"
#include "suite/core/record/result.h"
#include "suite/core/tried/next_try.h"
#include "suite/core/verdict/verdict.h"
#include "suite/engine/run_options.h"
#include "tools/golden/fields_schema.h"
#include "tools/golden/readable.h"

namespace wgsync {
namespace {

using nlohmann::json;

bool updates = false;

json AllFieldsOf(json object) {
  object["required"] = json::array();
  for (const auto& property : object["properties"].items()) {
    object["required"].push_back(property.key());
  }
  return object;
}

// An older wgsync's log may lack some fields, a new document has all.
json WrittenDeviceInfo() { return AllFieldsOf(schema::Of<DeviceInfo>()); }

json Result() {
  return schema::OfFields([](FieldVisitor& v) { WriteResult(v, {}); });
}

template <typename E>
json Names() {
  return schema::OneOf(NamesOf(E()));
}

json Verdicts() { return Names<VerdictKind>(); }

// A part of a schema file, and the struct or the enumeration that it describes.
struct SchemaPart {
  const char* file;  // below reports/schema/, without ".json"
  // Names of fields, those of lists with "[]": "cases[].result"; or a JSON
  // pointer.
  const char* place;
  json (*make)();
  std::vector<const char*> more = {};  // fields that the struct does not have
};

void PrintTo(const SchemaPart& part, std::ostream* out) {
  *out << part.file << ".json: " << part.place;
}

using State = progress::Standing::State;

const SchemaPart kParts[] = {
    {"bench", "", &schema::Of<Bench>, {"kind", "schema"}},
    {"case", "cases[].result", &schema::Of<CaseResult>},
    {"check", "", &schema::Of<CheckReport>, {"kind", "schema"}},
    {"compile", "", &schema::Of<CompiledReport>, {"kind", "schema"}},
    {"devices", "devices[]", &WrittenDeviceInfo},
    {"diff", "cases[].after", &Result},
    {"diff", "cases[].before", &Result},
    {"gate", "cases[].came", &Result},
    {"gate", "cases[].lone[]", &Result},
    {"log", "/allOf/0/then/properties/options", &schema::Of<RunSettings>},
    {"log",
     "/allOf/0/then/properties/devices/items",
     &schema::Of<DeviceProfile>,
     {"fingerprint"}},
    {"log", "/allOf/0/then/properties/part", &schema::Of<Part>},
    {"log", "/allOf/3/then", &schema::Of<LaunchRecord>, {"device", "kind"}},
    {"log",
     "/allOf/4/then",
     &schema::Of<CaseResult>,
     {"evidence", "device", "kind"}},
    {"log",
     "/allOf/5/then",
     &schema::Of<CaseResult>,
     {"evidence", "device", "kind"}},
    {"matrix", "cases[].results[]", &Result},
    {"residency", "/items", &schema::Of<ResidencyReport>},
    {"run", "runs[].cases[]", &Result, {"case"}},
    {"try", "", &schema::Of<TryReport>, {"because", "kind", "schema"}},

    {"can", "devices[].answers[].progress[].state", &Names<State>},
    {"diff", "cases[].change", &Names<Change>},
    {"diff", "cases[].direction", &Names<Direction>},
    {"diff", "counts/propertyNames", &Names<Change>},
    {"diff", "facts[].of", &Names<FactOf>},
    {"diff", "progress.after.models[].state", &Names<State>},
    {"diff", "progress.before.models[].state", &Names<State>},
    {"gate", "cases[].outcome", &Names<Outcome>},
    {"gate", "counts/propertyNames", &Names<Outcome>},
    {"gate", "new.progress.models[].state", &Names<State>},
    {"gate", "new.verdicts/propertyNames", &Verdicts},
    {"gate", "progress.after.models[].state", &Names<State>},
    {"gate", "progress.before.models[].state", &Names<State>},
    {"gate", "times.cases[].outcome", &Names<TimeOutcome>},
    {"matrix", "columns[].progress.models[].state", &Names<State>},
    {"matrix", "columns[].verdicts/propertyNames", &Verdicts},
    {"progress-class", "devices[].in_space.models[].state", &Names<State>},
    {"progress-class", "devices[].progress.models[].state", &Names<State>},
    {"progress-class", "devices[].shapes[].cases[].verdict", &Verdicts},
    {"run", "runs[].progress.models[].state", &Names<State>},
    {"run", "runs[].verdicts/propertyNames", &Verdicts},
    {"series", "steps[].changes[].change", &Names<Change>},
    {"series", "steps[].changes[].direction", &Names<Direction>},
    {"series", "steps[].counts/propertyNames", &Names<Change>},
};

json::json_pointer PlaceOf(const SchemaPart& part) {
  const std::string place = part.place;
  if (place.empty() || place[0] == '/') return json::json_pointer(place);
  return json::json_pointer(absl::StrCat(
      "/properties/",
      absl::StrReplaceAll(place, {{".", "/properties/"}, {"[]", "/items"}})));
}

// Returns `now` with the fields and names of `made`, and no other field than
// `more`.
json Due(const json& now, json made, const std::vector<const char*>& more) {
  json due = now;
  if (made.contains("enum")) {
    due["enum"] = made["enum"];
    return due;
  }
  const json& required = now.at("required");
  for (const char* field : more) {
    made["properties"][field] = now.at("properties").at(field);
    if (std::count(required.begin(), required.end(), field) != 0) {
      made["required"].push_back(field);
    }
  }
  due["properties"] = made["properties"];
  due["required"] = made["required"];
  return due;
}

class SchemaFilesTest : public testing::TestWithParam<SchemaPart> {};

TEST_P(SchemaFilesTest, HasWhatIsWritten) {
  const SchemaPart& part = GetParam();
  const std::string path = absl::StrCat("reports/schema/", part.file, ".json");
  std::string folder;
  if (updates) {
    const char* workspace = std::getenv("BUILD_WORKSPACE_DIRECTORY");
    ASSERT_NE(workspace, nullptr) << "start it by `bazel run`";
    folder = absl::StrCat(workspace, "/");
  }
  json schema = json::parse(ReadTestFile(folder + path));
  json& now = schema.at(PlaceOf(part));
  const json due = Due(now, part.make(), part.more);
  if (updates) {
    now = due;
    std::ofstream(folder + path, std::ios::binary | std::ios::trunc)
        << schema.dump(1) << "\n";
    return;
  }
  const std::string difference = FirstDifference(now.dump(1), due.dump(1));
  EXPECT_TRUE(difference.empty())
      << path << ": " << difference << "If it is intended: "
      << "bazel run //tools/golden:schema_files_test -- --update";
}

INSTANTIATE_TEST_SUITE_P(All, SchemaFilesTest, testing::ValuesIn(kParts));

}  // namespace
}  // namespace wgsync

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  wgsync::updates = argc > 1 && std::string(argv[1]) == "--update";
  return RUN_ALL_TESTS();
}
