#include "io/content_hash.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <vector>

#include "io/descriptor.h"
#include "io/random.h"
#include "io/regular_file.h"

namespace dragoman {

void ContentHash::add(uint64_t number) { state_ = mix64(state_ ^ number) + number; }

void ContentHash::add(std::string_view bytes) {
  add(bytes.size());
  while (!bytes.empty()) {
    uint64_t word = 0;
    const size_t count = std::min(bytes.size(), sizeof word);
    std::memcpy(&word, bytes.data(), count);
    add(word);
    bytes.remove_prefix(count);
  }
}

void ContentHash::add_file(const std::string& path) {
  const Descriptor file = open_for_reading(path);
  check_can_be_read_again(path);
  std::vector<char> block(1 << 20);
  while (const size_t count = read_bytes(file, path, block.data(), block.size())) {
    add(std::string_view(block.data(), count));
  }
}

std::string hash_text(uint64_t hash) {
  char digits[17];
  std::snprintf(digits, sizeof digits, "%016llx", static_cast<unsigned long long>(hash));
  return digits;
}

}  // namespace dragoman
