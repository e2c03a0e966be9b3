#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "serve/api_request.h"

namespace dragoman {

/// What POST /translate asks for.
struct LibreTranslateCall {
  std::vector<std::string> texts;
  bool is_list = false;  // the texts were a list, and their translations are to be one
  std::string source;    // language, or "auto"
  std::string target;
  bool is_html = false;      // else the texts are plain
  int64_t alternatives = 0;  // beside each translation
  std::string api_key;
};

/// Reads a body of JSON or a form. As LibreTranslate does, it passes over keys that it does not
/// know. Throws ApiError: 400 for what is missing or wrong, 413 for more than `max_text`
/// characters, 415 for another type of body.
LibreTranslateCall parse_libretranslate_call(const HttpRequest& request, int64_t max_text);

/// What POST /detect asks for.
struct DetectCall {
  std::vector<std::string> texts;
  std::string api_key;
};

/// Reads a body as parse_libretranslate_call does, and throws what it throws.
DetectCall parse_detect_call(const HttpRequest& request, int64_t max_text);

}  // namespace dragoman
