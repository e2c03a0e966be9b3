#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "search/search_settings.h"
#include "translate/terminology.h"
#include "translate/translation.h"

namespace dragoman {

enum class SplitText { kSentences, kNone };
constexpr auto enum_names(SplitText) {
  return std::array{std::pair{SplitText::kSentences, "sentences"},
                    std::pair{SplitText::kNone, "none"}};
}

/// The body of POST /v1/translate.
struct TranslateCall {
  std::string model;  // "": the first model
  std::vector<std::string> texts;
  std::vector<std::string> prefixes;  // beginnings of the translations: empty, or one for each text
  std::vector<std::string> phrases;   // that each translation must contain
  std::shared_ptr<const Terminology> glossary;  // replaces the model's terminology; or null
  nlohmann::ordered_json options = nlohmann::ordered_json::object();  // search settings
  std::vector<std::vector<ByteSpan>> protected_spans;  // empty, or one list for each text
  SplitText split = SplitText::kSentences;
  bool steps = false;   // return the steps of beam search
  bool stream = false;  // respond with events
};

/// Parses a body; unknown keys are errors. Throws ApiError: like parse_json_body(); 400 bad_request
/// naming the key; 413 text_too_long for more than `max_text` characters of texts, of prefixes, or
/// of phrases, which count once for each text.
TranslateCall parse_translate_call(std::string_view body, int64_t max_text);

/// Returns the model's settings `held`, with the changes in `options`. Throws ApiError (400,
/// bad_request) for invalid settings, for more than `max_beam` hypotheses or samples, and for long
/// lists of texts.
SearchSettings read_search_options(const nlohmann::ordered_json& options,
                                   const SearchSettings& held, int64_t max_beam);

}  // namespace dragoman
