#include "translate/translation_json.h"

#include <array>
#include <charconv>
#include <nlohmann/json.hpp>

namespace dragoman {
namespace {

using nlohmann::ordered_json;

ordered_json numbers(const std::vector<float>& values) {
  ordered_json list = ordered_json::array();
  for (const float value : values) list.push_back(with_few_digits(value));
  return list;
}

ordered_json pairs(const std::vector<AlignmentLink>& links) {
  ordered_json list = ordered_json::array();
  for (const AlignmentLink& link : links) {
    list.push_back(ordered_json::array({link.source, link.target}));
  }
  return list;
}

}  // namespace

double with_few_digits(float value) {
  std::array<char, 32> digits;
  const auto written = std::to_chars(digits.data(), digits.data() + digits.size(), value);
  double number = value;
  std::from_chars(digits.data(), written.ptr, number);
  return number;
}

ordered_json translation_json(const Translation& translation, bool with_alignment) {
  ordered_json object;
  object["text"] = translation.text;
  object["score"] = translation.score;
  object["log_probability"] = translation.log_probability;
  object["tokens"] = translation.tokens;
  object["token_log_probabilities"] = numbers(translation.token_log_probabilities);
  if (!with_alignment) return object;
  object["source_tokens"] = translation.source_tokens;
  ordered_json& rows = object["attention"] = ordered_json::array();
  for (const std::vector<float>& row : translation.attention) rows.push_back(numbers(row));
  object["token_alignment"] = pairs(translation.token_alignment);
  object["word_alignment"] = pairs(translation.word_alignment);
  return object;
}

std::string json_text(const ordered_json& json) {
  constexpr int kOneLine = -1;
  return json.dump(kOneLine, ' ', false, ordered_json::error_handler_t::replace);
}

}  // namespace dragoman
