#include "train/stop_signal.h"

#include <csignal>

#include "catch.h"

namespace dragoman {

TEST_CASE("a signal that a shell ignores for its background jobs stays ignored") {
  const auto before = std::signal(SIGINT, SIG_IGN);
  {
    const StopSignal signals;
    std::raise(SIGINT);
    CHECK(StopSignal::received() == 0);
  }
  CHECK(std::signal(SIGINT, before) == SIG_IGN);
}

}  // namespace dragoman
