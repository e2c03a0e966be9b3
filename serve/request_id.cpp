#include "serve/request_id.h"

#include <sys/random.h>

#include <cerrno>
#include <cstdint>
#include <system_error>

#include "io/content_hash.h"

namespace dragoman {

std::string new_request_id() {
  uint64_t number = 0;
  // Faster than std::random_device: 0.2 instead of 22 microseconds on a virtual machine.
  if (::getentropy(&number, sizeof number) != 0)
    throw std::system_error(errno, std::generic_category(), "cannot make a request's id");
  return hash_text(number);
}

}  // namespace dragoman
