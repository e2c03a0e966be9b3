#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "serve/http_message.h"

namespace dragoman {

/// The keys that requests must carry, if there are any.
class ApiKeys {
 public:
  /// `path`: a file of keys, one a line; "": none is needed. Throws std::runtime_error if it cannot
  /// be read, std::invalid_argument if it holds none.
  explicit ApiKeys(const std::string& path);

  /// Throws ApiError (401, unauthorized) unless the header Authorization, or `other`, has a key.
  void check(const HttpRequest& request, std::string_view other = {}) const;

 private:
  bool has(std::string_view key) const;

  std::vector<std::string> keys_;
};

}  // namespace dragoman
