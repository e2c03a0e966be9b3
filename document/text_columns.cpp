#include "document/text_columns.h"

#include <unicode/brkiter.h>
#include <unicode/uchar.h>
#include <unicode/utext.h>

#include <algorithm>
#include <memory>
#include <numeric>

#include "io/utf8.h"
#include "markup/characters.h"

namespace dragoman {
namespace {

size_t columns_of(UChar32 character) {
  if (character < 0x300) return 1;
  const int8_t type = u_charType(character);
  if (type == U_NON_SPACING_MARK || type == U_ENCLOSING_MARK || type == U_FORMAT_CHAR) return 0;
  return is_wide(character) ? 2 : 1;
}

bool may_begin_line(UChar32 character) {
  const int8_t type = u_charType(character);
  return type != U_END_PUNCTUATION && type != U_FINAL_PUNCTUATION && type != U_OTHER_PUNCTUATION;
}

bool may_end_line(UChar32 character) {
  const int8_t type = u_charType(character);
  return type != U_START_PUNCTUATION && type != U_INITIAL_PUNCTUATION;
}

bool has_words_of_dictionary(std::string_view text) {
  for (size_t at = 0; at < text.size();) {
    if (needs_dictionary(next_character(text, at))) return true;
  }
  return false;
}

/// Returns the bytes at which words of Thai and similar scripts begin behind others, ascending.
std::vector<size_t> dictionary_breaks(std::string_view text) {
  std::vector<size_t> breaks;
  if (!has_words_of_dictionary(text)) return breaks;
  UErrorCode status = U_ZERO_ERROR;
  const std::unique_ptr<icu::BreakIterator> lines(
      icu::BreakIterator::createLineInstance(icu::Locale::getRoot(), status));
  const icu::LocalUTextPointer opened(
      utext_openUTF8(nullptr, text.data(), static_cast<int64_t>(text.size()), &status));
  if (U_FAILURE(status)) return breaks;
  lines->setText(opened.getAlias(), status);
  if (U_FAILURE(status)) return breaks;
  for (int32_t end = lines->first(); end != icu::BreakIterator::DONE; end = lines->next()) {
    const auto at = static_cast<size_t>(end);
    if (needs_dictionary(last_character(text.substr(0, at))) &&
        needs_dictionary(first_character(text.substr(at))))
      breaks.push_back(at);
  }
  return breaks;
}

/// A break after punctuation is preferred to one that is nearer by up to this many columns.
constexpr size_t kGainAtPunctuation = 4;

bool follows_punctuation(std::string_view text, const BreakPlace& place) {
  constexpr std::string_view kMarks = ",.;:!?";
  return place.end > 0 && kMarks.find(text[place.end - 1]) != std::string_view::npos;
}

}  // namespace

size_t num_columns(std::string_view text) {
  size_t columns = 0;
  for (size_t at = 0; at < text.size();) columns += columns_of(next_character(text, at));
  return columns;
}

size_t num_columns(std::string_view text, const std::vector<ByteSpan>& tags) {
  size_t columns = num_columns(text);
  for (const ByteSpan& tag : tags) columns -= num_columns(tag.of(text));
  return columns;
}

std::vector<BreakPlace> break_places(std::string_view text, const std::vector<ByteSpan>& unbroken,
                                     bool unbroken_have_columns) {
  const std::vector<size_t> in_dictionary = dictionary_breaks(text);
  std::vector<BreakPlace> places;
  auto span = unbroken.begin();
  size_t columns = 0;
  UChar32 before = 0;
  for (size_t at = 0; at < text.size();) {
    while (span != unbroken.end() && span->end <= at) ++span;
    if (span != unbroken.end() && span->begin <= at) {
      if (unbroken_have_columns) columns += num_columns(text.substr(at, span->end - at));
      at = span->end;
      before = 0;
      continue;
    }
    const size_t begin = at;
    const UChar32 character = next_character(text, at);
    if (character == ' ') {
      at = std::min(text.find_first_not_of(' ', at), text.size());
      if (begin > 0 && at < text.size()) places.push_back({begin, at, columns});
      columns += at - begin;
    } else {
      const bool is_between_wide = is_wide(before) && is_wide(character) && may_end_line(before) &&
                                   may_begin_line(character);
      const bool is_between_words =
          before != 0 && std::binary_search(in_dictionary.begin(), in_dictionary.end(), begin);
      if (is_between_wide || is_between_words) places.push_back({begin, begin, columns});
      columns += columns_of(character);
    }
    before = character;
  }
  return places;
}

std::vector<std::string> wrap_text(std::string_view text, size_t columns,
                                   const std::vector<ByteSpan>& unbroken) {
  std::vector<std::string> lines;
  const auto places = break_places(text, unbroken, true);
  size_t begin = 0;
  for (size_t i = 0; i < places.size(); ++i) {
    if (places[i].begin <= begin) continue;
    const size_t next_end = i + 1 < places.size() ? places[i + 1].end : text.size();
    if (num_columns(text.substr(begin, next_end - begin)) <= columns) continue;
    lines.emplace_back(text.substr(begin, places[i].end - begin));
    begin = places[i].begin;
  }
  lines.emplace_back(text.substr(begin));
  return lines;
}

std::vector<std::string> share_out(std::string_view text, const std::vector<size_t>& weights,
                                   const std::vector<ByteSpan>& tags) {
  const auto places = break_places(text, tags, false);
  const size_t columns = num_columns(text, tags);
  const size_t sum =
      std::max<size_t>(std::accumulate(weights.begin(), weights.end(), size_t{0}), 1);
  std::vector<std::string> parts;
  size_t begin = 0, next = 0, weight = 0;
  for (size_t i = 0; i + 1 < weights.size(); ++i) {
    weight += weights[i];
    const size_t ideal = columns * weight / sum;
    const size_t later_cuts = weights.size() - 2 - i;  // each needs a place
    const size_t end = std::max(places.size() - std::min(later_cuts, places.size()),
                                std::min(next + 1, places.size()));
    size_t best = places.size(), least = 0;
    for (size_t place = next; place < end; ++place) {
      const size_t at = places[place].columns;
      const size_t gain = follows_punctuation(text, places[place]) ? 0 : kGainAtPunctuation;
      const size_t cost = (at > ideal ? at - ideal : ideal - at) + gain;
      if (best == places.size() || cost < least) best = place, least = cost;
      if (at > ideal + kGainAtPunctuation && place > best) break;
    }
    if (best == places.size()) break;
    parts.emplace_back(text.substr(begin, places[best].end - begin));
    begin = places[best].begin;
    next = best + 1;
  }
  parts.emplace_back(text.substr(begin));
  parts.resize(std::max<size_t>(weights.size(), 1));
  return parts;
}

}  // namespace dragoman
