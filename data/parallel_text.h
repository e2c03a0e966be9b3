#pragma once

#include <functional>
#include <string>
#include <vector>

#include "data/data_settings.h"
#include "data/sentence_pair.h"

namespace dragoman {

/// Raw sentence pairs: source[i] and target[i] are translations of each other.
struct ParallelText {
  std::vector<std::string> source;
  std::vector<std::string> target;

  size_t size() const { return source.size(); }
};

/// Reads one corpus into memory with PairReader.
ParallelText read_parallel_text(const CorpusSettings& corpus);

/// Changes a pair; `n` is its number among all pairs.
using ChangePair = std::function<void(SentencePair& pair, uint64_t n)>;

/// Returns lines for training a tokenizer, without tags: all lines of these sides, or `most` of
/// them drawn evenly if there are more. Sources come first. `change` is applied to the pairs.
/// Memory holds no other lines.
std::vector<std::string> read_sample(const std::vector<CorpusSettings>& corpora, Sides sides,
                                     size_t most, const ChangePair& change = {});

}  // namespace dragoman
