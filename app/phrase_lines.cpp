#include "app/phrase_lines.h"

#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>

#include "io/escaped_text.h"
#include "io/tab_fields.h"
#include "tokenizer/unicode_text.h"

namespace dragoman {
namespace {

constexpr const char* kOneForm = "; write all lines of the file in one form";

/// True if the line, which is not blank, begins as JSON does.
bool begins_json(const std::string& line) {
  const char first = line[line.find_first_not_of(" \t")];
  return first == '[' || first == '{';
}

/// Returns nullopt for a line that is no JSON of the form.
std::optional<std::vector<std::string>> parse_json(const std::string& line) {
  try {
    const auto json = nlohmann::json::parse(line);
    return (json.is_object() ? json.at("constraints") : json).get<std::vector<std::string>>();
  } catch (const nlohmann::json::exception&) {
    return {};
  }
}

std::vector<std::string> read_json(const std::string& line, const std::string& place) {
  if (auto phrases = parse_json(line)) return *phrases;
  throw std::runtime_error(
      place + ": not JSON of the form [\"a phrase\"] or {\"constraints\": [\"a phrase\"]}: " +
      in_backquotes(line) +
      (begins_json(line) ? "" : std::string(", but the file begins with JSON") + kOneForm));
}

std::vector<std::string> read_tabs(const std::string& line, const std::string& place) {
  if (begins_json(line) && parse_json(line)) {
    throw std::runtime_error(place +
                             ": JSON, but the file begins with phrases separated by tabs: " +
                             in_backquotes(line) + kOneForm);
  }
  return split_at_tabs(line);
}

}  // namespace

bool PhraseLines::next(std::vector<std::string>& phrases) {
  phrases.clear();
  std::string line;
  if (!file_.next_valid(line)) return false;
  if (is_blank(line)) return true;
  if (form_ == Form::kUnknown) form_ = begins_json(line) ? Form::kJson : Form::kTabs;
  phrases = form_ == Form::kJson ? read_json(line, file_.place()) : read_tabs(line, file_.place());
  std::erase_if(phrases, [](const std::string& phrase) { return is_blank(phrase); });
  return true;
}

}  // namespace dragoman
