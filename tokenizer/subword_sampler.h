#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "io/text_hash.h"
#include "tokenizer/tokenizer.h"

namespace dragoman {

/// How far drawn segmentations may differ from the best one. The tokenizer's model decides which of
/// the two fields is used.
struct SubwordSampling {
  double bpe_dropout = 0;    // probability of skipping a merge
  double unigram_alpha = 0;  // exponent of a segmentation's probability
};

/// Subword regularisation: draws segmentations of a text. With a BPE model, each possible merge is
/// skipped with a probability in each step (BPE-dropout, Provilkov et al. 2020). With a unigram
/// model, a segmentation is drawn from all of them in proportion to P(segmentation)^alpha (Kudo
/// 2018). Draws are a function of the text and a key. Thread-safe.
class SubwordSampler {
 public:
  /// `tokenizer` must outlive this object. Throws std::invalid_argument if its model has only one
  /// segmentation (characters, words), or if the field for its model is 0.
  SubwordSampler(const Tokenizer& tokenizer, const SubwordSampling& sampling);

  /// Returns the ids of normalised `text`, without end of sentence; empty for blank text.
  TokenIds encode(std::string_view text, uint64_t key) const;

 private:
  struct Piece {
    int32_t id = 0;
    float score = 0;
  };

  const Piece* find(std::string_view text) const;
  bool opens_word(std::string_view piece) const;
  TokenIds draw(const std::string& word, uint64_t key) const;
  TokenIds draw_merges(const std::string& word, uint64_t key) const;
  TokenIds draw_unigram(const std::string& word, uint64_t key) const;

  const Tokenizer& tokenizer_;
  SubwordSampling sampling_;
  SegmentationModel model_;
  std::unordered_map<std::string, Piece, TextHash, std::equal_to<>> pieces_;  // ordinary ones
  std::unordered_map<std::string, int32_t> other_ids_;  // user symbols and bytes
  size_t longest_piece_ = 0;                            // in bytes
  bool words_are_apart_ = true;                         // no piece crosses a word's boundary
};

}  // namespace dragoman
