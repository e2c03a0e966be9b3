#include "app/translation_writer.h"

#include <fmt/format.h>

#include <charconv>
#include <nlohmann/json.hpp>

#include "io/utf8.h"
#include "search/alignment.h"

namespace dragoman {
namespace {

using nlohmann::ordered_json;

constexpr std::string_view kSeparator = " ||| ";

std::string with_bars_escaped(std::string text) {
  constexpr std::string_view kBars = "|||", kEscaped = "&#124;&#124;&#124;";
  for (size_t at = text.find(kBars); at != std::string::npos; at = text.find(kBars, at)) {
    text.replace(at, kBars.size(), kEscaped);
    at += kEscaped.size();
  }
  return text;
}

/// The number that is written with as few digits as give `value` back.
double with_few_digits(float value) {
  std::array<char, 32> digits;
  const auto written = std::to_chars(digits.data(), digits.data() + digits.size(), value);
  double number = value;
  std::from_chars(digits.data(), written.ptr, number);
  return number;
}

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

ordered_json translation_object(const Translation& translation, bool with_alignment) {
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

}  // namespace

void TranslationWriter::write(const std::vector<Translation>& translations) {
  switch (format_.format) {
    case OutputFormat::kText:
      output_.write_line(as_text(translations));
      break;
    case OutputFormat::kMoses:
      for (const Translation& translation : translations) output_.write_line(as_moses(translation));
      break;
    case OutputFormat::kJson:
      output_.write_line(as_json(translations));
      break;
  }
  ++num_lines_;
}

std::string TranslationWriter::as_text(const std::vector<Translation>& translations) const {
  if (translations.empty()) return "";
  const Translation& best = translations.front();
  std::string line = format_.scores ? fmt::format("{:.6f}", best.log_probability) : best.text;
  if (format_.alignment) line.append(kSeparator).append(to_pharaoh(best.word_alignment));
  return line;
}

std::string TranslationWriter::as_moses(const Translation& translation) const {
  std::string line = fmt::format("{} ||| {} ||| log_probability= {:.6f} ||| {:.6f}", num_lines_,
                                 with_bars_escaped(translation.text), translation.log_probability,
                                 translation.score);
  if (format_.alignment) line.append(kSeparator).append(to_pharaoh(translation.word_alignment));
  return line;
}

std::string TranslationWriter::as_json(const std::vector<Translation>& translations) const {
  ordered_json object;
  object["line"] = num_lines_;
  ordered_json& list = object["translations"] = ordered_json::array();
  for (const Translation& translation : translations) {
    list.push_back(translation_object(translation, format_.alignment));
  }
  constexpr int kOneLine = -1;
  // What is no UTF-8 is replaced, in place of an error.
  return without_line_breaks(
      object.dump(kOneLine, ' ', false, ordered_json::error_handler_t::replace));
}

}  // namespace dragoman
