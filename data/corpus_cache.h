#pragma once

#include <memory>
#include <string>

#include "data/data_settings.h"
#include "data/pair_file.h"
#include "io/content_hash.h"
#include "io/log.h"

namespace dragoman {

/// Options of a corpus' cache.
struct CacheOptions {
  std::string folder;          // created if it does not exist
  uint64_t tokenizer_key = 0;  // a hash of the tokenizers' content
  int num_threads = 1;         // number of threads that tokenise
};

/// Suffix of cache files.
constexpr const char* kCachedPairs = ".pairs";

/// Adds the content of a corpus's files. Throws std::runtime_error if one is missing or can be read
/// only once.
void add_files(const CorpusSettings& corpus, ContentHash& hash);

/// Returns the key of a corpus: a hash of all that its examples depend on, including the content of
/// its files and of the tokenizers. Throws std::runtime_error if a file is missing or can be read
/// only once.
uint64_t corpus_key(const CorpusSettings& corpus, const DataSettings& settings,
                    uint64_t tokenizer_key);

/// Returns the name of a corpus's cache file. Tagged corpora have another one than while their
/// pairs with an empty source were kept.
std::string cache_name(const CorpusSettings& corpus, uint64_t key);

/// Returns a hash that says whether a corpus's examples are the same: the key of its cache, except
/// where a tag may have kept pairs with an empty source before.
std::string corpus_fingerprint(const CorpusSettings& corpus, const PairFile& cache);

/// Opens the examples of a corpus in the cache. The cache holds text if examples are drawn, else
/// token ids (of a stream: concatenated, for StreamExamples). If the cache is missing or outdated,
/// tokenises the corpus first, and warns of many unknown tokens. Throws std::runtime_error for
/// errors such as broken text or a full disk; no half-written file then remains.
std::unique_ptr<const PairFile> open_corpus_cache(const CorpusSettings& corpus,
                                                  const DataSettings& settings,
                                                  const Tokenizer& source, const Tokenizer& target,
                                                  const CacheOptions& options, const Logger& log);

}  // namespace dragoman
