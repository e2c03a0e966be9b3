#include "app/phrase_lines.h"

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "io/tab_fields.h"
#include "tokenizer/unicode_text.h"

namespace dragoman {
namespace {

std::vector<std::string> read_json(const std::string& line, const std::string& place) {
  try {
    const auto json = nlohmann::json::parse(line);
    return (json.is_object() ? json.at("constraints") : json).get<std::vector<std::string>>();
  } catch (const nlohmann::json::exception&) {
    throw std::runtime_error(
        place +
        ": not JSON of the form [\"a phrase\"] or {\"constraints\": [\"a phrase\"]}: " + line);
  }
}

}  // namespace

bool PhraseLines::next(std::vector<std::string>& phrases) {
  phrases.clear();
  std::string line;
  if (!file_.next_valid(line)) return false;
  if (is_blank(line)) return true;
  if (form_ == Form::kUnknown) {
    const char first = line[line.find_first_not_of(" \t")];
    form_ = first == '[' || first == '{' ? Form::kJson : Form::kTabs;
  }
  phrases = form_ == Form::kJson ? read_json(line, file_.place()) : split_at_tabs(line);
  std::erase_if(phrases, [](const std::string& phrase) { return is_blank(phrase); });
  return true;
}

}  // namespace dragoman
