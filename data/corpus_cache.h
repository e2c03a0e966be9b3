#pragma once

#include <memory>
#include <string>

#include "data/data_settings.h"
#include "data/pair_file.h"
#include "io/log.h"

namespace dragoman {

/// What the cache of a corpus is made of and how.
struct CacheOptions {
  std::string folder;          // made where it is not there
  uint64_t tokenizer_key = 0;  // of the tokenizers' content
  int num_threads = 1;         // that tokenise
};

/// How the names of its files end.
constexpr const char* kCachedPairs = ".pairs";

/// The key of a corpus: a hash of all that its examples depend on, the content of its files and of
/// the tokenizers included. Throws std::runtime_error if a file is not there or cannot be read
/// twice.
uint64_t corpus_key(const CorpusSettings& corpus, const DataSettings& settings,
                    uint64_t tokenizer_key);

/// Opens the examples of a corpus in the cache, which holds token ids (of a stream one after the
/// other, for StreamExamples) or, where examples are to be drawn, text. Tokenises the corpus
/// first if the cache does not hold it as it is now. Throws std::runtime_error for broken text, a
/// full disk and the like; then no half-written file is left.
std::unique_ptr<const PairFile> open_corpus_cache(const CorpusSettings& corpus,
                                                  const DataSettings& settings,
                                                  const Tokenizer& source, const Tokenizer& target,
                                                  const CacheOptions& options, const Logger& log);

}  // namespace dragoman
