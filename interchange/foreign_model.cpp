#include "interchange/foreign_model.h"

#include <stdexcept>

#include "architecture/weights_file.h"
#include "io/atomic_file.h"
#include "io/new_folder.h"
#include "io/settings_write.h"

namespace dragoman {
namespace {

[[noreturn]] void fail(const ForeignModel& model, const std::string& reason) {
  throw std::runtime_error("cannot import '" + model.folder + "': " + reason);
}

/// Makes the vocabulary with padding as the last token, as in the weights' rows.
Vocabulary vocabulary_of(const ForeignModel& model, const ForeignTokens& side) {
  std::vector<std::string> tokens = side.tokens;
  if (side.padding < 0 || side.padding >= static_cast<int64_t>(tokens.size())) {
    fail(model, "its padding has the id " + std::to_string(side.padding) +
                    ", but its vocabulary has " + std::to_string(tokens.size()) + " tokens");
  }
  const auto padding = tokens.begin() + side.padding;
  std::rotate(padding, padding + 1, tokens.end());
  return {std::move(tokens), side.file, "a model needs </s>, <unk> and each of its tokens once"};
}

/// True if the SentencePiece model alone gives the vocabulary's ids. False if it lacks tokens that
/// a tokenizer needs.
bool gives_ids(const ForeignTokens& side, const Vocabulary& vocabulary) {
  try {
    const Tokenizer tokenizer(side.model, /*lowercase=*/false);
    return tokenizer.eos_id() == vocabulary.eos_id() &&
           tokenizer.unknown_id() == vocabulary.unknown_id() &&
           tokenizer.tokens() == vocabulary.tokens();
  } catch (const std::runtime_error&) {
    return false;
  }
}

void choose_tokenizers(const ForeignModel& model, const Vocabulary& source,
                       const Vocabulary& target, TokenizerSettings& settings) {
  const bool is_one_model = read_file(model.source.model) == read_file(model.target.model);
  const bool is_one_vocabulary = !model.has_two_vocabularies || source.tokens() == target.tokens();
  const bool are_native = gives_ids(model.source, source) && gives_ids(model.target, target);
  settings.shared = is_one_model && is_one_vocabulary;
  settings.vocabulary_size = static_cast<int64_t>(source.tokens().size());
  if (are_native && (is_one_model || model.has_two_vocabularies)) {
    settings.vocabulary = VocabularyKind::kSentencePiece;
  } else {
    settings.vocabulary = is_one_vocabulary ? VocabularyKind::kShared : VocabularyKind::kSeparate;
  }
}

TokenizerType type_of(const Tokenizer& tokenizer) {
  switch (tokenizer.segmentation_model()) {
    case SegmentationModel::kUnigram:
      return TokenizerType::kUnigram;
    case SegmentationModel::kBpe:
      return TokenizerType::kBpe;
    case SegmentationModel::kChar:
      return TokenizerType::kChar;
    case SegmentationModel::kWord:
      break;
  }
  return TokenizerType::kNone;
}

void write_tokenizers(const ForeignModel& model, const Vocabulary& source, const Vocabulary& target,
                      const TokenizerFiles& files) {
  copy_file_atomically(model.source.model, files.source_model);
  if (files.target_model != files.source_model)
    copy_file_atomically(model.target.model, files.target_model);
  if (!files.source_vocabulary.empty()) source.save(files.source_vocabulary);
  if (files.target_vocabulary != files.source_vocabulary) target.save(files.target_vocabulary);
}

/// Limits the lengths for further training to what the model can read.
void fit_data(FolderSettings& settings) {
  settings.data.max_length = std::min(settings.data.max_length, settings.model.max_length - 1);
}

}  // namespace

void write_model_folder(ForeignModel model, const std::string& out) {
  FolderSettings& settings = model.settings;
  for (const ForeignTokens* side : {&model.source, &model.target})
    check_sentencepiece_model(side->model);
  const Vocabulary source = vocabulary_of(model, model.source),
                   target = vocabulary_of(model, model.target);
  settings.model.output_bias = has_output_bias(model.weights, model.target.padding);
  choose_tokenizers(model, source, target, settings.tokenizer);
  fit_data(settings);
  const NamedWeights weights = from_marian_weights(
      model.weights, settings.model,
      {static_cast<int64_t>(source.tokens().size()), static_cast<int64_t>(target.tokens().size())},
      {model.source.padding, model.target.padding}, model.folder);
  NewFolder folder(out);
  const FolderPaths paths(folder.path());
  write_tokenizers(model, source, target, {paths, settings.tokenizer});
  const Tokenizers tokenizers = load_tokenizers(paths, settings.tokenizer);
  settings.tokenizer.type = type_of(*tokenizers.source);
  write_weights(paths.weights(), weights, {});
  write_file_atomically(paths.config(), write_settings(settings).dump(2) + "\n");
  folder.commit();
}

}  // namespace dragoman
