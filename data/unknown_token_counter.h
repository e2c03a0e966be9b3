#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "data/example_source.h"
#include "data/sentence_pair.h"
#include "io/log.h"

namespace dragoman {

/// Counts the unknown tokens of a corpus, and finds some of the characters that its tokenizers
/// lack. Tokenizers of words (type none) are not checked: unknown words are usual there.
class UnknownTokenCounter {
 public:
  /// The tokenizers must outlive this object.
  UnknownTokenCounter(const Tokenizer& source, const Tokenizer& target);

  /// Counts the tokens of `example`, which was made of `pair`.
  void add(const SentencePair& pair, const Example& example);
  /// Warns of each side of which more than one token in a thousand is unknown. `name` is the
  /// corpus's.
  void warn(const std::string& name, const Logger& log) const;

 private:
  /// One side of the corpus.
  struct Side {
    const Tokenizer& tokenizer;
    const char* name;
    uint64_t num_tokens = 0;
    uint64_t num_unknown = 0;
    std::vector<bool> seen = {};            // by code point
    std::vector<std::string> unknown = {};  // the first characters that the tokenizer lacks
  };

  static void add(std::string_view text, const TokenIds& ids, Side& side);
  static void find_unknown(std::string_view text, Side& side);

  std::array<Side, 2> sides_;
};

}  // namespace dragoman
