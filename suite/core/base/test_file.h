// Files of a test's data.

#ifndef WGSYNC_SUITE_CORE_BASE_TEST_FILE_H_
#define WGSYNC_SUITE_CORE_BASE_TEST_FILE_H_

#include <fstream>
#include <iterator>
#include <string>

namespace wgsync {

// The bytes of the file; "" if it cannot be read.
inline std::string ReadTestFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_BASE_TEST_FILE_H_
