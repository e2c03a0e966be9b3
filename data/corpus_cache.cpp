#include "data/corpus_cache.h"

#include <algorithm>

#include "data/encoded_pair_reader.h"
#include "data/unknown_token_counter.h"
#include "io/atomic_file.h"
#include "io/folder.h"
#include "io/random.h"

namespace dragoman {
namespace {

constexpr uint64_t kFormat = 1;
/// Version of the rule which pairs of a tagged corpus have an empty side.
constexpr uint64_t kTagRule = 1;

/// Content of a cache file.
enum class Content { kIds, kText, kStream };

Content content_of(const CorpusSettings& corpus, const DataSettings& settings) {
  if (settings.is_stream(corpus)) return Content::kStream;
  return settings.draws_examples() ? Content::kText : Content::kIds;
}

/// Writes the cache file of one corpus.
class CacheWriter {
 public:
  CacheWriter(EncodedPairReader& reader, UnknownTokenCounter& unknown, Content content,
              bool has_links, int64_t vocabulary_size)
      : reader_(reader),
        unknown_(unknown),
        content_(content),
        has_links_(has_links),
        vocabulary_size_(vocabulary_size) {}

  void write(uint64_t key, OutputFile& file) {
    PairFileWriter writer(file, has_links_);
    if (content_ == Content::kStream) writer.add("", "", {});
    for (auto block = reader_.next(); !block.empty(); block = reader_.next()) {
      for (const EncodedPair& encoded : block) {
        if (encoded.example) add(encoded, writer);
      }
    }
    PairCounts counts = reader_.counts();
    counts.duplicates = count_duplicates();
    writer.finish(key, counts);
  }

 private:
  void add(const EncodedPair& encoded, PairFileWriter& writer) {
    unknown_.add(encoded.pair, *encoded.example);
    if (content_ == Content::kStream) {
      writer.append(pack_ids(encoded.example->target, vocabulary_size_));
      return;
    }
    const std::string source = pack_ids(encoded.example->source, vocabulary_size_),
                      target = pack_ids(encoded.example->target, vocabulary_size_);
    ContentHash hash;
    hash.add(source);
    hash.add(target);
    hashes_.push_back(hash.value());
    const PairLength length = length_of(*encoded.example);
    if (content_ == Content::kText) {
      writer.add(encoded.pair.source, encoded.pair.target, length, encoded.pair.links);
    } else {
      writer.add(source, target, length, encoded.example->links);
    }
  }

  uint64_t count_duplicates() {
    std::sort(hashes_.begin(), hashes_.end());
    const auto distinct = std::unique(hashes_.begin(), hashes_.end()) - hashes_.begin();
    return hashes_.size() - static_cast<uint64_t>(distinct);
  }

  EncodedPairReader& reader_;
  UnknownTokenCounter& unknown_;
  Content content_;
  bool has_links_;
  int64_t vocabulary_size_;
  std::vector<uint64_t> hashes_;  // of the examples
};

}  // namespace

void add_files(const CorpusSettings& corpus, ContentHash& hash) {
  for (const std::string& path : {corpus.source, corpus.target, corpus.tsv}) {
    hash.add(path.empty() ? uint64_t{0} : uint64_t{1});
    if (!path.empty()) hash.add_file(path);
  }
}

uint64_t corpus_key(const CorpusSettings& corpus, const DataSettings& settings,
                    uint64_t tokenizer_key) {
  ContentHash hash;
  hash.add(kFormat);
  hash.add(tokenizer_key);
  hash.add(corpus.tag);
  hash.add(static_cast<uint64_t>(settings.min_length));
  hash.add(static_cast<uint64_t>(settings.max_length));
  hash.add(std::to_string(settings.max_ratio));
  hash.add(static_cast<uint64_t>(content_of(corpus, settings)));
  add_files(corpus, hash);
  if (!corpus.alignment.empty()) hash.add_file(corpus.alignment);
  return hash.value();
}

std::string cache_name(const CorpusSettings& corpus, uint64_t key) {
  return hash_text(corpus.tag.empty() ? key : derive_key(key, kTagRule)) + kCachedPairs;
}

std::string corpus_fingerprint(const CorpusSettings& corpus, const PairFile& cache) {
  const bool may_differ = !corpus.tag.empty() && cache.counts().empty > 0;
  return hash_text(may_differ ? derive_key(cache.key(), kTagRule) : cache.key());
}

std::unique_ptr<const PairFile> open_corpus_cache(const CorpusSettings& corpus,
                                                  const DataSettings& settings,
                                                  const Tokenizer& source, const Tokenizer& target,
                                                  const CacheOptions& options, const Logger& log) {
  const uint64_t key = corpus_key(corpus, settings, options.tokenizer_key);
  const std::string path = options.folder + "/" + cache_name(corpus, key);
  if (auto file = PairFile::open(path, key)) return file;
  log->info("tokenising {} into {}", corpus.name(), path);
  make_folder(options.folder);
  const PairEncoder encoder(source, target, settings, corpus);
  EncodedPairReader reader(corpus, encoder, options.num_threads);
  UnknownTokenCounter unknown(source, target);
  CacheWriter writer(reader, unknown, content_of(corpus, settings), !corpus.alignment.empty(),
                     std::max(source.vocabulary_size(), target.vocabulary_size()));
  write_file_atomically(path, [&](OutputFile& file) { writer.write(key, file); });
  unknown.warn(corpus.name(), log);
  return PairFile::open(path, key);
}

}  // namespace dragoman
