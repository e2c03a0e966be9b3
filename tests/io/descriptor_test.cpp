#include "io/descriptor.h"

#include <cerrno>
#include <string>

#include "catch.h"

namespace dragoman {

TEST_CASE("an error of the system says what to do about it") {
  const auto [number, advice] = GENERATE(table<int, std::string>({
      {EACCES, "; check the permissions"},
      {EROFS, "; choose a folder elsewhere"},
      {ENAMETOOLONG, "; choose a shorter name"},
      {EBADF, "; it is not open for this"},
      {ENOSPC, "; free some space, or inodes (df -i), or choose another folder"},
      {ENFILE, "; raise the limit on open files (ulimit -n)"},
      {ENOMEM, "; end other programs, or raise the limit on memory (ulimit -v)"},
      {EIO, "; check the device, or the connection to it (dmesg may say more)"},
  }));
  const auto fail = [&, number = number] {
    errno = number;
    throw_file_error("write", "'file'");
  };
  CHECK_THROWS_WITH(fail(), Catch::Matchers::EndsWith(advice));
}

}  // namespace dragoman
