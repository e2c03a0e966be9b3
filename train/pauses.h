#pragma once

#include <algorithm>
#include <chrono>
#include <thread>

namespace dragoman {

/// The pauses between the checks of a wait: from 1 to 50 milliseconds, each twice as long as the
/// one before, because most waits are short.
class Pauses {
 public:
  void sleep() {
    std::this_thread::sleep_for(next_);
    next_ = std::min(2 * next_, kLongest);
  }

 private:
  static constexpr std::chrono::milliseconds kLongest{50};
  std::chrono::milliseconds next_{1};
};

}  // namespace dragoman
