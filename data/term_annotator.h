#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "data/data_settings.h"
#include "data/lemma_list.h"
#include "data/sentence_pair.h"

namespace dragoman {

/// Writes translations of terms into the sources of some training pairs (data.terms), as Dinu et
/// al. (2019) append them and OpusTrainer's Tags do (Nieminen et al. 2023). Terms are words or
/// phrases whose links lead to one another and nowhere else (Koehn et al. 2003). With
/// data.terms.lemmas the translations are lemmas (Bergmanis and Pinnis 2021).
class TermAnnotator {
 public:
  /// Reads the list of lemmas. Throws as LemmaList does.
  explicit TermAnnotator(const DataSettings& settings);

  /// The pair with terms in its source, its links moved along; nullopt if it stays as it is, as a
  /// pair without links or with signs of its own does. A function of the pair and the key.
  std::optional<SentencePair> annotate(const SentencePair& pair, uint64_t key) const;

 private:
  TermSettings terms_;
  std::shared_ptr<const LemmaList> lemmas_;  // or nullptr
};

}  // namespace dragoman
