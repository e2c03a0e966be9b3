#include "io/escaped_text.h"

#include <fmt/format.h>

namespace dragoman {

std::string escape_controls(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool is_control = byte < 0x20 || byte == 0x7F;
    escaped += is_control ? fmt::format("\\u{:04x}", byte) : std::string(1, c);
  }
  return escaped;
}

}  // namespace dragoman
