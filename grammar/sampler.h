#pragma once

#include "grammar/clause_sampler.h"

namespace dragoman::grammar {

/// Draws sentences of all kinds. The result is a function of the key.
class SentenceSampler {
 public:
  explicit SentenceSampler(uint64_t key) : dice_(key), clauses_(dice_) {}
  SentenceSampler(const SentenceSampler&) = delete;
  SentenceSampler& operator=(const SentenceSampler&) = delete;

  Sentence next();
  /// -log of the probability of the last sentence's English text, in nats, summed over the ways to
  /// draw it. In questions that replace their subject or object (who, what, which), a few odds
  /// depend on the replaced phrase, which is taken as given. This makes the mean over sentences
  /// less than the entropy, by less than 0.01 nats. The German text is a function of the English
  /// one. So this is also the cost of the pair, and at least that of the German text.
  double nats() const { return dice_.nats(); }

 private:
  Sentence draw();
  Tense draw_tense();
  Sentence with_subordinate();
  Sentence with_complement();
  Sentence coordinated();

  Dice dice_;
  ClauseSampler clauses_;
};

}  // namespace dragoman::grammar
