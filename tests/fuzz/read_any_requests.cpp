#include "read_any_requests.h"

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "serve/api_error.h"
#include "serve/http/request_parser.h"

namespace dragoman {
namespace {

/// Sizes of pieces: a generator of its own, so that a failure can be repeated.
class Pieces {
 public:
  explicit Pieces(uint8_t seed) : state_(seed) {}
  size_t next() {
    state_ = state_ * 1664525 + 1013904223;
    return 1 + (state_ >> 24) % (state_ >> 31 == 0 ? 3 : 40);
  }

 private:
  uint32_t state_;
};

std::string text_of(const HttpRequest& request) {
  std::string text = request.method + " " + request.path + "?" + request.query + "\n";
  for (const auto& [name, value] : request.headers) text += name + ":" + value + "\n";
  return text + (request.is_last ? "last\n" : "\n") + request.body;
}

/// All requests of the bytes; the last one is "refused" if something is malformed.
std::vector<std::string> read_requests(const std::string& bytes, Pieces* pieces) {
  const HttpLimits limits;
  std::vector<std::string> requests;
  std::string buffer;
  size_t at = 0;
  try {
    while (true) {
      RequestParser parser(limits);
      while (!parser.read(buffer)) {
        if (at == bytes.size()) return requests;
        const size_t size = pieces == nullptr ? bytes.size() : pieces->next();
        buffer += bytes.substr(at, size);
        at = std::min(at + size, bytes.size());
      }
      requests.push_back(text_of(parser.take()));
    }
  } catch (const ApiError&) {
    requests.push_back("refused");
    return requests;
  }
}

}  // namespace

void read_any_requests(const uint8_t* data, size_t size) {
  if (size == 0 || size > 4000) return;
  const std::string bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  Pieces pieces(data[0]);
  if (read_requests(bytes, nullptr) == read_requests(bytes, &pieces)) return;
  std::fputs("the same bytes were read as other requests\n", stderr);
  std::abort();
}

}  // namespace dragoman
