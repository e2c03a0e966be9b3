#include "serve/request_id.h"

#include <random>

#include "io/content_hash.h"

namespace dragoman {

std::string new_request_id() {
  thread_local std::mt19937_64 random{std::random_device{}()};
  return hash_text(random());
}

}  // namespace dragoman
