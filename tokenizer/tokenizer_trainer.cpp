#include <sentencepiece_processor.h>
#include <sentencepiece_trainer.h>

#include <algorithm>
#include <charconv>
#include <regex>
#include <stdexcept>
#include <unordered_map>

#include "io/atomic_file.h"
#include "tokenizer/space_symbol.h"
#include "tokenizer/tokenizer.h"
#include "tokenizer/unicode_text.h"

namespace dragoman {
namespace {

using TrainerOptions = std::unordered_map<std::string, std::string>;

/// Bytes; the most that SentencePiece takes.
constexpr const char* kLongestLine = "1073741824";
/// A unigram model depends on it in the last digits, so it is not the machine's number of cores.
constexpr const char* kNumThreads = "16";
/// Nothing is logged; errors come back as a status.
constexpr const char* kLogLevel = "3";

bool is_pretokenized(const TokenizerSettings& settings) {
  return settings.type == TokenizerType::kNone;
}

std::vector<std::string> symbols_of(const TokenizerSettings& settings) {
  std::vector<std::string> symbols;
  for (const std::string& symbol : settings.user_symbols) {
    if (symbol.empty() || symbol.find_first_of(" \t\r\n\"") != std::string::npos) {
      throw std::invalid_argument("tokenizer.user_symbols." + std::to_string(symbols.size()) +
                                  " is empty or holds white space or a quote; choose another tag");
    }
    symbols.push_back(settings.lowercase ? to_lowercase(symbol) : symbol);
  }
  return symbols;
}

/// SentencePiece ends the program at a word of more than 65,535 characters, and normalising may
/// make eleven bytes of one. No language has words that come near this.
bool has_endless_word(std::string_view line) {
  constexpr size_t kLongestWord = 5000;
  while (line.size() > kLongestWord) {
    const size_t end = line.find(' ');
    if (std::min(end, line.size()) > kLongestWord) return true;
    line.remove_prefix(end + 1);
  }
  return false;
}

/// The lines that show anything, at most `most` of them, drawn evenly; those with a word that has
/// no end are left out.
std::vector<const std::string*> draw_lines(const std::vector<std::string>& lines, size_t most) {
  std::vector<const std::string*> shown;
  for (const std::string& line : lines) {
    if (!is_blank(line) && !has_endless_word(line)) shown.push_back(&line);
  }
  // SentencePiece ends the program when a unigram model has nothing to learn from.
  if (shown.empty()) {
    throw std::runtime_error("there is no text to train a tokenizer on; check the corpus");
  }
  std::vector<const std::string*> drawn(std::min(most, shown.size()));
  for (size_t i = 0; i < drawn.size(); ++i) drawn[i] = shown[i * shown.size() / drawn.size()];
  return drawn;
}

/// Gives SentencePiece the lines to train on, one after the other.
class LineIterator : public sentencepiece::SentenceIterator {
 public:
  LineIterator(const std::vector<std::string>& lines, const TokenizerSettings& settings)
      : settings_(settings),
        lines_(draw_lines(lines, static_cast<size_t>(settings.training_lines))) {
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
    line_ = settings_.lowercase ? to_lowercase(*lines_[current_]) : *lines_[current_];
  }

  const TokenizerSettings& settings_;
  std::vector<const std::string*> lines_;
  size_t current_ = 0;
  std::string line_;
};

std::string model_type(TokenizerType type) {
  return type == TokenizerType::kNone ? "word" : name_of(type);
}

std::string decimal(double value) {
  char digits[32];
  return {digits, std::to_chars(digits, digits + sizeof(digits), value).ptr};
}

/// The symbols as SentencePiece reads lists: quoted, so that a symbol may hold a comma.
std::string symbol_list(const TokenizerSettings& settings) {
  std::string list;
  for (const std::string& symbol : symbols_of(settings)) {
    if (!list.empty()) list += ',';
    list += '"';
    if (is_pretokenized(settings)) list += kSpaceSymbol;
    list += symbol;
    list += '"';
  }
  return list;
}

TrainerOptions trainer_options(const TokenizerSettings& settings) {
  const Normalization normalization =
      is_pretokenized(settings) ? Normalization::kIdentity : settings.normalization;
  return {{"model_type", model_type(settings.type)},
          {"vocab_size", std::to_string(settings.vocabulary_size - 1)},
          {"eos_id", "0"},
          {"unk_id", "1"},
          {"bos_id", "-1"},
          {"pad_id", "-1"},
          {"normalization_rule_name", name_of(normalization)},
          {"byte_fallback", settings.byte_fallback ? "true" : "false"},
          {"character_coverage", decimal(settings.character_coverage)},
          {"user_defined_symbols", symbol_list(settings)},
          {"max_sentence_length", kLongestLine},
          {"num_threads", kNumThreads},
          {"minloglevel", kLogLevel}};
}

[[noreturn]] void throw_too_large(int64_t vocabulary_size, const std::string& largest) {
  throw std::invalid_argument("vocabulary_size " + std::to_string(vocabulary_size) +
                              " is too large for this text, which allows at most " + largest +
                              ": set tokenizer.vocabulary_size=" + largest + " or less");
}

[[noreturn]] void throw_too_small(int64_t vocabulary_size, const std::string& smallest) {
  throw std::invalid_argument("vocabulary_size " + std::to_string(vocabulary_size) +
                              " is too small for this text, whose characters alone need " +
                              smallest + ": set tokenizer.vocabulary_size=" + smallest +
                              " or more, or lower tokenizer.character_coverage");
}

std::string one_more(const std::string& number) { return std::to_string(std::stoll(number) + 1); }

/// Says what SentencePiece's failed check means. Its sizes are without padding.
[[noreturn]] void throw_training_error(const std::string& message, int64_t vocabulary_size) {
  std::smatch match;
  if (std::regex_search(message, match, std::regex("set it to a value <= (\\d+)"))) {
    throw_too_large(vocabulary_size, one_more(match[1]));
  }
  if (std::regex_search(message, match, std::regex("required_chars. \\d+ vs (\\d+)"))) {
    throw_too_small(vocabulary_size, one_more(match[1]));
  }
  throw std::invalid_argument("cannot train the tokenizer: " + message);
}

// For type char SentencePiece makes a smaller vocabulary than it was asked for, and is content.
void check_size(const std::string& model, int64_t vocabulary_size) {
  sentencepiece::SentencePieceProcessor processor;
  const bool loaded = processor.LoadFromSerializedProto(model).ok();
  if (!loaded) throw std::runtime_error("SentencePiece made a tokenizer that it cannot load");
  const int64_t made = processor.GetPieceSize() + 1;
  if (made < vocabulary_size) throw_too_large(vocabulary_size, std::to_string(made));
}

}  // namespace

void train_tokenizer(const std::vector<std::string>& lines, const TokenizerSettings& settings,
                     const std::string& model_path) {
  LineIterator iterator(lines, settings);
  std::string model;
  const auto status =
      sentencepiece::SentencePieceTrainer::Train(trainer_options(settings), &iterator, &model);
  if (!status.ok()) throw_training_error(status.ToString(), settings.vocabulary_size);
  check_size(model, settings.vocabulary_size);
  write_file_atomically(model_path, model);
}

}  // namespace dragoman
