#include "train/make_tokenizers.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <stdexcept>

#include "data/inline_terms.h"
#include "data/parallel_text.h"
#include "data/placeholder_symbols.h"
#include "data/text_transformer.h"
#include "io/atomic_file.h"
#include "io/random.h"
#include "io/regular_file.h"
#include "tokenizer/vocabulary_too_large.h"

namespace dragoman {
namespace {

/// Returns all corpora, including validation.
std::vector<CorpusSettings> all_corpora(const DataSettings& data) {
  std::vector<CorpusSettings> corpora = data.train;
  corpora.push_back(data.valid);
  return corpora;
}

/// Returns the signs of data.terms, if it is set.
std::vector<std::string> term_signs(const DataSettings& data) {
  if (!data.terms.any()) return {};
  return {kTermSigns.begin(), kTermSigns.end()};
}

/// Adds the symbols that the data settings ask for: tags, signs and placeholders.
void add_symbols(const DataSettings& data, std::vector<std::string>& symbols) {
  const auto add = [&](const std::string& symbol) {
    const bool is_new = std::find(symbols.begin(), symbols.end(), symbol) == symbols.end();
    if (!symbol.empty() && is_new) symbols.push_back(symbol);
  };
  for (const CorpusSettings& corpus : all_corpora(data)) add(corpus.tag);
  for (const std::string& sign : term_signs(data)) add(sign);
  if (data.placeholders == 0) return;
  for (const std::string& symbol : placeholder_symbols()) add(symbol);
}

bool is_one_token(const std::string& symbol, const Tokenizer& tokenizer) {
  const auto pieces = tokenizer.encode_as_pieces(symbol);
  if (pieces.empty()) return false;
  const TokenIds ids = tokenizer.encode(symbol);
  const bool is_known = std::count(ids.begin(), ids.end(), tokenizer.unknown_id()) == 0;
  // A space may be a piece of its own before the symbol.
  return is_known && tokenizer.decode_pieces({pieces.back()}) == tokenizer.normalize(symbol);
}

void check_symbols(const DataSettings& data, const Tokenizer& tokenizer) {
  for (const CorpusSettings& corpus : all_corpora(data)) {
    if (corpus.tag.empty() || is_one_token(corpus.tag, tokenizer)) continue;
    throw std::runtime_error("the tag " + corpus.tag + " of " + corpus.name() +
                             " is not one token of the tokenizer; use a tokenizer that was trained "
                             "with it among tokenizer.user_symbols, or another tag");
  }
  for (const std::string& sign : term_signs(data)) {
    if (is_one_token(sign, tokenizer)) continue;
    throw std::runtime_error("the sign " + sign +
                             " of data.terms is not one token of the tokenizer; use a tokenizer "
                             "that was trained with it among tokenizer.user_symbols, or leave out "
                             "data.terms");
  }
}

void check_placeholders(const DataSettings& data, const Tokenizer& tokenizer) {
  if (data.placeholders == 0) return;
  const std::vector<std::string> known = tokenizer.user_symbols();
  for (const std::string& symbol : placeholder_symbols()) {
    if (std::find(known.begin(), known.end(), symbol) != known.end()) continue;
    throw std::runtime_error("data.placeholders is set, but " + symbol +
                             " is not one token of the tokenizer; leave out tokenizer.model and "
                             "tokenizer.from, use a tokenizer that was trained with ⟨1⟩ to ⟨8⟩ "
                             "among tokenizer.user_symbols, or set data.placeholders to 0");
  }
}

void check_line_feed(const TokenizerSettings& settings, const Tokenizer& tokenizer) {
  if (!settings.keep_whitespace || tokenizer.id_of("\n")) return;
  throw std::runtime_error("tokenizer.keep_whitespace is true, but the tokenizer " +
                           settings.model +
                           " has no token for the line feed; make one by `dragoman tokenizer train "
                           "--keep-whitespace`, or leave out tokenizer.model");
}

bool is_monolingual(const DataSettings& data) {
  return !data.train.empty() && data.train.front().is_monolingual();
}

TokenizerFiles files_of_folder(const std::string& folder, bool is_language_model) {
  const TokenizerSettings settings = read_folder_settings(folder).tokenizer;
  TokenizerFiles files(FolderPaths(folder), settings);
  if (is_language_model && !settings.shared) {
    files.source_model = files.target_model;
    files.source_vocabulary = files.target_vocabulary;
  }
  return files;
}

/// Returns the originals of a run's `files`; "" for models to train. A vocabulary is in the folder
/// of its SentencePiece model.
TokenizerFiles originals_of(const TokenizerFiles& files, const TokenizerSettings& settings,
                            bool is_language_model) {
  namespace fs = std::filesystem;
  if (!settings.from.empty() && settings.model.empty())
    return files_of_folder(settings.from, is_language_model);
  const auto beside_model = [&](const std::string& vocabulary) {
    return (fs::path(settings.model).parent_path() / fs::path(vocabulary).filename()).string();
  };
  TokenizerFiles originals = files;
  originals.source_model = settings.model;
  originals.target_model = settings.target_model;
  originals.source_vocabulary = beside_model(files.source_vocabulary);
  originals.target_vocabulary = beside_model(files.target_vocabulary);
  return originals;
}

bool has_all(const TokenizerFiles& files) {
  namespace fs = std::filesystem;
  const std::set<std::string> all = files.all();
  return std::all_of(all.begin(), all.end(),
                     [](const std::string& file) { return fs::exists(file); });
}

/// Returns FILE.old, FILE.old2, ...: the first name that no file has, or only an equal one.
std::string name_of_old(const std::string& file) {
  std::string name = file + ".old";
  for (int i = 2; std::filesystem::exists(name) && read_file(name) != read_file(file); ++i)
    name = file + ".old" + std::to_string(i);
  return name;
}

/// Renames tokenizers of an attempt whose run never began: it may have had another text or other
/// settings. The user may also have put them there. Keeps files that are their own originals.
void set_abandoned_aside(const TokenizerFiles& files, const TokenizerFiles& originals,
                         const Logger& log) {
  namespace fs = std::filesystem;
  const std::set<std::string> given = originals.all();
  for (const std::string& file : files.all()) {
    const bool is_given = std::any_of(given.begin(), given.end(), [&](const std::string& original) {
      return is_same_file(file, original);
    });
    if (is_given || !fs::exists(file)) continue;
    const std::string old = name_of_old(file);
    fs::rename(file, old);
    log->warn("{} is made anew, since no run began with it; the old file is renamed to {}", file,
              old);
  }
}

void copy_vocabulary(const std::string& path, const std::string& original) {
  if (path.empty() || std::filesystem::exists(path)) return;
  copy_file_atomically(original, path);
}

/// Returns text to train a tokenizer on, transformed as often as the model's training text.
std::vector<std::string> sample_of(const DataSettings& data, Sides sides,
                                   const TokenizerSettings& settings) {
  const auto most = static_cast<size_t>(settings.training_lines);
  if (!data.augment.any()) return read_sample(data.train, sides, most);
  const TextTransformer transformer(data, settings.user_symbols);
  return read_sample(data.train, sides, most, [&](SentencePair& pair, uint64_t n) {
    if (auto changed = transformer.transform(pair, derive_key(n))) pair = *std::move(changed);
  });
}

void make_tokenizer(const std::string& path, const std::string& given, const DataSettings& data,
                    Sides sides, const TokenizerSettings& settings, const Logger& log) {
  if (std::filesystem::exists(path)) return;
  if (!given.empty()) {
    const Tokenizer check(given, settings.lowercase);
    copy_file_atomically(given, path);
    return;
  }
  const std::vector<std::string> lines = sample_of(data, sides, settings);
  if (lines.empty()) {
    throw std::runtime_error("data.train has no lines: name files with text");
  }
  log->info("training the tokenizer {} on {} lines", path, lines.size());
  train_tokenizer(lines, settings, path);
}

/// Makes the files that the folder lacks, or all if no run has begun with them. With
/// `fits_vocabulary`, a text that allows no vocabulary of the wanted size gets a smaller one.
void make_files(const TokenizerFiles& files, const DataSettings& data,
                const TokenizerSettings& settings, bool has_begun, bool fits_vocabulary,
                const Logger& log) {
  const TokenizerFiles originals = originals_of(files, settings, is_monolingual(data));
  if (!has_begun) set_abandoned_aside(files, originals, log);
  copy_vocabulary(files.source_vocabulary, originals.source_vocabulary);
  copy_vocabulary(files.target_vocabulary, originals.target_vocabulary);
  const auto make = [&](const std::string& path, const std::string& original, Sides sides) {
    try {
      make_tokenizer(path, original, data, sides, settings, log);
    } catch (const VocabularyTooLarge& error) {
      if (!fits_vocabulary) throw;
      log->info("the text allows no vocabulary of {} tokens: it gets {}", settings.vocabulary_size,
                error.largest());
      TokenizerSettings fitting = settings;
      fitting.vocabulary_size = error.largest();
      make_tokenizer(path, original, data, sides, fitting, log);
    }
  };
  if (settings.shared) {
    const Sides sides = is_monolingual(data) ? Sides::kTarget : Sides::kBoth;
    make(files.source_model, originals.source_model, sides);
  } else {
    make(files.source_model, originals.source_model, Sides::kSource);
    make(files.target_model, originals.target_model, Sides::kTarget);
  }
}

}  // namespace

Tokenizers make_tokenizers(const DataSettings& data, TokenizerSettings settings,
                           const FolderPaths& paths, bool begins_anew, const Logger& log,
                           bool fits_vocabulary) {
  add_symbols(data, settings.user_symbols);
  const TokenizerFiles files(paths, settings);
  // A run that has all does not need the folder of tokenizer.from, which may have gone.
  const bool has_begun = std::filesystem::exists(paths.config()) && !begins_anew;
  if (!has_begun || !has_all(files))
    make_files(files, data, settings, has_begun, fits_vocabulary, log);
  Tokenizers tokenizers = load_tokenizers(paths, settings);
  check_symbols(data, *tokenizers.source);
  check_placeholders(data, *tokenizers.source);
  check_placeholders(data, *tokenizers.target);
  check_line_feed(settings, *tokenizers.target);
  return tokenizers;
}

}  // namespace dragoman
