#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "serve/http_message.h"

namespace dragoman {

/// The API keys of the service. A request must carry one of them, if there are any.
class ApiKeys {
 public:
  /// `path`: a file with one key a line; "": requests need no key. Throws std::runtime_error if the
  /// file cannot be read, std::invalid_argument if it holds no key, or a key that is not printable
  /// ASCII.
  explicit ApiKeys(const std::string& path);

  /// Throws ApiError (401, unauthorized) unless the header Authorization, or `other`, holds a key.
  void check(const HttpRequest& request, std::string_view other = {}) const;

 private:
  bool has(std::string_view key) const;

  std::vector<std::string> keys_;
};

}  // namespace dragoman
