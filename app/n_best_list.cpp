#include "app/n_best_list.h"

#include <spdlog/fmt/fmt.h>

#include <cstdint>
#include <stdexcept>

#include "io/parse_number.h"
#include "io/text_edits.h"

namespace dragoman {
namespace {

/// Returns the text before the next separator, and removes both from `text`.
std::string take_field(std::string_view& text) {
  const size_t end = text.find(kMosesSeparator);
  const std::string field(text.substr(0, end));
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + kMosesSeparator.size());
  return field;
}

constexpr std::string_view kBars = "|||", kEscapedBars = "&#124;&#124;&#124;";

}  // namespace

std::string with_bars_escaped(std::string text) {
  replace_all(text, kBars, kEscapedBars);
  return text;
}

std::string with_bars(std::string text) {
  replace_all(text, kEscapedBars, kBars);
  return text;
}

bool NBestReader::next(NBestEntry& entry) {
  do {
    if (!read(entry)) return false;
  } while (entry.line < lines_.begin);
  return entry.line < lines_.end;
}

bool NBestReader::read(NBestEntry& entry) {
  std::string line;
  if (!file_.next_valid(line)) return false;
  std::string_view left = line;
  const std::string number = take_field(left);
  const auto line_number = parse_number<size_t>(number);
  if (!line_number || *line_number == SIZE_MAX || line.size() == number.size() ||
      *line_number < last_line_) {
    throw std::runtime_error(file_.place() +
                             ": no entry of an n-best list, `line ||| text ||| features ||| "
                             "score`, with lines counted from 0 in ascending order");
  }
  entry.line = *line_number;
  last_line_ = entry.line;
  entry.text = take_field(left);
  entry.features = take_field(left);
  entry.rest = left.empty() ? "" : std::string(kMosesSeparator) + std::string(left);
  return true;
}

bool has_feature(const NBestEntry& entry, const std::string& name) {
  return (" " + entry.features + " ").find(" " + name + "= ") != std::string::npos;
}

std::string with_feature(const NBestEntry& entry, const std::string& name, double value) {
  const std::string features = entry.features.empty() ? "" : entry.features + " ";
  return fmt::format("{} ||| {} ||| {}{}= {:.6f}{}", entry.line, entry.text, features, name, value,
                     entry.rest);
}

}  // namespace dragoman
