#include "suite/proof/soak/usage.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <fstream>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace wgsync {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Usage Some() {
  Usage u;
  u.worker_pid = 7;
  u.controller = {100 << 20, 10, 1, {7}};
  u.worker = {200 << 20, 12, 5, {}};
  u.shared_memory = {"/dev/shm/wgsync-cpu.lock"};
  u.files = {"log"};
  return u;
}

TEST(LeaksTest, TheSameIsNoLeakAndATenthMoreMemoryIsNone) {
  Usage now = Some();
  EXPECT_THAT(Leaks(Some(), now), IsEmpty());
  now.controller.resident_bytes = 110 << 20;
  now.worker.resident_bytes = 150 << 20;
  EXPECT_THAT(Leaks(Some(), now), IsEmpty());
}

TEST(LeaksTest, EachThatIsMoreIsNamed) {
  const auto leak = [](void (*change)(Usage*)) {
    Usage now = Some();
    change(&now);
    return Leaks(Some(), now);
  };
  EXPECT_THAT(leak([](Usage* u) { u->controller.resident_bytes += 11 << 20; }),
              ElementsAre(HasSubstr("the controller's memory: 100.0 MiB, and "
                                    "now 111.0 MiB")));
  EXPECT_THAT(leak([](Usage* u) { u->worker.resident_bytes += 21 << 20; }),
              ElementsAre(HasSubstr("the worker's memory")));
  EXPECT_THAT(leak([](Usage* u) { ++u->controller.descriptors; }),
              ElementsAre("the controller's file descriptors: 10, and now 11"));
  EXPECT_THAT(leak([](Usage* u) { --u->worker.descriptors; }),
              ElementsAre("the worker's file descriptors: 12, and now 11"));
  EXPECT_THAT(leak([](Usage* u) { ++u->worker.threads; }),
              ElementsAre("the worker's threads: 5, and now 6"));
  EXPECT_THAT(leak([](Usage* u) { ++u->controller.threads; }),
              ElementsAre("the controller's threads: 1, and now 2"));
  EXPECT_THAT(leak([](Usage* u) { u->controller.children.insert(8); }),
              ElementsAre(HasSubstr("processes: 1, and now 2")));
  EXPECT_THAT(leak([](Usage* u) { u->shared_memory.insert("/dev/shm/x"); }),
              ElementsAre(HasSubstr("/dev/shm: 1, and now 2 (1 differ: +")));
  EXPECT_THAT(leak([](Usage* u) { u->files.clear(); }),
              ElementsAre("files: 1, and now 0 (1 differ: -log)"));
  EXPECT_THAT(leak([](Usage* u) { u->worker_pid = 9; }),
              ElementsAre("the worker is another one: pid 7, and now 9"));
}

TEST(ReadUsageTest, SeesWhatThisProcessHolds) {
  const std::string folder = testing::TempDir() + "/usage";
  ASSERT_EQ(system(("mkdir -p " + folder).c_str()), 0);
  const Usage before = ReadUsage(-1, folder);
  EXPECT_THAT(Leaks(before, ReadUsage(-1, folder)), IsEmpty());
  EXPECT_EQ(before.controller.threads, 1u);
  const int fd = open("/dev/null", O_RDONLY);
  std::ofstream(folder + "/new") << "x";
  const size_t bytes = before.controller.resident_bytes;
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
  EXPECT_THAT(Leaks(before, ReadUsage(-1, folder)),
              ElementsAre(HasSubstr("memory"), HasSubstr("file descriptors"),
                          HasSubstr("files: 0, and now 1")));
  munmap(memory, bytes);
  close(fd);
}

}  // namespace
}  // namespace wgsync
