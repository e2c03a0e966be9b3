#include <sentencepiece_processor.h>
#include <sentencepiece_trainer.h>

#include <algorithm>
#include <regex>
#include <sstream>
#include <stdexcept>
#include <unordered_map>

#include "io/atomic_file.h"
#include "io/settings_values.h"
#include "tokenizer/plain_locale.h"
#include "tokenizer/space_symbol.h"
#include "tokenizer/tokenizer.h"
#include "tokenizer/training_lines.h"
#include "tokenizer/unicode_text.h"
#include "tokenizer/user_symbol.h"
#include "tokenizer/vocabulary_too_large.h"

namespace dragoman {
namespace {

using TrainerOptions = std::unordered_map<std::string, std::string>;

/// In bytes: SentencePiece's maximum.
constexpr const char* kLongestLine = "1073741824";
/// Byte fallback adds the 256 bytes to end of sentence, unknown and padding.
constexpr int64_t kLeastWithBytes = 256 + 3;
/// Fixed, because a unigram model depends on it in the last digits.
constexpr const char* kNumThreads = "16";
/// Follows the advice to set tokenizer.vocabulary_size.
constexpr const char* kOption = " (of `dragoman tokenizer train`: --vocabulary-size)";
/// Logs nothing; errors are returned as a status.
constexpr const char* kLogLevel = "3";

bool is_pretokenized(const TokenizerSettings& settings) {
  return settings.type == TokenizerType::kNone;
}

std::vector<std::string> symbols_of(const TokenizerSettings& settings) {
  std::vector<std::string> symbols;
  for (const std::string& symbol : settings.user_symbols) {
    check_user_symbol(symbol, "tokenizer.user_symbols." + std::to_string(symbols.size()), settings);
    std::string given = settings.lowercase ? to_lowercase(symbol) : symbol;
    if (std::find(symbols.begin(), symbols.end(), given) != symbols.end()) {
      throw std::invalid_argument("tokenizer.user_symbols has " + given +
                                  " twice; leave one of the two out");
    }
    symbols.push_back(std::move(given));
  }
  return symbols;
}

/// Passes the training lines to SentencePiece, one at a time.
class LineIterator : public sentencepiece::SentenceIterator {
 public:
  LineIterator(const std::vector<std::string_view>& lines, const TokenizerSettings& settings)
      : settings_(settings), lines_(lines) {
    prepare();
  }

  bool done() const override { return current_ >= lines_.size(); }
  void Next() override {
    ++current_;
    prepare();
  }
  const std::string& value() const override { return line_; }
  sentencepiece::util::Status status() const override { return {}; }

 private:
  void prepare() {
    if (done()) return;
    line_ = without_reserved_symbol(lines_[current_]);
    if (settings_.lowercase) line_ = to_lowercase(line_);
  }

  const TokenizerSettings& settings_;
  const std::vector<std::string_view>& lines_;
  size_t current_ = 0;
  std::string line_;
};

std::string model_type(TokenizerType type) {
  return type == TokenizerType::kNone ? "word" : name_of(type);
}

/// Writes a number as SentencePiece reads it: by the std::locale of the process.
std::string decimal(double value) {
  std::ostringstream text;
  text.precision(15);
  text << value;
  return text.str();
}

/// Returns white space that becomes a symbol if it is kept. SentencePiece's trainer never learns
/// tabs, since it separates columns by them.
std::vector<std::string> space_symbols(bool has_tab, const TokenizerSettings& settings) {
  if (!settings.keep_whitespace) return {};
  return has_tab ? std::vector<std::string>{"\n", "\t"} : std::vector<std::string>{"\n"};
}

/// Returns the symbols in SentencePiece's list format: quoted, so that a symbol may contain a
/// comma.
std::string symbol_list(bool has_tab, const TokenizerSettings& settings) {
  std::vector<std::string> symbols = space_symbols(has_tab, settings);
  for (std::string& symbol : symbols_of(settings)) symbols.push_back(std::move(symbol));
  std::string list;
  for (const std::string& symbol : symbols) {
    if (!list.empty()) list += ',';
    list += '"';
    if (is_pretokenized(settings)) list += kSpaceSymbol;
    list += symbol;
    list += '"';
  }
  return list;
}

void keep_whitespace(const TokenizerSettings& settings, TrainerOptions& options) {
  options["add_dummy_prefix"] = "false";
  options["remove_extra_whitespaces"] = "false";
  options["allow_whitespace_only_pieces"] = "true";
  // A share of 1 is rounded, and so would leave out characters that are rare in a long text.
  if (settings.type == TokenizerType::kChar && settings.character_coverage == 1)
    options["use_all_vocab"] = "true";
}

TrainerOptions options_of(bool has_tab, const TokenizerSettings& settings) {
  const bool keeps_text = is_pretokenized(settings) || settings.keep_whitespace;
  const Normalization normalization =
      keeps_text ? Normalization::kIdentity : settings.normalization;
  TrainerOptions options{{"model_type", model_type(settings.type)},
                         {"vocab_size", std::to_string(settings.vocabulary_size - 1)},
                         {"eos_id", "0"},
                         {"unk_id", "1"},
                         {"bos_id", "-1"},
                         {"pad_id", "-1"},
                         {"normalization_rule_name", name_of(normalization)},
                         {"byte_fallback", settings.byte_fallback ? "true" : "false"},
                         {"character_coverage", decimal(settings.character_coverage)},
                         {"user_defined_symbols", symbol_list(has_tab, settings)},
                         {"max_sentence_length", kLongestLine},
                         {"num_threads", kNumThreads},
                         {"minloglevel", kLogLevel}};
  if (settings.keep_whitespace) keep_whitespace(settings, options);
  return options;
}

[[noreturn]] void throw_too_large(int64_t vocabulary_size, int64_t largest) {
  const std::string most = std::to_string(largest);
  throw VocabularyTooLarge("vocabulary_size " + std::to_string(vocabulary_size) +
                               " is too large for this text, which allows at most " + most +
                               ": set tokenizer.vocabulary_size=" + most + " or less" + kOption,
                           largest);
}

[[noreturn]] void throw_too_small(int64_t vocabulary_size, const std::string& smallest) {
  throw std::invalid_argument("vocabulary_size " + std::to_string(vocabulary_size) +
                              " is too small for this text, whose characters alone need " +
                              smallest + ": set tokenizer.vocabulary_size=" + smallest +
                              " or more" + kOption + ", or lower tokenizer.character_coverage");
}

/// Translates SentencePiece's error message. Its sizes exclude padding.
[[noreturn]] void throw_training_error(const std::string& message, int64_t vocabulary_size) {
  std::smatch match;
  if (std::regex_search(message, match, std::regex("set it to a value <= (\\d+)"))) {
    throw_too_large(vocabulary_size, std::stoll(match[1]) + 1);
  }
  if (std::regex_search(message, match, std::regex("required_chars. \\d+ vs (\\d+)"))) {
    throw_too_small(vocabulary_size, std::to_string(std::stoll(match[1]) + 1));
  }
  throw std::invalid_argument("cannot train the tokenizer: " + message);
}

// With type char, SentencePiece silently makes a smaller vocabulary than requested; with
// keep_whitespace, a larger one, if the characters need it.
void check_size(const std::string& model, const TokenizerSettings& settings) {
  sentencepiece::SentencePieceProcessor processor;
  const bool loaded = processor.LoadFromSerializedProto(model).ok();
  if (!loaded) throw std::runtime_error("SentencePiece made a tokenizer that it cannot load");
  const int64_t made = processor.GetPieceSize() + 1;
  const int64_t wanted = settings.vocabulary_size;
  if (made > wanted) throw_too_small(wanted, std::to_string(made));
  if (made < wanted && !settings.keep_whitespace) throw_too_large(wanted, made);
}

void train_on(const TrainingLines& text, const TokenizerSettings& settings,
              const std::string& model_path) {
  LineIterator iterator(text.lines, settings);
  std::string model;
  const PlainLocale locale;
  const auto status = sentencepiece::SentencePieceTrainer::Train(options_of(text.has_tab, settings),
                                                                 &iterator, &model);
  if (!status.ok()) throw_training_error(status.ToString(), settings.vocabulary_size);
  check_size(model, settings);
  write_file_atomically(model_path, model);
}

}  // namespace

void check_tokenizer_settings(const TokenizerSettings& settings) {
  demand(!settings.byte_fallback || settings.vocabulary_size > kLeastWithBytes,
         "tokenizer.vocabulary_size is " + std::to_string(settings.vocabulary_size) +
             ", but tokenizer.byte_fallback needs more than " + std::to_string(kLeastWithBytes) +
             "; raise it or set tokenizer.byte_fallback to false");
  if (!settings.keep_whitespace) return;
  if (is_pretokenized(settings)) {
    throw std::invalid_argument(
        "tokenizer.keep_whitespace is true, but with tokenizer.type none spaces are what separates "
        "tokens; choose another type, as char or bpe");
  }
  if (settings.normalization == Normalization::kNfkc) {
    throw std::invalid_argument(
        "tokenizer.normalization is nfkc, but tokenizer.keep_whitespace keeps the text as it is; "
        "leave one of the two out");
  }
}

void train_tokenizer(const std::vector<std::string>& lines, const TokenizerSettings& settings,
                     const std::string& model_path) {
  check_tokenizer_settings(settings);
  train_on(draw_training_lines(lines, settings), settings, model_path);
}

void train_tokenizer_on_files(const std::vector<std::string>& paths,
                              const TokenizerSettings& settings, const std::string& model_path) {
  check_tokenizer_settings(settings);
  train_on(read_training_lines(paths, settings), settings, model_path);
}

}  // namespace dragoman
