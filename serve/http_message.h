#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "serve/request_context.h"

namespace dragoman {

/// Orders header names, ignoring case.
struct HeaderOrder {
  using is_transparent = void;
  bool operator()(std::string_view left, std::string_view right) const;
};

class HttpHeaders : public std::multimap<std::string, std::string, HeaderOrder> {
 public:
  /// Returns the first value; "" if there is none.
  std::string get(std::string_view name) const;
};

/// A complete request.
struct HttpRequest {
  std::string method;
  std::string path;   // decoded, without the query
  std::string query;  // not decoded
  HttpHeaders headers;
  std::string body;
  std::string client;    // IP address; "unix" for a Unix socket
  bool has_1_0 = false;  // HTTP/1.0
  bool is_last = false;  // the connection will be closed after the response
  std::shared_ptr<RequestContext> context = std::make_shared<RequestContext>();
};

struct HttpResponse {
  int status = 200;
  HttpHeaders headers;
  std::string body;
  /// For a response that takes a while: works on it, and returns true if it is complete. Called at
  /// once, after each RequestContext::wake, and several times a second, never by two threads at a
  /// time. Must neither block nor throw. Must complete the response if RequestContext::is_given_up.
  std::function<bool(HttpResponse&)> go_on = {};
  /// If true, the body that each `go_on` writes is sent at once, in chunks, and cleared. `go_on`
  /// may set it, with the head, before it returns false.
  bool is_stream = false;

  /// Replaces other values of the header.
  void set_header(const std::string& name, const std::string& value);
  void set_content(std::string content, const std::string& type);
};

/// Decodes %XX to a byte.
std::string decode_percents(std::string_view text);

}  // namespace dragoman
