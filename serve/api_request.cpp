#include "serve/api_request.h"

#include <algorithm>
#include <string_view>

#include "io/ascii.h"
#include "serve/bad_request.h"

namespace dragoman {
namespace {

constexpr size_t kMaxFields = 64;        // of a form
constexpr size_t kMaxPartHeaders = 512;  // characters
constexpr size_t kMaxBoundary = 70;      // characters (RFC 2046, 5.1.1)

void check_room(const FormFields& fields) {
  if (fields.size() == kMaxFields)
    fail_bad_request("a form may have at most " + std::to_string(kMaxFields) + " fields");
}

[[noreturn]] void fail_form() { fail_bad_request("the body is not what its Content-Type says"); }

/// Returns the place of the next semicolon outside quotes.
size_t next_parameter(const std::string& header, size_t at) {
  for (bool is_quoted = false; at < header.size(); ++at) {
    if (header[at] == ';' && !is_quoted) return at;
    if (header[at] == '"') is_quoted = !is_quoted;
    if (header[at] == '\\' && is_quoted) ++at;
  }
  return header.npos;
}

/// Returns the value of `name`, which ends with "=", among parameters separated by semicolons; ""
/// if it is missing.
std::string parameter(const std::string& header, const std::string& name) {
  for (size_t at = next_parameter(header, 0); at != header.npos; at = next_parameter(header, at)) {
    at = std::min(header.find_first_not_of("; \t", at), header.size());
    if (to_ascii_lowercase(header.substr(at, name.size())) != name) continue;
    const size_t begin = at + name.size();
    const bool is_quoted = header.substr(begin, 1) == "\"";
    const size_t end =
        is_quoted ? header.find('"', begin + 1) : header.find_first_of("; \t", begin);
    return header.substr(begin + is_quoted, end == header.npos ? end : end - begin - is_quoted);
  }
  return "";
}

/// Returns the field name in the headers of a part.
std::string name_of_part(std::string_view headers) {
  if (headers.size() > kMaxPartHeaders) fail_bad_request("a part of the form has a long header");
  while (!headers.empty()) {
    const std::string line(headers.substr(0, headers.find("\r\n")));
    if (to_ascii_lowercase(line).starts_with("content-disposition:"))
      return parameter(line, "name=");
    headers.remove_prefix(std::min(line.size() + 2, headers.size()));
  }
  return "";
}

}  // namespace

std::string media_type(const HttpRequest& request) {
  std::string type = request.headers.get("Content-Type");
  type = type.substr(0, type.find(';'));
  type.erase(type.find_last_not_of(" \t") + 1);
  return to_ascii_lowercase(type);
}

void require_json(const HttpRequest& request) {
  const std::string type = media_type(request);
  if (type.empty() || type == "application/json") return;
  throw ApiError(415, "unsupported_media_type",
                 "the body must be JSON, and its Content-Type application/json");
}

FormFields parse_url_encoded(const std::string& body) {
  FormFields fields;
  std::string spaced = body;
  std::replace(spaced.begin(), spaced.end(), '+', ' ');
  std::string_view rest = spaced;
  while (!rest.empty()) {
    const std::string_view field = rest.substr(0, rest.find('&'));
    rest.remove_prefix(std::min(field.size() + 1, rest.size()));
    if (field.empty()) continue;
    check_room(fields);
    const size_t equals = std::min(field.find('='), field.size());
    fields.emplace(decode_percents(field.substr(0, equals)),
                   decode_percents(field.substr(std::min(equals + 1, field.size()))));
  }
  return fields;
}

FormFields parse_multipart(const HttpRequest& request) {
  const std::string boundary = parameter(request.headers.get("Content-Type"), "boundary=");
  if (boundary.empty() || boundary.size() > kMaxBoundary) fail_form();
  const std::string mark = "\r\n--" + boundary;
  const std::string body = "\r\n" + request.body;
  FormFields fields;
  size_t at = body.find(mark);
  if (at == body.npos) fail_form();
  while (body.compare(at + mark.size(), 2, "--") != 0) {
    const size_t headers = body.find("\r\n", at + mark.size());
    const size_t content = body.find("\r\n\r\n", headers);
    const size_t next = body.find(mark, headers);
    if (content == body.npos || next == body.npos || next < content + 4) fail_form();
    check_room(fields);
    const std::string_view head(&body[headers], content - headers);
    fields.emplace(name_of_part(head.substr(std::min<size_t>(2, head.size()))),
                   body.substr(content + 4, next - content - 4));
    at = next;
  }
  return fields;
}

}  // namespace dragoman
