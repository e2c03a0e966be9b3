#pragma once

#include "data/examples.h"
#include "alignment/shortlist.h"

namespace dragoman {

/// Options for making a Shortlist. The defaults of `best` and `frequent` are Marian's.
struct ShortlistOptions {
  int64_t best = 100;      // likeliest target tokens of each source token
  int64_t frequent = 100;  // most frequent target tokens; candidates for any sentence
  int64_t iterations = 5;  // for estimating a LexicalTable
  int num_threads = 1;
};

/// Estimates a shortlist from sentence pairs. If both languages share a vocabulary, each source
/// token is also a candidate, because names and numbers are copied. A source token that is not in
/// the pairs has no other candidates.
Shortlist make_shortlist(const Examples& pairs, const Tokenizer& source, const Tokenizer& target,
                         const ShortlistOptions& options);

/// Effect of a shortlist on sentence pairs.
struct ShortlistCoverage {
  double mean_candidates = 0;  // number of candidates of a sentence
  double share = 0;  // share of target tokens that are candidates, without ends of sentence
};

/// Measures the last `most_pairs` pairs, or all if there are fewer. Zeros if there are no tokens.
ShortlistCoverage measure_coverage(const Shortlist& shortlist, const Examples& pairs,
                                   size_t most_pairs);

}  // namespace dragoman
