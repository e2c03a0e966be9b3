#pragma once

#include <nlohmann/json.hpp>

#include "serve/api_error.h"
#include "serve/api_keys.h"
#include "serve/api_request.h"
#include "serve/text_translation.h"

namespace dragoman {

/// POST /translate as LibreTranslate's clients send it: JSON or a form. May be called from several
/// threads at once.
class LibreTranslateRoute {
 public:
  /// All of it must outlive it.
  LibreTranslateRoute(const ServiceSettings& settings, const ModelRegistry& registry,
                      TextTranslator& translator, const ApiKeys& keys)
      : settings_(settings), registry_(registry), translator_(translator), keys_(keys) {}

  /// Looks at the key itself: it may be a field of the body.
  void operator()(const HttpRequest& request, HttpResponse& response) const;

 private:
  const ServiceSettings& settings_;
  const ModelRegistry& registry_;
  TextTranslator& translator_;
  const ApiKeys& keys_;
};

/// POST /detect. No language is detected: all that translators with labelled languages read are
/// given, with confidence 0. May be called from several threads at once.
class DetectRoute {
 public:
  /// All of it must outlive it.
  DetectRoute(const ServiceSettings& settings, const ModelRegistry& registry, const ApiKeys& keys);

  /// Looks at the key itself: it may be a field of the body.
  void operator()(const HttpRequest& request, HttpResponse& response) const;

 private:
  const ServiceSettings& settings_;
  const ModelRegistry& registry_;
  const ApiKeys& keys_;
};

/// GET /languages: those that translators with labelled languages translate from.
void answer_languages(const ModelRegistry& registry, HttpResponse& response);

/// {"error": "message"}
nlohmann::ordered_json libretranslate_error(const ApiError& error);

}  // namespace dragoman
