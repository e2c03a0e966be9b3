#include "serve/api_request.h"

#include <algorithm>
#include <charconv>
#include <string_view>

#include "serve/api_error.h"
#include "serve/http_server.h"

namespace dragoman {
namespace {

/// Text in which + is a space and %XX a byte.
std::string decoded(std::string_view text) {
  std::string bytes;
  while (!text.empty()) {
    unsigned value = 0;
    const char* const digits = text.data() + 1;
    const bool is_byte = text.size() >= 3 && text[0] == '%' &&
                         std::from_chars(digits, digits + 2, value, 16).ptr == digits + 2;
    bytes += is_byte ? static_cast<char>(value) : text[0] == '+' ? ' ' : text[0];
    text.remove_prefix(is_byte ? 3 : 1);
  }
  return bytes;
}

}  // namespace

ApiRequest read_request(const httplib::Request& http, const httplib::ContentReader& content) {
  ApiRequest request{http, context_of(http)};
  std::string* part = &request.body;
  const auto append = [&](const char* data, size_t size) {
    part->append(data, size);
    return true;
  };
  const auto begin_part = [&](const httplib::MultipartFormData& head) {
    part = &request.form.emplace(head.name, "")->second;
    return true;
  };
  const bool is_read =
      http.is_multipart_form_data() ? content(begin_part, append) : content(append);
  if (!is_read) throw ApiError(400, "bad_request", "the body is not what its Content-Type says");
  return request;
}

std::string media_type(const httplib::Request& http) {
  std::string type = http.get_header_value("Content-Type");
  type = type.substr(0, type.find(';'));
  type.erase(type.find_last_not_of(" \t") + 1);
  std::transform(type.begin(), type.end(), type.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return type;
}

void require_json(const ApiRequest& request) {
  const std::string type = media_type(request.http);
  if (type.empty() || type == "application/json") return;
  throw ApiError(415, "unsupported_media_type",
                 "the body must be JSON, and its Content-Type application/json");
}

FormFields parse_url_encoded(const std::string& body) {
  FormFields fields;
  std::string_view rest = body;
  while (!rest.empty()) {
    const std::string_view field = rest.substr(0, rest.find('&'));
    const size_t equals = std::min(field.find('='), field.size());
    fields.emplace(decoded(field.substr(0, equals)),
                   decoded(field.substr(std::min(equals + 1, field.size()))));
    rest.remove_prefix(std::min(field.size() + 1, rest.size()));
  }
  return fields;
}

}  // namespace dragoman
