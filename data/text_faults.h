#pragma once

#include <cstdint>
#include <unordered_set>

#include "data/data_settings.h"
#include "data/sentence_pair.h"
#include "io/log.h"

namespace dragoman {

/// Estimates how many of very many texts repeat others, in little memory: the different ones by
/// those of some hashes.
class RepetitionCounter {
 public:
  /// Adds a text by its hash.
  void add(uint64_t hash);
  /// Returns the share of texts that were added before. Exact for up to 65,536 different ones.
  double share() const;

 private:
  int64_t all_ = 0;
  uint64_t mask_ = 0;  // hashes with one of these bits are not kept
  std::unordered_set<uint64_t> hashes_;
};

/// Counts signs of text that a model should not be trained on as it is.
class TextFaults {
 public:
  /// Adds a pair of valid UTF-8.
  void add(const SentencePair& pair);
  /// Warns of each fault that many pairs have, in one line that says what mends it. `corpus`: where
  /// the pairs are from.
  void warn(const CorpusSettings& corpus, const Logger& log) const;

 private:
  int64_t pairs_ = 0;
  int64_t tokenized_ = 0;  // pairs of which a side ends in " ."
  int64_t identical_ = 0;  // whose sides are the same
  int64_t entities_ = 0;   // with entities of HTML, such as &amp;
  int64_t twice_ = 0;      // with UTF-8 that was taken for Latin-1 and encoded again
  int64_t quoted_ = 0;     // with a cell of a spreadsheet, in quotes and with doubled quotes
  RepetitionCounter repetitions_;
};

}  // namespace dragoman
