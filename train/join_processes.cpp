#include "train/join_processes.h"

#include <stdexcept>

#ifdef DRAGOMAN_WITH_C10D
#include "train/c10d_exchange.h"
#endif

namespace dragoman {

std::unique_ptr<Exchange> join_processes(const ProcessPlace& place, const JoinOptions& options) {
  if (place.size == 1) return std::make_unique<SoloExchange>();
#ifdef DRAGOMAN_WITH_C10D
  return join_by_c10d(place, options);
#else
  (void)options;
  throw std::runtime_error(
      "several processes cannot train together with this LibTorch, which has no c10d with Gloo: "
      "build with PyTorch's wheel (scripts/setup without --torch installs it), or train in one");
#endif
}

}  // namespace dragoman
