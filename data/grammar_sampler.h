#pragma once

#include "data/grammar_clause_sampler.h"

namespace dragoman::grammar {

/// Draws sentences of all kinds. What it gives is a function of the key.
class SentenceSampler {
 public:
  explicit SentenceSampler(uint64_t key) : dice_(key), clauses_(dice_) {}
  SentenceSampler(const SentenceSampler&) = delete;
  SentenceSampler& operator=(const SentenceSampler&) = delete;

  Sentence next();

 private:
  Tense draw_tense();
  Sentence with_subordinate();
  Sentence with_complement();
  Sentence coordinated();

  Dice dice_;
  ClauseSampler clauses_;
};

}  // namespace dragoman::grammar
