#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "data/data_settings.h"
#include "data/lemma_list.h"
#include "data/sentence_pair.h"
#include "data/word_pairs.h"
#include "io/random.h"

namespace dragoman {

/// Writes translations of terms into the sources of some training pairs (data.terms), as Dinu et
/// al. (2019) append them and OpusTrainer's Tags do (Nieminen et al. 2023). Terms are words or
/// phrases whose links stay within the pair of phrases (Koehn et al. 2003). With data.terms.lemmas,
/// translations are lemmas (Bergmanis and Pinnis 2021). A model that already knows a word's
/// translation would ignore the given one. So some words are swapped for others on both sides
/// (OpusTrainer's Tags replace some by noise).
class TermAnnotator {
 public:
  /// Reads the list of lemmas. Without `words`, no word is swapped. Words that contain one of
  /// `symbols`, such as placeholders, are never terms. Throws as LemmaList does.
  explicit TermAnnotator(const DataSettings& settings, const WordPairs* words = nullptr,
                         std::vector<std::string> symbols = {});

  /// Returns the pair with terms in its source and its links adapted. Returns nullopt if the pair
  /// does not change, as without links or if its text contains the signs. A function of the pair
  /// and the key.
  std::optional<SentencePair> annotate(const SentencePair& pair, uint64_t key) const;

 private:
  /// Words that may replace others.
  struct OtherWords {
    std::vector<std::string> plain;
    std::vector<std::string> capital;  // with a capital letter
  };
  /// Returns another word, with a capital letter if `word` has one; "" if `word` must not be
  /// swapped.
  std::string other_word(std::string_view word, RandomSequence& random) const;

  TermSettings terms_;
  std::vector<std::string> symbols_;
  OtherWords others_;
  std::shared_ptr<const LemmaList> lemmas_;  // or nullptr
};

}  // namespace dragoman
