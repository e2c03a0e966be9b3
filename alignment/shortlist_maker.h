#pragma once

#include "data/examples.h"
#include "alignment/shortlist.h"

namespace dragoman {

/// How a Shortlist is made. The numbers of tokens are Marian's defaults.
struct ShortlistOptions {
  int64_t best = 100;      // likeliest target tokens of each source token
  int64_t frequent = 100;  // most frequent target tokens, which are candidates of any sentence
  int64_t iterations = 5;  // of the estimation of a LexicalTable
  int num_threads = 1;
};

/// Estimates from sentence pairs what translates what. Where both languages have the same
/// vocabulary, each source token is a candidate too, for names and numbers are copied. A source
/// token that the pairs lack has no other.
Shortlist make_shortlist(const Examples& pairs, const Tokenizer& source, const Tokenizer& target,
                         const ShortlistOptions& options);

/// What a shortlist does to sentence pairs.
struct ShortlistCoverage {
  double mean_candidates = 0;  // of a sentence
  double share = 0;            // of target tokens, without ends of sentence, that are candidates
};

/// Of the last `most_pairs` pairs, or of all if they are fewer. Zeros where there are no tokens.
ShortlistCoverage measure_coverage(const Shortlist& shortlist, const Examples& pairs,
                                   size_t most_pairs);

}  // namespace dragoman
