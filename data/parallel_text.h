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

/// Reads one corpus into memory, as PairReader does.
ParallelText read_parallel_text(const CorpusSettings& corpus);

/// Which sides of a corpus.
enum class Sides { kBoth, kSource, kTarget };

/// Changes a pair, which is the n-th of all.
using ChangePair = std::function<void(SentencePair& pair, uint64_t n)>;

/// Lines to train a tokenizer on: all lines of these sides if they are at most `most`, else so
/// many, drawn evenly; sources first; of the pairs as `change` leaves them. Memory holds no more
/// than these. Tags are left out.
std::vector<std::string> read_sample(const std::vector<CorpusSettings>& corpora, Sides sides,
                                     size_t most, const ChangePair& change = {});

}  // namespace dragoman
