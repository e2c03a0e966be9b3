#pragma once

#include <nlohmann/json.hpp>

#include "serve/api_request.h"
#include "serve/text_translation.h"

namespace dragoman {

/// POST /v1/translate. Thread-safe.
class TranslateRoute {
 public:
  /// All arguments must outlive this object.
  TranslateRoute(const ServiceSettings& settings, TextTranslator& translator)
      : settings_(settings), translator_(translator) {}

  void operator()(const HttpRequest& request, HttpResponse& response) const;

 private:
  void stream(const std::shared_ptr<const TranslateCall>& call, Clock::time_point begin,
              const std::shared_ptr<RequestContext>& context, HttpResponse& response) const;
  nlohmann::ordered_json finish(TextTranslation& work, const TranslateCall& call,
                                Clock::time_point begin, RequestRecord& record) const;

  const ServiceSettings& settings_;
  TextTranslator& translator_;
};

/// Writes the outcome of a translation into the request's `record`; the texts only if `has_texts`.
void record_translation(const std::vector<std::string>& texts,
                        const std::vector<TranslatedText>& translated, bool has_texts,
                        RequestRecord& record);

/// Returns the milliseconds since `begin`, rounded to a thousandth.
double milliseconds_since(Clock::time_point begin);

}  // namespace dragoman
