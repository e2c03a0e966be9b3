#include "markup/shown_links.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "markup/word_links.h"

namespace dragoman {
namespace {

/// For each word of a plain text, the shown words that have bytes of it, as ranges: each word of a
/// part that stays has all words of the part.
using ShownWords = std::vector<std::vector<TagSpan>>;

/// Links of shown words: source, target.
using ShownLinks = std::set<std::pair<int32_t, int32_t>>;

/// Links each word of a range with each one of the other.
void add_all(const TagSpan& ones, const TagSpan& others, ShownLinks& links) {
  for (int32_t one = ones.begin; one < ones.end; ++one) {
    for (int32_t other = others.begin; other < others.end; ++other) links.emplace(one, other);
  }
}

/// A shown text whose words are numbered.
class NumberedText {
 public:
  explicit NumberedText(const ShownText& shown) : shown_(shown), words_(link_words(shown.text())) {}

  /// Returns the words of each text that stays, by the piece with which it begins.
  std::map<size_t, TagSpan> kept() const {
    std::map<size_t, TagSpan> found;
    for (const ShownText::Part& part : shown_.parts()) {
      if (part.kept != kNoPiece) found[part.kept] = tokens_with(words_, part.bytes);
    }
    return found;
  }

  /// Returns the shown words for those of plain texts, one text for each sentence.
  std::vector<ShownWords> of(const std::vector<std::string_view>& plain) const {
    std::vector<ShownWords> found;
    std::vector<std::vector<ByteSpan>> words;
    for (const std::string_view text : plain) {
      words.push_back(link_words(text));
      found.emplace_back(words.back().size());
    }
    for (const ShownText::Part& part : shown_.parts()) {
      if (part.plain.begin < part.plain.end) add(part, words[part.sentence], found[part.sentence]);
    }
    for (const ShownText::Part& part : shown_.left_out()) {
      const TagSpan lost = tokens_with(words[part.sentence], part.plain);
      for (int32_t i = lost.begin; i < lost.end; ++i) found[part.sentence][i].clear();
    }
    return found;
  }

 private:
  void add(const ShownText::Part& part, const std::vector<ByteSpan>& words,
           ShownWords& found) const {
    const TagSpan whole = tokens_with(words, part.plain);
    for (int32_t i = whole.begin; i < whole.end; ++i) {
      ByteSpan bytes = part.bytes;
      if (part.kept == kNoPiece) {
        const size_t begin = std::max(words[i].begin, part.plain.begin);
        bytes.begin += begin - part.plain.begin;
        bytes.end = bytes.begin + std::min(words[i].end, part.plain.end) - begin;
      }
      found[i].push_back(tokens_with(words_, bytes));
    }
  }

  const ShownText& shown_;
  std::vector<ByteSpan> words_;
};

}  // namespace

std::vector<TokenLink> shown_links(const ShownText& source, const ShownText& target,
                                   const std::vector<Sentence>& sentences,
                                   const std::vector<PlainTranslation>& translations) {
  const NumberedText given(source), written(target);
  ShownLinks links;
  const auto kept = given.kept();
  for (const auto& [piece, words] : written.kept()) {
    const auto own = kept.find(piece);
    for (int32_t i = 0; own != kept.end() && i < words.end - words.begin; ++i) {
      if (own->second.begin + i < own->second.end)
        links.emplace(own->second.begin + i, words.begin + i);
    }
  }
  std::vector<std::string_view> plain, translated;
  for (size_t i = 0; i < sentences.size(); ++i) {
    plain.push_back(sentences[i].plain);
    translated.push_back(translations[i].text);
  }
  const auto from = given.of(plain), to = written.of(translated);
  for (size_t i = 0; i < sentences.size(); ++i) {
    for (const TokenLink& link : translations[i].word_links) {
      const auto source_word = static_cast<size_t>(link.source),
                 target_word = static_cast<size_t>(link.target);
      if (source_word >= from[i].size() || target_word >= to[i].size()) continue;
      for (const TagSpan& ones : from[i][source_word]) {
        for (const TagSpan& others : to[i][target_word]) add_all(ones, others, links);
      }
    }
  }
  std::vector<TokenLink> found;
  for (const auto& [one, other] : links) found.push_back({one, other});
  return found;
}

}  // namespace dragoman
