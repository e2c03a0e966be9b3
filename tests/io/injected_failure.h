#pragma once

#include <cstdint>
#include <limits>

namespace dragoman {

enum class SystemCall : uint8_t { kFlock, kRename, kFsync };

/// While this object lives, a system call fails with an errno, at most `times` times.
class InjectedFailure {
 public:
  InjectedFailure(SystemCall call, int error_number, int times = std::numeric_limits<int>::max());
  ~InjectedFailure();
  InjectedFailure(const InjectedFailure&) = delete;
  InjectedFailure& operator=(const InjectedFailure&) = delete;

 private:
  SystemCall call_;
};

}  // namespace dragoman
