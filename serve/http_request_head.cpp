#include "serve/http_request_head.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <set>
#include <string_view>

#include "serve/api_error.h"
#include "serve/bad_request.h"

namespace dragoman {
namespace {

/// Those that httplib understands: it takes a request of another one for broken.
constexpr std::string_view kMethods[] = {"GET",     "HEAD",    "POST",  "PUT",  "DELETE",
                                         "CONNECT", "OPTIONS", "TRACE", "PATCH"};
constexpr size_t kMaxHeaders = 100;
constexpr size_t kMaxHeader = 8190;  // characters; httplib drops all after a longer one

bool is_letter_or_digit(char c) {
  return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

bool is_token(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), is_token_character);
}

bool is_control(unsigned char c) { return c < 0x20 || c == 0x7f; }

bool is_header_character(char c) { return c == '\t' || !is_control(c); }

std::string_view trimmed(std::string_view text) {
  const size_t begin = text.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return result;
}

// httplib decodes percent signs in headers, as if they were part of a URL.
std::string with_escaped_percent_signs(std::string_view text) {
  std::string result;
  for (const char c : text) {
    result += c;
    if (c == '%') result += "25";
  }
  return result;
}

uint64_t parse_length(std::string_view text) {
  const bool is_number = !text.empty() && text.find_first_not_of("0123456789") == text.npos;
  if (!is_number) fail_bad_request("Content-Length must be a number");
  uint64_t length = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), length);
  return result.ec == std::errc() ? length : std::numeric_limits<uint64_t>::max();
}

bool has_close(std::string_view options) {
  while (!options.empty()) {
    const size_t end = std::min(options.find(','), options.size());
    if (lower(trimmed(options.substr(0, end))) == "close") return true;
    options.remove_prefix(std::min(end + 1, options.size()));
  }
  return false;
}

class HeadReader {
 public:
  void read_request_line(std::string_view line);
  void read_header(std::string_view line);
  HttpRequestHead finish();

 private:
  void check_once(const std::string& name);
  bool interpret(const std::string& name, std::string_view value);
  void read_transfer_encoding(std::string_view value);
  void read_expectation(std::string_view value);

  HttpRequestHead head_;
  std::set<std::string> seen_;
};

void HeadReader::read_request_line(std::string_view line) {
  const size_t first = line.find(' ');
  const size_t second = line.find(' ', std::min(first, line.size() - 1) + 1);
  if (second == line.npos || !is_token(line.substr(0, first)) || second == first + 1 ||
      std::any_of(line.begin(), line.end(), is_control)) {
    fail_bad_request("a request must begin with a line METHOD TARGET HTTP/1.1");
  }
  const std::string_view version = line.substr(second + 1);
  head_.is_http_1_0 = version == "HTTP/1.0";
  if (!head_.is_http_1_0 && version != "HTTP/1.1")
    fail_bad_request("the version must be HTTP/1.1 or HTTP/1.0");
  if (std::ranges::find(kMethods, line.substr(0, first)) == std::end(kMethods))
    throw ApiError(405, "method_not_allowed", "the method must be GET, HEAD or POST");
  head_.text = std::string(line) + "\r\n";
}

void HeadReader::read_header(std::string_view line) {
  const size_t colon = line.find(':');
  if (colon == line.npos || !is_token(line.substr(0, colon))) {
    fail_bad_request("a header must be a name, a colon and a value, in one line");
  }
  const std::string_view value = trimmed(line.substr(colon + 1));
  if (!std::all_of(value.begin(), value.end(), is_header_character)) {
    fail_bad_request("a header has a control character");
  }
  const std::string name = lower(line.substr(0, colon));
  check_once(name);
  if (interpret(name, value)) return;
  const std::string header = name + ": " + with_escaped_percent_signs(value);
  if (header.size() > kMaxHeader) throw ApiError(431, "head_too_large", "a header is too long");
  head_.text += header + "\r\n";
}

// Two of these would be a request that two programs on its way may understand differently.
void HeadReader::check_once(const std::string& name) {
  static const std::set<std::string> kOnce = {
      "content-length", "content-type", "expect", "host", "content-encoding", "transfer-encoding"};
  if (kOnce.count(name) > 0 && !seen_.insert(name).second)
    fail_bad_request(name + " was given twice");
}

// True if httplib is not to see the header. Ranges it would look for with a regular expression that
// recurses for each character, and cut out of responses that have no use for them; responses it
// would compress with brotli at its slowest; and it would decompress bodies of any size.
bool HeadReader::interpret(const std::string& name, std::string_view value) {
  if (name == "content-length") {
    head_.content_length = parse_length(value);
  } else if (name == "transfer-encoding") {
    read_transfer_encoding(value);
  } else if (name == "connection") {
    head_.is_last = head_.is_last || has_close(value);
  } else if (name == "expect") {
    read_expectation(value);
  } else if (name == "content-encoding") {
    if (lower(value) != "identity") {
      throw ApiError(415, "unsupported_media_type", "the body must not be compressed");
    }
  } else {
    if (name == "content-type") head_.content_type = value;
    return name == "range" || name == "accept-encoding";
  }
  return true;
}

void HeadReader::read_transfer_encoding(std::string_view value) {
  if (lower(value) != "chunked") fail_bad_request("Transfer-Encoding must be chunked");
  head_.is_chunked = true;
}

void HeadReader::read_expectation(std::string_view value) {
  if (lower(value) != "100-continue") {
    throw ApiError(417, "expectation_failed", "Expect must be 100-continue");
  }
  head_.expects_continue = true;
}

HttpRequestHead HeadReader::finish() {
  if (head_.is_chunked && seen_.count("content-length") > 0) {
    fail_bad_request("a request must not have both Content-Length and Transfer-Encoding");
  }
  if (head_.is_chunked && head_.is_http_1_0) fail_bad_request("HTTP/1.0 has no Transfer-Encoding");
  if (!head_.is_http_1_0 && seen_.count("host") == 0)
    fail_bad_request("the header Host is missing");
  head_.is_last = head_.is_last || head_.is_http_1_0;
  head_.expects_continue = head_.expects_continue && !head_.is_http_1_0;
  return std::move(head_);
}

}  // namespace

bool is_token_character(char character) {
  return is_letter_or_digit(character) ||
         std::string_view("!#$%&'*+-.^_`|~").find(character) != std::string_view::npos;
}

HttpRequestHead parse_request_head(const std::vector<std::string>& lines) {
  if (lines.empty()) fail_bad_request("a request must begin with a line METHOD TARGET HTTP/1.1");
  if (lines.size() > kMaxHeaders + 1) {
    throw ApiError(431, "head_too_large",
                   "a request may have " + std::to_string(kMaxHeaders) + " headers");
  }
  HeadReader reader;
  reader.read_request_line(lines.front());
  for (size_t i = 1; i < lines.size(); ++i) reader.read_header(lines[i]);
  return reader.finish();
}

}  // namespace dragoman
