#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "serve/request_context.h"

namespace dragoman {

/// The order of headers' names, for which capitals do not matter.
struct HeaderOrder {
  using is_transparent = void;
  bool operator()(std::string_view left, std::string_view right) const;
};

class HttpHeaders : public std::multimap<std::string, std::string, HeaderOrder> {
 public:
  /// The first value; "" if there is none.
  std::string get(std::string_view name) const;
};

/// A request that was read whole.
struct HttpRequest {
  std::string method;
  std::string path;   // decoded, without the query
  std::string query;  // as it was sent
  HttpHeaders headers;
  std::string body;
  std::string client;    // its address; "unix" for that of a Unix socket
  bool has_1_0 = false;  // HTTP/1.0
  bool is_last = false;  // the connection is to be closed after the response
  std::shared_ptr<RequestContext> context = std::make_shared<RequestContext>();
};

struct HttpResponse {
  int status = 200;
  HttpHeaders headers;
  std::string body;
  /// For a response that takes a while: goes on with it, and says whether it is complete. Is
  /// called, by one thread at a time, at once, whenever RequestContext::wake was, and some times a
  /// second; must neither wait nor throw. Completes the response if RequestContext::is_given_up.
  std::function<bool(HttpResponse&)> go_on = {};
  /// What `go_on` puts into the body is sent at once, in chunks, and taken out.
  bool is_stream = false;

  /// In place of other values.
  void set_header(const std::string& name, const std::string& value);
  void set_content(std::string content, const std::string& type);
};

/// Text in which %XX is a byte and, if `plus_is_space`, + a space.
std::string decode_percents(std::string_view text, bool plus_is_space);

}  // namespace dragoman
