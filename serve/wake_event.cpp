#include "serve/wake_event.h"

#include <sys/eventfd.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>

namespace dragoman {

WakeEvent::WakeEvent() : descriptor_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  if (descriptor_ < 0) {
    throw std::runtime_error(std::string("cannot make an event: ") + std::strerror(errno));
  }
}

WakeEvent::~WakeEvent() { ::close(descriptor_); }

void WakeEvent::set() {
  is_set_ = true;
  const uint64_t one = 1;
  // It fails only when the counter is full, and then the descriptor is readable already.
  [[maybe_unused]] const ssize_t written = ::write(descriptor_, &one, sizeof(one));
}

}  // namespace dragoman
