#include "serve/http_message.h"

#include <strings.h>

#include <algorithm>
#include <charconv>

namespace dragoman {

bool HeaderOrder::operator()(std::string_view left, std::string_view right) const {
  const size_t size = std::min(left.size(), right.size());
  const int order = ::strncasecmp(left.data(), right.data(), size);
  return order < 0 || (order == 0 && left.size() < right.size());
}

std::string HttpHeaders::get(std::string_view name) const {
  const auto found = find(name);
  return found == end() ? "" : found->second;
}

void HttpResponse::set_header(const std::string& name, const std::string& value) {
  headers.erase(name);
  headers.emplace(name, value);
}

void HttpResponse::set_content(std::string content, const std::string& type) {
  body = std::move(content);
  set_header("Content-Type", type);
}

std::string decode_percents(std::string_view text) {
  std::string bytes;
  while (!text.empty()) {
    unsigned value = 0;
    const char* const digits = text.data() + 1;
    const bool is_byte = text.size() >= 3 && text[0] == '%' &&
                         std::from_chars(digits, digits + 2, value, 16).ptr == digits + 2;
    bytes += is_byte ? static_cast<char>(value) : text[0];
    text.remove_prefix(is_byte ? 3 : 1);
  }
  return bytes;
}

}  // namespace dragoman
