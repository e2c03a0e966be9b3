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

std::array<int, 3> injected = {};  // by SystemCall: the errno; 0 if the call works

int& injected_into(SystemCall call) { return injected[static_cast<size_t>(call)]; }

bool fails(SystemCall call) {
  const int error_number = injected_into(call);
  if (error_number != 0) errno = error_number;
  return error_number != 0;
}

}  // namespace

InjectedFailure::InjectedFailure(SystemCall call, int error_number) : call_(call) {
  injected_into(call) = error_number;
}

InjectedFailure::~InjectedFailure() { injected_into(call_) = 0; }

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
