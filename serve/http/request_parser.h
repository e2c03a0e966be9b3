#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "serve/http/http_limits.h"
#include "serve/http_message.h"

namespace dragoman {

/// Parses requests from the bytes of a connection, in pieces of any size. Uses Boost.Beast, and
/// also refuses requests that Beast accepts but that another program, such as a proxy, may
/// understand differently. After a thrown ApiError (400, 405, 413, 414, 415, 417, 431) the
/// connection cannot be read any further.
class RequestParser {
 public:
  explicit RequestParser(const HttpLimits& limits);
  ~RequestParser();

  /// Parses and removes bytes from the beginning of `bytes`; true once the request is complete.
  bool read(std::string& bytes);
  /// True, once, if the client waits for permission to send the body (Expect: 100-continue).
  bool must_invite_body();
  /// Returns the complete request; after a thrown ApiError what was read of its head.
  HttpRequest take();

 private:
  struct Parts;

  bool read_head(std::string& bytes);
  void read_body(std::string& bytes);

  const HttpLimits& limits_;
  std::unique_ptr<Parts> parts_;
};

}  // namespace dragoman
