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
/// phrases whose links lead to one another and nowhere else (Koehn et al. 2003). With
/// data.terms.lemmas the translations are lemmas (Bergmanis and Pinnis 2021). A model that knows a
/// word's translation anyway would not read what stands beside it: some words are swapped for
/// others on both sides (as OpusTrainer's Tags replace some by noise).
class TermAnnotator {
 public:
  /// Reads the list of lemmas. Without `words` none are swapped. Words that contain one of
  /// `symbols`, as placeholders, are no terms. Throws as LemmaList does.
  explicit TermAnnotator(const DataSettings& settings, const WordPairs* words = nullptr,
                         std::vector<std::string> symbols = {});

  /// The pair with terms in its source, its links moved along; nullopt if it stays as it is, as a
  /// pair without links or with signs of its own does. A function of the pair and the key.
  std::optional<SentencePair> annotate(const SentencePair& pair, uint64_t key) const;

 private:
  /// Words to put in the place of others.
  struct OtherWords {
    std::vector<std::string> plain;
    std::vector<std::string> capital;  // with a capital letter
  };
  /// Another word, with a capital letter if `word` has one; "" if it is not to be swapped.
  std::string other_word(std::string_view word, RandomSequence& random) const;

  TermSettings terms_;
  std::vector<std::string> symbols_;
  OtherWords others_;
  std::shared_ptr<const LemmaList> lemmas_;  // or nullptr
};

}  // namespace dragoman
