#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace dragoman {

/// The head of an HTTP request, checked, and what it says of the body and the connection.
struct HttpRequestHead {
  std::string text;  // the request line and the headers that are httplib's to read
  std::string content_type;
  uint64_t content_length = 0;  // the greatest number for one that is too long to hold
  bool is_chunked = false;
  bool expects_continue = false;
  bool is_last = false;  // the connection is to be closed after the response
  bool is_http_1_0 = false;
};

/// Reads the lines of a head, without their ends. Throws ApiError: 400 for whatever is malformed or
/// can be understood in two ways, 415 for a compressed body, 417, 431 for too many headers.
HttpRequestHead parse_request_head(const std::vector<std::string>& lines);

/// True for the characters that methods and names of headers consist of.
bool is_token_character(char character);

}  // namespace dragoman
