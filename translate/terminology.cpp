#include "translate/terminology.h"

#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>

#include <algorithm>
#include <stdexcept>

#include "io/text_file.h"
#include "io/utf8.h"
#include "translate/text_units.h"

namespace dragoman {
namespace {

/// Bytes. All parts of a text that are no longer are looked up.
constexpr size_t kLongestTerm = 1000;

/// `text` as terms are compared: NFKC, case folded, white space at its ends left out and elsewhere
/// one space.
std::string folded(std::string_view text) {
  UErrorCode status = U_ZERO_ERROR;
  const icu::Normalizer2* form = icu::Normalizer2::getNFKCCasefoldInstance(status);
  icu::UnicodeString unicode = icu::UnicodeString::fromUTF8(
      icu::StringPiece(text.data(), static_cast<int32_t>(text.size())));
  if (U_SUCCESS(status)) unicode = form->normalize(unicode, status);
  icu::UnicodeString spaced;
  for (int32_t at = 0; at < unicode.length(); at = unicode.moveIndex32(at, 1)) {
    const UChar32 character = unicode.char32At(at);
    if (!u_isUWhiteSpace(character)) {
      spaced.append(character);
    } else if (!spaced.isEmpty() && !spaced.endsWith(u" ")) {
      spaced.append(u' ');
    }
  }
  if (spaced.endsWith(u" ")) spaced.truncate(spaced.length() - 1);
  std::string result;
  return spaced.toUTF8String(result);
}

/// A term in a text.
struct Occurrence {
  size_t begin = 0;  // bytes
  size_t end = 0;
  const std::string* translation = nullptr;

  size_t length() const { return end - begin; }
  bool overlaps(const Occurrence& other) const { return begin < other.end && other.begin < end; }
};

/// Those that overlap no longer one, in the order of the text.
std::vector<Occurrence> longest_ones(std::vector<Occurrence> all) {
  std::stable_sort(all.begin(), all.end(), [](const Occurrence& a, const Occurrence& b) {
    return a.length() > b.length();
  });
  std::vector<Occurrence> kept;
  for (const Occurrence& occurrence : all) {
    const bool is_free = std::none_of(kept.begin(), kept.end(), [&](const Occurrence& other) {
      return occurrence.overlaps(other);
    });
    if (is_free) kept.push_back(occurrence);
  }
  std::sort(kept.begin(), kept.end(),
            [](const Occurrence& a, const Occurrence& b) { return a.begin < b.begin; });
  return kept;
}

}  // namespace

Terminology::Terminology(const std::string& path) {
  LineReader file(path);
  for (std::string line; file.next_valid(line);) {
    if (folded(line).empty()) continue;
    const size_t tab = line.find('\t');
    if (tab == std::string::npos || line.find('\t', tab + 1) != std::string::npos) {
      throw std::runtime_error(file.place() + ": not a term, one tab and its translation: '" +
                               line + "'");
    }
    const std::string error = add(line.substr(0, tab), line.substr(tab + 1));
    if (!error.empty()) throw std::runtime_error(file.place() + ": " + error);
  }
}

Terminology::Terminology(const std::vector<std::pair<std::string, std::string>>& terms) {
  for (const auto& [term, translation] : terms) {
    const bool is_valid = is_valid_utf8(term) && is_valid_utf8(translation);
    const std::string error = is_valid ? add(term, translation) : "a term is no valid UTF-8";
    if (!error.empty()) throw std::invalid_argument("terminology: " + error);
  }
}

std::string Terminology::add(const std::string& term, const std::string& translation) {
  const std::string key = folded(term);
  if (key.empty() || folded(translation).empty())
    return "a term and its translation must not be empty";
  if (key.size() > kLongestTerm) {
    return "a term is longer than " + std::to_string(kLongestTerm) + " bytes";
  }
  const auto [known, is_new] = translations_.emplace(key, translation);
  if (!is_new && known->second != translation) {
    return "'" + term + "' has the translation '" + known->second + "' already; leave one of them";
  }
  longest_ = std::max(longest_, key.size());
  return "";
}

std::vector<std::string> Terminology::terms() const {
  std::vector<std::string> all;
  for (const auto& [term, translation] : translations_) all.push_back(term);
  return all;
}

std::vector<std::string> Terminology::phrases_for(std::string_view text) const {
  const std::vector<std::string> words = cut_text(folded(text), TextUnit::kWord);
  std::vector<Occurrence> occurrences;
  size_t begin = 0;
  for (size_t first = 0; first < words.size(); begin += words[first++].size()) {
    std::string part;
    for (size_t last = first; last < words.size(); ++last) {
      part += words[last];
      if (part.size() > longest_) break;
      const auto term = translations_.find(part);
      if (term == translations_.end()) continue;
      occurrences.push_back({begin, begin + part.size(), &term->second});
    }
  }
  std::vector<std::string> phrases;
  for (const Occurrence& occurrence : longest_ones(std::move(occurrences))) {
    const std::string& phrase = *occurrence.translation;
    if (std::find(phrases.begin(), phrases.end(), phrase) == phrases.end()) {
      phrases.push_back(phrase);
    }
  }
  return phrases;
}

}  // namespace dragoman
