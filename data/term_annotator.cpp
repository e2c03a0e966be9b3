#include "data/term_annotator.h"

#include <algorithm>

#include "data/inline_terms.h"
#include "data/linked_phrases.h"
#include "io/random.h"
#include "io/text_edits.h"
#include "io/words.h"
#include "tokenizer/letter_case.h"
#include "tokenizer/word_core.h"

namespace dragoman {
namespace {

/// A text and its words, each with and without the punctuation around it.
class CoredText {
 public:
  explicit CoredText(std::string_view text) : text_(text), words_(split_words(text)) {
    for (const std::string_view word : words_) cores_.push_back(word_core(word));
  }

  /// True if all words have letters or digits, no punctuation is between them, and they contain no
  /// symbol.
  bool is_term(const WordRange& range, const std::vector<std::string>& symbols) const {
    for (int32_t i = range.first; i <= range.last; ++i) {
      const std::string_view word = words_.at(static_cast<size_t>(i)), core = core_of(i);
      const bool is_clean =
          (i == range.first || core.data() == word.data()) &&
          (i == range.last || core.data() + core.size() == word.data() + word.size());
      const bool has_symbol = std::any_of(symbols.begin(), symbols.end(), [&](const auto& symbol) {
        return word.find(symbol) != std::string_view::npos;
      });
      if (core.empty() || !is_clean || has_symbol) return false;
    }
    return true;
  }

  std::string_view core_of(int32_t word) const { return cores_[static_cast<size_t>(word)]; }
  size_t begin_of(const WordRange& range) const { return offset(core_of(range.first).data()); }
  size_t end_of(const WordRange& range) const {
    const std::string_view last = core_of(range.last);
    return offset(last.data() + last.size());
  }

 private:
  size_t offset(const char* at) const { return static_cast<size_t>(at - text_.data()); }

  std::string_view text_;
  std::vector<std::string_view> words_, cores_;
};

/// Draws at most `most` phrases that do not overlap. Returns them in the order of the source.
std::vector<LinkedPhrase> draw(std::vector<LinkedPhrase> phrases, uint64_t most, uint64_t key) {
  shuffle(phrases, key);
  std::vector<LinkedPhrase> drawn;
  for (const LinkedPhrase& phrase : phrases) {
    const bool is_free = std::none_of(drawn.begin(), drawn.end(), [&](const LinkedPhrase& other) {
      return phrase.source.overlaps(other.source);
    });
    if (is_free) drawn.push_back(phrase);
    if (drawn.size() == most) break;
  }
  std::sort(drawn.begin(), drawn.end(), [](const LinkedPhrase& a, const LinkedPhrase& b) {
    return a.source.first < b.source.first;
  });
  return drawn;
}

std::string lemma_of(std::string_view form, const LemmaList* lemmas) {
  return lemmas == nullptr ? std::string(form) : lemmas->lemma_of(std::string(form));
}

/// Returns the words of a phrase, or their lemmas.
std::string translation_of(const WordRange& range, const CoredText& text, const LemmaList* lemmas) {
  std::string translation;
  for (int32_t i = range.first; i <= range.last; ++i) {
    if (i > range.first) translation += ' ';
    translation += lemma_of(text.core_of(i), lemmas);
  }
  return translation;
}

/// Adapts links to terms inserted in `text`: positions shift behind each term. If the first visible
/// character is a term's, the term's sign adds a word at the beginning.
std::vector<AlignmentLink> moved(std::vector<AlignmentLink> links, std::string_view text,
                                 const std::vector<LinkedPhrase>& phrases,
                                 const std::vector<InlineTerm>& terms) {
  const bool begins = text.find_first_not_of(kWhiteSpace) == terms.front().begin;
  for (AlignmentLink& link : links) {
    const int32_t word = link.source;
    if (begins) ++link.source;
    for (size_t i = 0; i < phrases.size() && phrases[i].source.last < word; ++i)
      link.source += static_cast<int32_t>(split_words(terms[i].translation).size());
  }
  return links;
}

}  // namespace

TermAnnotator::TermAnnotator(const DataSettings& settings, const WordPairs* words,
                             std::vector<std::string> symbols)
    : terms_(settings.terms), symbols_(std::move(symbols)) {
  if (words != nullptr) {
    for (std::string& word : words->target_words())
      (has_capital(word) ? others_.capital : others_.plain).push_back(std::move(word));
  }
  if (!terms_.lemmas.empty())
    lemmas_ = std::make_shared<LemmaList>(terms_.lemmas, settings.target_language);
}

std::optional<SentencePair> TermAnnotator::annotate(const SentencePair& pair, uint64_t key) const {
  RandomSequence random(key);
  if (random.uniform() >= terms_.rate || pair.links.empty()) return std::nullopt;
  if (has_term_sign(pair.source) || has_term_sign(pair.target)) return std::nullopt;
  const CoredText source(pair.source), target(pair.target);
  std::vector<LinkedPhrase> phrases =
      linked_phrases(pair.links, static_cast<int32_t>(terms_.longest));
  std::erase_if(phrases, [&](const LinkedPhrase& phrase) {
    return !source.is_term(phrase.source, symbols_) || !target.is_term(phrase.target, symbols_);
  });
  if (phrases.empty()) return std::nullopt;
  const uint64_t most = 1 + random.below(static_cast<uint64_t>(terms_.most));
  phrases = draw(std::move(phrases), most, random.next());
  std::vector<InlineTerm> terms;
  std::vector<ByteEdit> swapped;  // words of the target
  for (const LinkedPhrase& phrase : phrases) {
    std::string translation = translation_of(phrase.target, target, lemmas_.get());
    const bool is_word = phrase.source.length() == 1 && phrase.target.length() == 1;
    const std::string other =
        is_word ? other_word(target.core_of(phrase.target.first), random) : "";
    if (!other.empty()) {
      translation = lemma_of(other, lemmas_.get());
      swapped.push_back({target.begin_of(phrase.target), target.end_of(phrase.target), other});
    }
    terms.push_back({source.begin_of(phrase.source), source.end_of(phrase.source), translation});
  }
  return SentencePair{with_inline_terms(pair.source, terms),
                      with_edits(pair.target, std::move(swapped)),
                      moved(pair.links, pair.source, phrases, terms)};
}

std::string TermAnnotator::other_word(std::string_view word, RandomSequence& random) const {
  const std::vector<std::string>& others = has_capital(word) ? others_.capital : others_.plain;
  if (others.empty() || random.uniform() >= terms_.swap) return "";
  return others[random.below(others.size())];
}

}  // namespace dragoman
