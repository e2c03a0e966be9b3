#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "serve/http/http_limits.h"
#include "serve/http_message.h"

namespace dragoman {

/// Makes a request of the bytes of a connection, however they are cut. Boost.Beast reads them; here
/// is refused what it lets through and two programs on a request's way may understand differently.
/// Throws ApiError, after which the connection cannot be read any further: 400, 405, 413, 414, 415,
/// 417, 431.
class RequestParser {
 public:
  explicit RequestParser(const HttpLimits& limits);
  ~RequestParser();

  /// Takes what it can off the beginning of `bytes`; true once the request is whole.
  bool read(std::string& bytes);
  /// True, once, if the client waits to be asked for the body (Expect: 100-continue).
  bool must_invite_body();
  /// The request that is whole.
  HttpRequest take();

 private:
  struct Parts;

  bool read_head(std::string& bytes);
  void read_body(std::string& bytes);

  const HttpLimits& limits_;
  std::unique_ptr<Parts> parts_;
};

}  // namespace dragoman
