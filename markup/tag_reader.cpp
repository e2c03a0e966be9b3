#include "markup/tag_reader.h"

#include <algorithm>

#include "io/ascii.h"

namespace dragoman {

bool has_only_tag_space(std::string_view text) {
  return std::all_of(text.begin(), text.end(), is_tag_space);
}

std::string TagReader::read_name() {
  const size_t begin = position_;
  while (!at_end() && !is_tag_space(text_[position_]) && text_[position_] != '/' &&
         text_[position_] != '>') {
    ++position_;
  }
  return name_from(begin);
}

/// Returns the name that ends here.
std::string TagReader::name_from(size_t begin) const {
  const std::string_view name = text_.substr(begin, position_ - begin);
  return lowercases_ ? to_ascii_lowercase(name) : std::string(name);
}

void TagReader::skip_space() {
  while (!at_end() && is_tag_space(text_[position_])) ++position_;
}

bool TagReader::next(TagAttribute& attribute) {
  for (skip_space(); !at_end() && text_[position_] == '/'; skip_space()) {
    ++position_;
    is_self_closing_ = !at_end() && text_[position_] == '>';
  }
  if (at_end()) return false;
  if (text_[position_] == '>') {
    ++position_;
    is_whole_ = true;
    return false;
  }
  const size_t begin = position_++;  // a = at this place belongs to the name
  constexpr std::string_view kEnds = " \t\n\r\f/>=";
  position_ = std::min(text_.find_first_of(kEnds, position_), text_.size());
  attribute.name = name_from(begin);
  read_value(attribute);
  return true;
}

/// Reads = and a value, if present.
void TagReader::read_value(TagAttribute& attribute) {
  skip_space();
  attribute.value.begin = attribute.value.end = position_;
  if (at_end() || text_[position_] != '=') return;
  ++position_;
  skip_space();
  const bool is_quoted = !at_end() && (text_[position_] == '"' || text_[position_] == '\'');
  attribute.quote = is_quoted ? text_[position_++] : '\0';
  attribute.value.begin = position_;
  const size_t end = is_quoted ? text_.find(attribute.quote, position_)
                               : text_.find_first_of(" \t\n\r\f>", position_);
  attribute.value.end = position_ = std::min(end, text_.size());
  if (is_quoted && !at_end()) ++position_;
}

bool TagReader::read_to_end() {
  for (TagAttribute attribute; next(attribute); attribute = {}) continue;
  return is_whole_;
}

}  // namespace dragoman
