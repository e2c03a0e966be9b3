#include "train/training_data.h"

#include <filesystem>
#include <stdexcept>

#include "io/atomic_file.h"

namespace dragoman {
namespace {

void make_tokenizer(const std::string& path, const std::string& given,
                    const TokenizerSettings& settings,
                    const std::vector<const std::vector<std::string>*>& texts, const Logger& log) {
  if (std::filesystem::exists(path)) return;
  if (!given.empty()) {
    Tokenizer check(given, settings.lowercase);
    write_file_atomically(path, read_file(given));
    return;
  }
  std::vector<std::string> lines;
  for (const auto* text : texts) lines.insert(lines.end(), text->begin(), text->end());
  log->info("training the tokenizer {} on {} lines", path, lines.size());
  train_tokenizer(lines, settings, path);
}

void make_tokenizers(const TokenizerSettings& settings, const FolderPaths& paths,
                     const ParallelText& text, const Logger& log) {
  if (settings.shared) {
    make_tokenizer(paths.tokenizer(), settings.model, settings, {&text.source, &text.target}, log);
    return;
  }
  make_tokenizer(paths.source_tokenizer(), settings.model, settings, {&text.source}, log);
  make_tokenizer(paths.target_tokenizer(), settings.target_model, settings, {&text.target}, log);
}

Examples encode(const char* name, const ParallelText& text, const Tokenizers& tokenizers,
                int64_t max_length, const Logger& log) {
  EncodedText encoded =
      encode_parallel_text(text, *tokenizers.source, *tokenizers.target, max_length);
  log->info("{}: {} pairs, left out: {} with an empty side, {} with more than {} tokens", name,
            encoded.examples.size(), encoded.num_empty, encoded.num_too_long, max_length);
  if (encoded.examples.size() == 0) {
    throw std::runtime_error(
        std::string("data.") + name + " has no usable pairs: of " + std::to_string(text.size()) +
        ", " + std::to_string(encoded.num_empty) + " have an empty side and " +
        std::to_string(encoded.num_too_long) +
        " more than data.max_length=" + std::to_string(max_length) + " tokens");
  }
  return std::move(encoded.examples);
}

}  // namespace

TrainingData prepare_training_data(const DataSettings& data, const TokenizerSettings& tokenizer,
                                   const FolderPaths& paths, const Logger& log) {
  const ParallelText text = read_parallel_texts(data.train);
  if (text.size() == 0) throw std::runtime_error("data.train has no lines: name files with text");
  TrainingData prepared;
  if (!data.valid.empty()) prepared.valid = read_parallel_text(data.valid);
  make_tokenizers(tokenizer, paths, text, log);
  prepared.tokenizers = load_tokenizers(paths, tokenizer);
  prepared.examples = encode("train", text, prepared.tokenizers, data.max_length, log);
  if (!data.valid.empty()) {
    prepared.valid_examples =
        encode("valid", prepared.valid, prepared.tokenizers, data.max_length, log);
  }
  return prepared;
}

}  // namespace dragoman
