#include "translate/terminology.h"

#include <unicode/bytestream.h>
#include <unicode/edits.h>
#include <unicode/normalizer2.h>
#include <unicode/uchar.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <stdexcept>

#include "io/descriptor.h"
#include "io/escaped_text.h"
#include "io/tab_fields.h"
#include "io/text_file.h"
#include "io/utf8.h"
#include "threads/cancellation.h"
#include "translate/korean_particles.h"
#include "translate/text_units.h"

namespace dragoman {
namespace {

/// Longest allowed term, in bytes.
constexpr size_t kLongestTerm = 1000;

/// A text folded for comparison with terms.
struct FoldedText {
  std::string text;
  std::vector<size_t>
      origins;  // for each folded byte, and for the end: offset in the original text

  void append(std::string_view characters, size_t origin) {
    text += characters;
    origins.resize(text.size(), origin);
  }
};

/// Returns the text case-folded, in NFKC; `edits` maps its bytes to the original.
std::string normalized(std::string_view text, icu::Edits& edits) {
  UErrorCode status = U_ZERO_ERROR;
  const icu::Normalizer2* form = icu::Normalizer2::getNFKCCasefoldInstance(status);
  std::string result;
  icu::StringByteSink<std::string> sink(&result);
  if (U_SUCCESS(status)) {
    form->normalizeUTF8(0, icu::StringPiece(text.data(), static_cast<int32_t>(text.size())), sink,
                        &edits, status);
  }
  if (U_FAILURE(status))
    throw std::runtime_error(std::string("ICU cannot fold a text: ") + u_errorName(status));
  return result;
}

/// Returns folded(text), and where it comes from.
FoldedText folded_text(std::string_view text) {
  icu::Edits edits;
  const std::string unicode = normalized(text, edits);
  auto places = edits.getFineIterator();
  UErrorCode status = U_ZERO_ERROR;
  const auto origin_of = [&](size_t at) {
    return static_cast<size_t>(
        places.sourceIndexFromDestinationIndex(static_cast<int32_t>(at), status));
  };
  FoldedText folded;
  size_t end = 0;  // after the last character that is not white space
  for (size_t at = 0; at < unicode.size();) {
    size_t next = at;
    if (!u_isUWhiteSpace(next_character(unicode, next))) {
      if (end < at && end > 0) folded.append(" ", origin_of(end));
      folded.append(std::string_view(unicode).substr(at, next - at), origin_of(at));
      end = next;
    }
    at = next;
  }
  folded.origins.push_back(origin_of(end));
  return folded;
}

/// A part of a text; a term may end at its end.
struct TermPart {
  std::string text;
  bool begins_word;
};

/// Cuts a text at the boundaries of its words, and words before Korean particles.
std::vector<TermPart> parts_of(const std::string& text) {
  std::vector<TermPart> parts;
  for (const std::string& word : cut_text(text, TextUnit::kWord)) {
    size_t begin = 0;
    for (const size_t end : ends_of_stems(word)) {
      parts.push_back({word.substr(begin, end - begin), begin == 0});
      begin = end;
    }
  }
  return parts;
}

/// Returns the occurrences that overlap no longer one, in the order of the text.
std::vector<TermOccurrence> longest_ones(std::vector<TermOccurrence> all) {
  std::stable_sort(all.begin(), all.end(), [](const TermOccurrence& a, const TermOccurrence& b) {
    return a.bytes.end - a.bytes.begin > b.bytes.end - b.bytes.begin;
  });
  std::map<size_t, TermOccurrence> kept;  // by begin; without overlaps
  for (const TermOccurrence& occurrence : all) {
    const auto next = kept.lower_bound(occurrence.bytes.begin);
    const bool is_free =
        (next == kept.end() || !next->second.bytes.overlaps(occurrence.bytes)) &&
        (next == kept.begin() || !std::prev(next)->second.bytes.overlaps(occurrence.bytes));
    if (is_free) kept.emplace_hint(next, occurrence.bytes.begin, occurrence);
  }
  std::vector<TermOccurrence> ordered;
  for (const auto& [begin, occurrence] : kept) ordered.push_back(occurrence);
  return ordered;
}

}  // namespace

std::string folded(std::string_view text) { return folded_text(text).text; }

Terminology::Terminology(const std::string& path) {
  LineReader file(path);
  for (std::string line; file.next_valid(line);) {
    if (folded(line).empty()) continue;
    const std::vector<std::string> columns = split_at_tabs(line);
    if (columns.size() != 2) {
      throw std::runtime_error(file.place() +
                               ": not a term, one tab and its translation: " + in_backquotes(line));
    }
    const std::string error = add(columns[0], columns[1]);
    if (!error.empty()) throw std::runtime_error(file.place() + ": " + error);
  }
  if (translations_.empty()) {
    throw std::runtime_error(input_name(path) +
                             " has no terms; give a term, a tab and its translation on each line");
  }
}

Terminology::Terminology(const std::vector<std::pair<std::string, std::string>>& terms,
                         const std::string& name) {
  for (const auto& [term, translation] : terms) {
    const bool is_valid = is_valid_utf8(term) && is_valid_utf8(translation);
    const std::string error = is_valid ? add(term, translation) : "a term is no valid UTF-8";
    if (!error.empty()) throw std::invalid_argument(name + ": " + error);
  }
}

std::string Terminology::add(const std::string& term, const std::string& translation) {
  const std::string key = folded(term);
  if (key.empty() || folded(translation).empty())
    return "a term and its translation must not be empty";
  if (key.size() > kLongestTerm) {
    return "a term is longer than " + std::to_string(kLongestTerm) + " bytes";
  }
  if (translation.size() > kLongestTerm) {
    return "the translation of a term is longer than " + std::to_string(kLongestTerm) + " bytes";
  }
  const auto [known, is_new] = translations_.emplace(key, translation);
  if (!is_new && known->second != translation) {
    return in_backquotes(term) + " has the translation " + in_backquotes(known->second) +
           " already; leave one of them";
  }
  return "";
}

std::vector<std::string> Terminology::terms() const {
  std::vector<std::string> all;
  for (const auto& [term, translation] : translations_) all.push_back(term);
  return all;
}

std::vector<TermOccurrence> Terminology::occurrences_in(std::string_view text,
                                                        const std::vector<ByteSpan>& kept) const {
  const FoldedText whole = folded_text(text);
  const std::vector<TermPart> parts = parts_of(whole.text);
  std::vector<TermOccurrence> occurrences;
  size_t begin = 0;
  for (size_t first = 0; first < parts.size(); begin += parts[first++].text.size()) {
    Cancellation::check();  // many terms may begin with the same words
    if (!parts[first].begins_word) continue;
    std::string found;
    for (size_t last = first; last < parts.size(); ++last) {
      found += parts[last].text;
      const auto term = translations_.lower_bound(found);
      if (term == translations_.end() || !term->first.starts_with(found)) break;
      if (term->first.size() != found.size()) continue;
      const size_t end = begin + found.size();
      if (!overlaps_any({whole.origins.at(begin), whole.origins.at(end)}, kept))
        occurrences.push_back({{begin, end}, &term->second});
    }
  }
  occurrences = longest_ones(std::move(occurrences));
  for (auto& [bytes, translation] : occurrences)
    bytes = {whole.origins.at(bytes.begin), whole.origins.at(bytes.end)};
  return occurrences;
}

std::vector<std::string> Terminology::phrases_for(std::string_view text,
                                                  const std::vector<ByteSpan>& kept) const {
  std::vector<std::string> phrases;
  for (const TermOccurrence& occurrence : occurrences_in(text, kept)) {
    const std::string& phrase = *occurrence.translation;
    if (std::find(phrases.begin(), phrases.end(), phrase) == phrases.end()) {
      phrases.push_back(phrase);
    }
  }
  return phrases;
}

}  // namespace dragoman
