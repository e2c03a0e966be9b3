#include "serve/multipart_limits.h"

#include <strings.h>

#include <algorithm>

#include "serve/bad_request.h"

namespace dragoman {
namespace {

constexpr std::string_view kForm = "multipart/form-data";  // as httplib compares it
constexpr std::string_view kPartHeader = "content-disposition:";
constexpr size_t kMaxContentType = 200;
constexpr size_t kMaxPartHeader = 256;
constexpr size_t kMaxParts = 64;

bool is_part_header(std::string_view line) {
  return line.size() >= kPartHeader.size() &&
         ::strncasecmp(line.data(), kPartHeader.data(), kPartHeader.size()) == 0;
}

}  // namespace

void check_multipart(std::string_view content_type, std::string_view body) {
  if (content_type.substr(0, kForm.size()) != kForm) return;
  if (content_type.size() > kMaxContentType)
    fail_bad_request("the boundary of the form's parts is too long");
  size_t num_parts = 0;
  while (!body.empty()) {
    const size_t end = std::min(body.find("\r\n"), body.size());
    if (is_part_header(body.substr(0, end))) {
      if (end > kMaxPartHeader) fail_bad_request("the header of a part of the form is too long");
      if (++num_parts > kMaxParts) fail_bad_request("the form has too many parts");
    }
    body.remove_prefix(std::min(end + 2, body.size()));
  }
}

}  // namespace dragoman
