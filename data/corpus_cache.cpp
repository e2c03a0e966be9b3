#include "data/corpus_cache.h"

#include <algorithm>
#include <thread>

#include "data/pair_reader.h"
#include "data/pair_sampler.h"
#include "io/atomic_file.h"
#include "io/content_hash.h"
#include "io/folder.h"

namespace dragoman {
namespace {

constexpr uint64_t kFormat = 1;
constexpr size_t kPairsOfThread = 4096;

/// A pair of the corpus, and what it became.
struct Item {
  SentencePair pair;
  std::optional<Example> example;
};

/// Makes the file of one corpus.
class CacheWriter {
 public:
  CacheWriter(const PairEncoder& encoder, bool as_text, int64_t vocabulary_size, int num_threads)
      : encoder_(encoder),
        as_text_(as_text),
        vocabulary_size_(vocabulary_size),
        num_threads_(static_cast<size_t>(std::max(1, num_threads))) {}

  void write(const CorpusSettings& corpus, uint64_t key, std::ostream& stream) {
    PairReader reader(corpus);
    PairFileWriter writer(stream);
    while (const size_t count = fill_block(reader)) {
      encode_block(count);
      for (size_t i = 0; i < count; ++i) {
        if (block_[i].example) add(block_[i], writer);
      }
    }
    counts_.duplicates = count_duplicates();
    writer.finish(key, counts_);
  }

 private:
  /// Reads as many pairs as the threads encode at once; how many there were.
  size_t fill_block(PairReader& reader) {
    block_.resize(kPairsOfThread * num_threads_);
    size_t count = 0;
    while (count < block_.size() && reader.next(block_[count].pair)) ++count;
    return count;
  }

  void encode_block(size_t count) {
    std::vector<PairCounts> counts(num_threads_);
    std::vector<std::exception_ptr> failures(num_threads_);
    std::vector<std::thread> threads;
    for (size_t t = 0; t < num_threads_; ++t) {
      threads.emplace_back([&, t] {
        try {
          for (size_t i = count * t / num_threads_; i < count * (t + 1) / num_threads_; ++i)
            block_[i].example = encoder_.encode(block_[i].pair, counts[t]);
        } catch (...) {
          failures[t] = std::current_exception();
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
    for (size_t t = 0; t < num_threads_; ++t) {
      if (failures[t]) std::rethrow_exception(failures[t]);
      counts_ += counts[t];
    }
  }

  void add(const Item& item, PairFileWriter& writer) {
    const std::string source = pack_ids(item.example->source, vocabulary_size_),
                      target = pack_ids(item.example->target, vocabulary_size_);
    ContentHash hash;
    hash.add(source);
    hash.add(target);
    hashes_.push_back(hash.value());
    const PairLength length = length_of(*item.example);
    if (as_text_) {
      writer.add(item.pair.source, item.pair.target, length);
    } else {
      writer.add(source, target, length);
    }
  }

  uint64_t count_duplicates() {
    std::sort(hashes_.begin(), hashes_.end());
    const auto distinct = std::unique(hashes_.begin(), hashes_.end()) - hashes_.begin();
    return hashes_.size() - static_cast<uint64_t>(distinct);
  }

  const PairEncoder& encoder_;
  bool as_text_;
  int64_t vocabulary_size_;
  size_t num_threads_;
  std::vector<Item> block_;
  std::vector<uint64_t> hashes_;  // of the examples
  PairCounts counts_;
};

}  // namespace

uint64_t corpus_key(const CorpusSettings& corpus, const DataSettings& settings,
                    uint64_t tokenizer_key) {
  ContentHash hash;
  hash.add(kFormat);
  hash.add(tokenizer_key);
  hash.add(corpus.tag);
  hash.add(static_cast<uint64_t>(settings.min_length));
  hash.add(static_cast<uint64_t>(settings.max_length));
  hash.add(std::to_string(settings.max_ratio));
  hash.add(draws_segmentations(settings) ? uint64_t{1} : uint64_t{0});
  for (const std::string& path : {corpus.source, corpus.target, corpus.tsv}) {
    hash.add(path.empty() ? uint64_t{0} : uint64_t{1});
    if (!path.empty()) hash.add_file(path);
  }
  return hash.value();
}

std::unique_ptr<const PairFile> open_corpus_cache(const CorpusSettings& corpus,
                                                  const DataSettings& settings,
                                                  const Tokenizer& source, const Tokenizer& target,
                                                  const CacheOptions& options, const Logger& log) {
  const uint64_t key = corpus_key(corpus, settings, options.tokenizer_key);
  const std::string path = options.folder + "/" + hash_text(key) + ".pairs";
  if (auto file = PairFile::open(path, key)) return file;
  log->info("tokenising {} into {}", corpus.name(), path);
  make_folder(options.folder);
  const PairEncoder encoder(source, target, settings);
  CacheWriter writer(encoder, draws_segmentations(settings),
                     std::max(source.vocabulary_size(), target.vocabulary_size()),
                     options.num_threads);
  write_file_atomically(path, [&](std::ostream& stream) { writer.write(corpus, key, stream); });
  return PairFile::open(path, key);
}

}  // namespace dragoman
