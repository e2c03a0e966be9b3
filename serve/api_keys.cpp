#include "serve/api_keys.h"

#include <strings.h>

#include <algorithm>
#include <stdexcept>

#include "io/text_edits.h"
#include "io/text_file.h"
#include "serve/api_error.h"

namespace dragoman {
namespace {

constexpr std::string_view kBearer = "Bearer ";

/// The scheme of Authorization ignores case (RFC 9110, 11.1).
bool is_bearer(const std::string& header) {
  return header.size() > kBearer.size() &&
         ::strncasecmp(header.data(), kBearer.data(), kBearer.size()) == 0;
}

/// Other characters cannot be sent in a header by all clients; browsers refuse some.
bool is_printable_ascii(std::string_view key) {
  return std::all_of(key.begin(), key.end(), [](char c) { return c >= ' ' && c <= '~'; });
}

/// Compares in a time that does not tell how much of the guess is right.
bool is_same(std::string_view guess, std::string_view key) {
  size_t difference = guess.size() ^ key.size();
  for (size_t i = 0; i < guess.size(); ++i)
    difference |=
        static_cast<unsigned char>(guess[i]) ^ static_cast<unsigned char>(key[i % key.size()]);
  // Keeps the compiler from ending the loop early.
  volatile size_t result = difference;
  return result == 0;
}

}  // namespace

ApiKeys::ApiKeys(const std::string& path) {
  if (path.empty()) return;
  LineReader reader(path);
  for (std::string line; reader.next(line);) {
    std::string key(trimmed(line, " \t"));
    if (!is_printable_ascii(key))
      throw std::invalid_argument(
          reader.place() + ": a key may have printable ASCII characters only: choose another");
    if (!key.empty()) keys_.push_back(std::move(key));
  }
  if (keys_.empty())
    throw std::invalid_argument(path + " holds no API key: write one a line, or leave it out");
}

bool ApiKeys::has(std::string_view key) const {
  bool found = false;
  for (const std::string& known : keys_) found = is_same(key, known) || found;
  return found;
}

void ApiKeys::check(const HttpRequest& request, std::string_view other) const {
  if (keys_.empty()) return;
  const std::string header = request.headers.get("Authorization");
  const size_t begin = header.find_first_not_of(' ', kBearer.size());
  if (is_bearer(header) && begin != header.npos && has(std::string_view(header).substr(begin)))
    return;
  if (!other.empty() && has(other)) return;
  throw ApiError(401, "unauthorized",
                 "this service asks for a key: send it as Authorization: Bearer KEY");
}

}  // namespace dragoman
