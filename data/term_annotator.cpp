#include "data/term_annotator.h"

#include <algorithm>

#include "data/inline_terms.h"
#include "data/linked_phrases.h"
#include "io/random.h"
#include "tokenizer/word_core.h"
#include "tokenizer/words.h"

namespace dragoman {
namespace {

/// A text and its words, each with and without the signs around it.
class CoredText {
 public:
  explicit CoredText(std::string_view text) : text_(text), words_(split_words(text)) {
    for (const std::string_view word : words_) cores_.push_back(word_core(word));
  }

  /// True if the words have letters or numbers and no signs between them.
  bool is_term(const WordRange& range) const {
    for (int32_t i = range.first; i <= range.last; ++i) {
      const std::string_view word = words_.at(static_cast<size_t>(i)), core = core_of(i);
      const bool is_clean =
          (i == range.first || core.data() == word.data()) &&
          (i == range.last || core.data() + core.size() == word.data() + word.size());
      if (core.empty() || !is_clean) return false;
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

/// Some of the phrases, at most so many, that do not overlap; in the order of the source.
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

/// The words of a phrase, or their lemmas.
std::string translation_of(const WordRange& range, const CoredText& text, const LemmaList* lemmas) {
  std::string translation;
  for (int32_t i = range.first; i <= range.last; ++i) {
    const std::string form(text.core_of(i));
    if (i > range.first) translation += ' ';
    translation += lemmas == nullptr ? form : lemmas->lemma_of(form);
  }
  return translation;
}

/// The links where words have terms after them, and a sign of its own before all where the first
/// term begins the text.
std::vector<AlignmentLink> moved(std::vector<AlignmentLink> links,
                                 const std::vector<LinkedPhrase>& phrases,
                                 const std::vector<InlineTerm>& terms) {
  for (AlignmentLink& link : links) {
    const int32_t word = link.source;
    if (phrases.front().source.first == 0 && terms.front().begin == 0) ++link.source;
    for (size_t i = 0; i < phrases.size() && phrases[i].source.last < word; ++i)
      link.source += static_cast<int32_t>(split_words(terms[i].translation).size());
  }
  return links;
}

}  // namespace

TermAnnotator::TermAnnotator(const DataSettings& settings) : terms_(settings.terms) {
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
    return !source.is_term(phrase.source) || !target.is_term(phrase.target);
  });
  if (phrases.empty()) return std::nullopt;
  const uint64_t most = 1 + random.below(static_cast<uint64_t>(terms_.most));
  phrases = draw(std::move(phrases), most, random.next());
  std::vector<InlineTerm> terms;
  for (const LinkedPhrase& phrase : phrases) {
    terms.push_back({source.begin_of(phrase.source), source.end_of(phrase.source),
                     translation_of(phrase.target, target, lemmas_.get())});
  }
  return SentencePair{with_inline_terms(pair.source, terms), pair.target,
                      moved(pair.links, phrases, terms)};
}

}  // namespace dragoman
