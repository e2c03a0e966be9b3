#pragma once

#include "serve/api_request.h"
#include "serve/batcher.h"
#include "serve/text_translation.h"

namespace dragoman {

/// POST /v1/translate. Thread-safe.
class TranslateRoute {
 public:
  /// All arguments must outlive this object.
  TranslateRoute(const ServiceSettings& settings, TextTranslator& translator, Batcher& batcher)
      : settings_(settings), translator_(translator), batcher_(batcher) {}

  void operator()(const HttpRequest& request, HttpResponse& response) const;

 private:
  void stream(const std::shared_ptr<const TranslateCall>& call, Clock::time_point begin,
              const std::shared_ptr<RequestContext>& context, HttpResponse& response) const;

  const ServiceSettings& settings_;
  TextTranslator& translator_;
  Batcher& batcher_;
};

/// Writes the outcome of a translation into the request's `record`; the texts only if `has_texts`.
void record_translation(const std::vector<std::string>& texts,
                        const std::vector<TranslatedText>& translated, bool has_texts,
                        RequestRecord& record);

}  // namespace dragoman
