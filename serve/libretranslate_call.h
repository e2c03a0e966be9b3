#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "serve/api_request.h"

namespace dragoman {

/// The body of POST /translate.
struct LibreTranslateCall {
  std::vector<std::string> texts;
  bool is_list = false;  // the texts came as a list, so their translations go out as one
  std::string source;    // language, or "auto"
  std::string target;
  bool is_html = false;      // else plain text
  int64_t alternatives = 0;  // number of alternatives for each translation
  std::string api_key;
};

/// Reads a JSON or form body, with a form or without a body the fields of the query, too. Ignores
/// unknown keys, as LibreTranslate does. Throws ApiError: 400 for missing or invalid fields, 413
/// for more than `max_text` characters, 415 for another type of body.
LibreTranslateCall parse_libretranslate_call(const HttpRequest& request, int64_t max_text);

/// The body of POST /detect.
struct DetectCall {
  std::vector<std::string> texts;
  std::string api_key;
};

/// Reads a body, and throws, like parse_libretranslate_call().
DetectCall parse_detect_call(const HttpRequest& request, int64_t max_text);

}  // namespace dragoman
