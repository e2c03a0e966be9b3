#pragma once

#include <cstdint>

namespace dragoman {

enum class SystemCall : uint8_t { kFlock, kRename, kFsync };

/// While this object lives, a system call fails with an errno.
class InjectedFailure {
 public:
  InjectedFailure(SystemCall call, int error_number);
  ~InjectedFailure();
  InjectedFailure(const InjectedFailure&) = delete;
  InjectedFailure& operator=(const InjectedFailure&) = delete;

 private:
  SystemCall call_;
};

}  // namespace dragoman
