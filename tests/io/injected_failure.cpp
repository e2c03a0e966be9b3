#include "injected_failure.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>

namespace dragoman {
namespace {

struct Injected {
  int error_number = 0;
  int times = 0;
};

std::array<Injected, 3> injected = {};  // by SystemCall

Injected& injected_into(SystemCall call) { return injected[static_cast<size_t>(call)]; }

bool fails(SystemCall call) {
  Injected& failure = injected_into(call);
  if (failure.times == 0) return false;
  --failure.times;
  errno = failure.error_number;
  return true;
}

}  // namespace

InjectedFailure::InjectedFailure(SystemCall call, int error_number, int times) : call_(call) {
  injected_into(call) = {error_number, times};
}

InjectedFailure::~InjectedFailure() { injected_into(call_) = {}; }

}  // namespace dragoman

// The linker takes these instead of the C library's.

extern "C" int flock(int file, int operation) noexcept {
  if (dragoman::fails(dragoman::SystemCall::kFlock)) return -1;
  return static_cast<int>(::syscall(SYS_flock, file, operation));
}

extern "C" int rename(const char* from, const char* to) noexcept {
  if (dragoman::fails(dragoman::SystemCall::kRename)) return -1;
  return ::renameat(AT_FDCWD, from, AT_FDCWD, to);
}

extern "C" int fsync(int file) {
  if (dragoman::fails(dragoman::SystemCall::kFsync)) return -1;
  return static_cast<int>(::syscall(SYS_fsync, file));
}
