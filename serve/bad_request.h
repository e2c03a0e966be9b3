#pragma once

#include <stdexcept>
#include <string>

#include "io/text_edits.h"
#include "serve/api_error.h"

namespace dragoman {

[[noreturn]] inline void fail_bad_request(const std::string& message) {
  throw ApiError(400, "bad_request", message);
}

/// Rewrites an error message about settings in the API's terms: section `search` is called
/// `options` there.
inline std::string in_words_of_the_api(std::string message) {
  replace_all(message, "search.", "options.");
  return message;
}

/// Returns the result of `work`. Converts its std::invalid_argument to ApiError (400, bad_request).
template <class Work>
auto as_bad_request(const Work& work) {
  try {
    return work();
  } catch (const std::invalid_argument& error) {
    throw ApiError(400, "bad_request", in_words_of_the_api(error.what()));
  }
}

}  // namespace dragoman
