#include "app/translation_writer.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/n_best_list.h"
#include "data/alignment_link.h"
#include "io/utf8.h"
#include "translate/translation_json.h"

namespace dragoman {

using nlohmann::ordered_json;

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
  ++line_;
}

std::string TranslationWriter::as_text(const std::vector<Translation>& translations) const {
  if (translations.empty()) return "";
  const Translation& best = translations.front();
  std::string line = format_.scores ? fmt::format("{:.6f}", best.log_probability) : best.text;
  if (format_.alignment) line.append(kMosesSeparator).append(to_pharaoh(best.word_alignment));
  return line;
}

std::string TranslationWriter::as_moses(const Translation& translation) const {
  std::string line = fmt::format("{} ||| {} ||| log_probability= {:.6f} ||| {:.6f}", line_,
                                 with_bars_escaped(translation.text), translation.log_probability,
                                 translation.score);
  if (format_.alignment)
    line.append(kMosesSeparator).append(to_pharaoh(translation.word_alignment));
  return line;
}

std::string TranslationWriter::as_json(const std::vector<Translation>& translations) const {
  ordered_json object;
  object["line"] = line_;
  ordered_json& list = object["translations"] = ordered_json::array();
  for (const Translation& translation : translations) {
    list.push_back(translation_json(translation, format_.alignment));
  }
  return without_line_breaks(json_text(object));
}

}  // namespace dragoman
