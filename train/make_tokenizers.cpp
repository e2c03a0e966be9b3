#include "train/make_tokenizers.h"

#include <algorithm>
#include <filesystem>
#include <stdexcept>

#include "data/parallel_text.h"
#include "io/atomic_file.h"

namespace dragoman {
namespace {

/// All corpora, the one to validate on as well.
std::vector<CorpusSettings> all_corpora(const DataSettings& data) {
  std::vector<CorpusSettings> corpora = data.train;
  corpora.push_back(data.valid);
  return corpora;
}

void add_tags(const DataSettings& data, std::vector<std::string>& symbols) {
  for (const CorpusSettings& corpus : all_corpora(data)) {
    const bool is_new = std::find(symbols.begin(), symbols.end(), corpus.tag) == symbols.end();
    if (!corpus.tag.empty() && is_new) symbols.push_back(corpus.tag);
  }
}

void check_tags(const DataSettings& data, const Tokenizer& tokenizer) {
  for (const CorpusSettings& corpus : all_corpora(data)) {
    if (corpus.tag.empty()) continue;
    const auto pieces = tokenizer.encode_as_pieces(corpus.tag);
    const TokenIds ids = tokenizer.encode(corpus.tag);
    const bool is_known = std::count(ids.begin(), ids.end(), tokenizer.unknown_id()) == 0;
    // A space of its own may stand before it.
    if (is_known && tokenizer.decode_pieces({pieces.back()}) == tokenizer.normalize(corpus.tag))
      continue;
    throw std::runtime_error("the tag " + corpus.tag + " of " + corpus.name() +
                             " is not one token of the tokenizer; use a tokenizer that was trained "
                             "with it among tokenizer.user_symbols, or another tag");
  }
}

/// A vocabulary lies beside the SentencePiece model that is named.
void copy_vocabulary(const std::string& path, const std::string& model) {
  namespace fs = std::filesystem;
  if (path.empty() || fs::exists(path)) return;
  const fs::path from = fs::path(model).parent_path() / fs::path(path).filename();
  write_file_atomically(path, read_file(from));
}

void make_tokenizer(const std::string& path, const std::string& given, const DataSettings& data,
                    Sides sides, const TokenizerSettings& settings, const Logger& log) {
  if (std::filesystem::exists(path)) return;
  if (!given.empty()) {
    const Tokenizer check(given, settings.lowercase);
    write_file_atomically(path, read_file(given));
    return;
  }
  const std::vector<std::string> lines =
      read_sample(data.train, sides, static_cast<size_t>(settings.training_lines));
  if (lines.empty()) {
    throw std::runtime_error("data.train has no lines: name files with text");
  }
  log->info("training the tokenizer {} on {} lines", path, lines.size());
  train_tokenizer(lines, settings, path);
}

}  // namespace

Tokenizers make_tokenizers(const DataSettings& data, TokenizerSettings settings,
                           const FolderPaths& paths, const Logger& log) {
  add_tags(data, settings.user_symbols);
  const TokenizerFiles files(paths, settings);
  copy_vocabulary(files.source_vocabulary, settings.model);
  copy_vocabulary(files.target_vocabulary, settings.model);
  if (settings.shared) {
    make_tokenizer(files.source_model, settings.model, data, Sides::kBoth, settings, log);
  } else {
    make_tokenizer(files.source_model, settings.model, data, Sides::kSource, settings, log);
    make_tokenizer(files.target_model, settings.target_model, data, Sides::kTarget, settings, log);
  }
  Tokenizers tokenizers = load_tokenizers(paths, settings);
  check_tags(data, *tokenizers.source);
  return tokenizers;
}

}  // namespace dragoman
