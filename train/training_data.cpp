#include "train/training_data.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <stdexcept>
#include <utility>

#include "data/cached_examples.h"
#include "data/corpus_cache.h"
#include "data/pair_stream.h"
#include "data/seed_use.h"
#include "data/stream_examples.h"
#include "data/unknown_token_counter.h"
#include "data/word_pairs.h"
#include "io/atomic_file.h"
#include "io/content_hash.h"
#include "io/folder.h"
#include "io/utf8.h"
#include "tokenizer/space_symbol.h"
#include "tokenizer/vocabulary.h"
#include "train/check_corpora.h"
#include "train/check_shares.h"
#include "train/found_alignments.h"
#include "train/make_tokenizers.h"
#include "train/run_agreement.h"
#include "train/stop_signal.h"

namespace dragoman {
namespace {

uint64_t key_of(const FolderPaths& paths, const TokenizerSettings& settings) {
  ContentHash hash;
  hash.add(settings.lowercase ? uint64_t{1} : uint64_t{0});
  for (const std::string& file : TokenizerFiles(paths, settings).all()) hash.add_file(file);
  return hash.value();
}

/// Returns the ids of tags, placeholders, codes of languages and other symbols.
TokenSet symbol_ids(const Tokenizer& tokenizer) {
  TokenSet ids;
  for (const std::string& symbol : tokenizer.user_symbols()) {
    for (const std::string& piece : {symbol, std::string(kSpaceSymbol) + symbol})
      if (const auto id = tokenizer.id_of(piece)) ids.insert(*id);
  }
  const std::vector<std::string> tokens = tokenizer.tokens();
  for (size_t id = 0; id < tokens.size(); ++id)
    if (is_language_code(tokens[id])) ids.insert(static_cast<int32_t>(id));
  return ids;
}

WordDropout word_dropout_of(const DataSettings& data, const Tokenizers& tokenizers) {
  return {.source = data.source_word_dropout,
          .target = data.target_word_dropout,
          .source_unknown = tokenizers.source->unknown_id(),
          .target_unknown = tokenizers.target->unknown_id(),
          .source_symbols = symbol_ids(*tokenizers.source),
          .target_symbols = symbol_ids(*tokenizers.target)};
}

/// Deletes cache files of corpora that the run no longer uses, and incomplete files of killed runs.
void delete_others(const std::string& folder, const std::set<std::string>& used) {
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::string name = entry.path().filename();
    const bool is_ours = name.find(kCachedPairs) != std::string::npos ||
                         name.find(kFoundAlignment) != std::string::npos;
    if (is_ours && used.count(name) == 0) std::filesystem::remove(entry.path());
  }
}

void add_fingerprint(const std::string& name, const std::string& fingerprint,
                     TrainingData& prepared) {
  prepared.fingerprints.push_back(fingerprint);
  prepared.fingerprint_names.push_back(name);
}

/// Says what the key of a corpus's cache depends on.
std::string describe_key(size_t number, const CorpusSettings& corpus) {
  return "data.train." + std::to_string(number) +
         (corpus.alignment.empty() ? " (its text or the tokenizer)"
                                   : " (its text, its alignment or the tokenizer)");
}

/// Adds the names of a corpus's files in the cache.
void add_names(const CorpusSettings& corpus, const PairFile& file, std::set<std::string>& used) {
  const std::string links = std::filesystem::path(corpus.alignment).filename();
  used.insert({cache_name(corpus, file.key()), links, links + kAlignmentChecksum});
}

/// Opens the corpora of a run through its cache.
class CorpusOpener {
 public:
  CorpusOpener(const DataSettings& settings, const CacheOptions& options, uint64_t seed,
               const Logger& work_log, const Logger& log)
      : settings_(settings), options_(options), seed_(seed), work_log_(work_log), log_(log) {}

  void open_all(TrainingData& prepared) {
    auto corpora = std::make_shared<CorpusMix>(settings_.temperature);
    samplers_ =
        make_side_samplers(*prepared.tokenizers.source, *prepared.tokenizers.target, settings_);
    PairCounts total;
    std::set<std::string> used;
    for (size_t i = 0; i < settings_.train.size(); ++i) {
      auto file = open(i, prepared);
      total += file->counts();
      add_names(settings_.train[i], *file, used);
      corpora->add(examples_of(i, std::move(file), prepared.tokenizers), settings_.train[i].weight);
    }
    if (total.kept == 0)
      throw_unusable("data.train", total, settings_.train.front().is_monolingual());
    delete_others(options_.folder, used);
    check_shares(settings_.train, *corpora, log_);
    prepared.examples = [corpora](int64_t, const StopCheck&) { return corpora; };
  }

 private:
  std::unique_ptr<const PairFile> open(size_t number, TrainingData& prepared) {
    const CorpusSettings& corpus = settings_.train[number];
    const Tokenizers& tokenizers = prepared.tokenizers;
    auto file = open_corpus_cache(corpus, settings_, *tokenizers.source, *tokenizers.target,
                                  options_, work_log_);
    add_fingerprint(describe_key(number, corpus), corpus_fingerprint(corpus, *file), prepared);
    prepared.mapped_bytes += file->num_bytes();
    log_counts(corpus, file->counts(), settings_.train.size() == 1, log_);
    return file;
  }

  std::unique_ptr<const ExampleSource> examples_of(size_t number,
                                                   std::unique_ptr<const PairFile> file,
                                                   const Tokenizers& tokenizers) const {
    const CorpusSettings& corpus = settings_.train[number];
    if (settings_.is_stream(corpus)) return stream_of(corpus, std::move(file), *tokenizers.target);
    if (!settings_.draws_examples()) return std::make_unique<CachedExamples>(std::move(file));
    auto words = settings_.uses_word_pairs() ? word_pairs_of(*file) : nullptr;
    PairSampler sampler(*tokenizers.source, *tokenizers.target, settings_, samplers_, corpus.tag,
                        std::move(words));
    return std::make_unique<SampledExamples>(std::move(file), std::move(sampler),
                                             derive_key(seed_, SeedUse::kSegmentations, number));
  }

  std::shared_ptr<const WordPairs> word_pairs_of(const PairFile& file) const {
    auto words = std::make_shared<const WordPairs>(learn_word_pairs(file));
    log_->info("train: found the translations of {} words", words->size());
    return words;
  }

  std::unique_ptr<const ExampleSource> stream_of(const CorpusSettings& corpus,
                                                 std::unique_ptr<const PairFile> file,
                                                 const Tokenizer& tokenizer) const {
    auto stream = std::make_unique<StreamExamples>(std::move(file), tokenizer.vocabulary_size(),
                                                   settings_.max_length);
    const std::string tokens = std::to_string(stream->num_tokens());
    if (stream->num_tokens() < static_cast<size_t>(settings_.max_length)) {
      throw std::runtime_error("data.train (" + corpus.name() + ") has " + tokens +
                               " tokens, less than one block of data.max_length=" +
                               std::to_string(settings_.max_length) +
                               "; give more text, leave this corpus out, or lower data.max_length");
    }
    log_->info("train: {}: {} tokens in {} blocks", corpus.name(), tokens, stream->size());
    return stream;
  }

  const DataSettings& settings_;
  const CacheOptions& options_;
  uint64_t seed_;
  const Logger& work_log_;
  const Logger& log_;
  SideSamplers samplers_;  // of all corpora
};

/// Opens a stream of pairs, and reads its first block: if it has no usable text, no run begins.
void open_stream(const DataSettings& data, const PrepareOptions& options, const Logger& log,
                 TrainingData& prepared) {
  const auto stream = std::make_shared<PairStream>(
      data.train.front(), data, *prepared.tokenizers.source, *prepared.tokenizers.target,
      PairStream::Options{.seed = options.seed, .log = log});
  const auto first =
      std::make_shared<std::shared_ptr<const CorpusMix>>(stream->next([] { return false; }));
  prepared.is_read_once = true;
  prepared.examples = [stream, first](int64_t, const StopCheck& is_stopped) {
    if (*first) return std::exchange(*first, nullptr);
    return stream->next([&] { return is_stopped() || StopSignal::received() != 0; });
  };
}

/// Cuts a stream into blocks, as StreamExamples does.
void add_blocks(const TokenIds& stream, size_t block_length, Examples& blocks) {
  for (size_t begin = 0; begin < stream.size(); begin += block_length) {
    const std::span<const int32_t> rest = std::span(stream).subspan(begin);
    const auto block = rest.first(std::min(block_length, rest.size()));
    blocks.add({{}, {block.begin(), block.end()}, begin == 0 ? -1 : stream[begin - 1]});
  }
}

void read_validation(const DataSettings& data, const Logger& log, TrainingData& prepared) {
  prepared.valid = read_parallel_text(data.valid);
  // Scores include every line, however long; only the loss omits lines that fit no batch.
  DataSettings settings = data;
  settings.min_length = 1;
  settings.max_ratio = 0;
  const bool is_monolingual = data.valid.is_monolingual();
  const PairEncoder encoder(*prepared.tokenizers.source, *prepared.tokenizers.target, settings,
                            data.valid);
  PairCounts counts;
  UnknownTokenCounter unknown(*prepared.tokenizers.source, *prepared.tokenizers.target);
  ContentHash hash;
  TokenIds stream;
  for (size_t i = 0; i < prepared.valid.size(); ++i) {
    const SentencePair pair{prepared.valid.source[i], prepared.valid.target[i]};
    hash.add(pair.source);
    hash.add(pair.target);
    const auto example = encoder.encode(pair, counts);
    if (!example) continue;
    unknown.add(pair, *example);
    prepared.valid_characters += static_cast<int64_t>(count_characters(pair.target)) + 1;
    if (data.is_stream(data.valid)) {
      stream.insert(stream.end(), example->target.begin(), example->target.end());
    } else {
      prepared.valid_examples.add(*example);
    }
  }
  add_blocks(stream, static_cast<size_t>(data.max_length), prepared.valid_examples);
  if (counts.kept == 0)
    throw_unusable("data.valid (" + data.valid.name() + ")", counts, is_monolingual);
  log->info("valid: {}: {}", data.valid.name(), counts.text(is_monolingual));
  unknown.warn(data.valid.name(), log);
  prepared.valid_fingerprint = hash_text(hash.value());
  add_fingerprint("data.valid", prepared.valid_fingerprint, prepared);
}

void add_lemmas(const std::string& path, TrainingData& prepared) {
  ContentHash hash;
  hash.add_file(path);
  add_fingerprint("data.terms.lemmas", hash_text(hash.value()), prepared);
}

}  // namespace

TrainingData prepare_training_data(const DataSettings& data, const TokenizerSettings& tokenizer,
                                   const FolderPaths& paths, const PrepareOptions& options,
                                   Exchange& exchange, const Logger& log) {
  TrainingData prepared;
  check_corpora(data);
  warn_of_tags(data, log);
  if (exchange.is_first()) {
    check_text_is_there(data);
    prepared.tokenizers =
        make_tokenizers(data, tokenizer, paths, options.begins_anew, log, options.fits_vocabulary);
  }
  share_tokenizers(tokenizer, paths, exchange);
  if (!exchange.is_first()) prepared.tokenizers = load_tokenizers(paths, tokenizer);
  prepared.max_length = data.max_length;
  prepared.layout = data.layout;
  prepared.word_dropout = word_dropout_of(data, prepared.tokenizers);
  if (!data.train.front().is_stdin()) {
    const CacheOptions cache{.folder = paths.cache(),
                             .tokenizer_key = key_of(paths, tokenizer),
                             .num_threads = options.num_threads};
    make_folder(cache.folder);
    const FolderLock lock(cache.folder, FolderLock::IfHeld::kWait);
    const DataSettings aligned =
        find_alignments(data, cache.folder, options.num_threads, options.work_log);
    CorpusOpener(aligned, cache, options.seed, options.work_log, log).open_all(prepared);
  }
  if (data.terms.any() && !data.terms.lemmas.empty()) add_lemmas(data.terms.lemmas, prepared);
  if (!data.valid.empty()) read_validation(data, log, prepared);
  if (data.train.front().is_stdin()) open_stream(data, options, log, prepared);
  agree_on_corpora(prepared, exchange);
  return prepared;
}

}  // namespace dragoman
