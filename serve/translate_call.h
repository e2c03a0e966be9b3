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

/// What POST /v1/translate asks for.
struct TranslateCall {
  std::string model;  // "": the first one
  std::vector<std::string> texts;
  std::vector<std::string> prefixes;  // of the texts' translations; none at all, or one each
  std::vector<std::string> phrases;   // that each translation contains
  std::shared_ptr<const Terminology> glossary;  // instead of the model's terminology; or none
  nlohmann::ordered_json options = nlohmann::ordered_json::object();  // settings of the search
  std::vector<std::vector<ByteSpan>>
      protected_spans;  // of each text; none at all, or one list each
  SplitText split = SplitText::kSentences;
  bool steps = false;   // tells what beam search considered
  bool stream = false;  // answers with events
};

/// Reads a body strictly. Throws ApiError: as parse_json_body; 400 bad_request naming the key; 413
/// text_too_long for more than `max_text` characters.
TranslateCall parse_translate_call(std::string_view body, int64_t max_text);

/// The settings that a model holds, with what `options` changes of them. Throws ApiError (400,
/// bad_request) for what they cannot be, and for more than `max_beam` hypotheses or samples.
SearchSettings read_search_options(const nlohmann::ordered_json& options,
                                   const SearchSettings& held, int64_t max_beam);

}  // namespace dragoman
