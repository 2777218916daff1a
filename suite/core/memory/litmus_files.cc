#include "suite/core/memory/litmus_files.h"

#include <cstdlib>
#include <filesystem>
#include <iostream>

#include "suite/core/base/test_file.h"
#include "suite/core/memory/program_text.h"

namespace wgsync {
namespace memory {

const std::map<std::string, Program>& LitmusPrograms() {
  static const auto& programs = *[] {
    auto* all = new std::map<std::string, Program>;
    for (const auto& file :
         std::filesystem::directory_iterator("suite/core/memory/litmus")) {
      const std::string path = file.path().string();
      auto program = ParseProgram(path, ReadTestFile(path));
      if (!program.ok()) {
        std::cerr << program.status() << "\n";
        std::abort();
      }
      all->emplace(file.path().stem().string(), *std::move(program));
    }
    return all;
  }();
  return programs;
}

}  // namespace memory
}  // namespace wgsync
