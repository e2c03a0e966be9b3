#pragma once

#include <nlohmann/json.hpp>

#include "serve/api_error.h"
#include "serve/api_keys.h"
#include "serve/api_request.h"
#include "serve/text_translation.h"

namespace dragoman {

/// POST /translate in LibreTranslate's API, with JSON or a form. Thread-safe.
class LibreTranslateRoute {
 public:
  /// All arguments must outlive this object.
  LibreTranslateRoute(const ServiceSettings& settings, const ModelRegistry& registry,
                      TextTranslator& translator, const ApiKeys& keys)
      : settings_(settings), registry_(registry), translator_(translator), keys_(keys) {}

  /// Checks the API key itself, since it may be a field of the body.
  void operator()(const HttpRequest& request, HttpResponse& response) const;

 private:
  const ServiceSettings& settings_;
  const ModelRegistry& registry_;
  TextTranslator& translator_;
  const ApiKeys& keys_;
};

/// POST /detect. Detects nothing: returns every source language of the models, with confidence 0.
/// Thread-safe.
class DetectRoute {
 public:
  /// All arguments must outlive this object.
  DetectRoute(const ServiceSettings& settings, const ModelRegistry& registry, const ApiKeys& keys);

  /// Checks the API key itself, since it may be a field of the body.
  void operator()(const HttpRequest& request, HttpResponse& response) const;

 private:
  const ServiceSettings& settings_;
  const ModelRegistry& registry_;
  const ApiKeys& keys_;
};

/// GET /languages: the source languages of the models whose languages are labelled.
void answer_languages(const ModelRegistry& registry, HttpResponse& response);

/// {"error": "message"}
nlohmann::ordered_json libretranslate_error(const ApiError& error);

}  // namespace dragoman
