#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <variant>

#include "translate/attention_maps.h"
#include "translate/language_model.h"
#include "translate/terminology.h"
#include "translate/translator.h"

namespace dragoman {

/// What clients are told of a model.
struct ModelCard {
  std::string name;
  bool is_language_model = false;
  std::string source_language;  // labels of the folder's configuration, may be empty
  std::string target_language;
  int64_t encoder_layers = 0;
  int64_t decoder_layers = 0;
  int64_t heads = 0;
  int64_t width = 0;
  int64_t parameters = 0;
  int64_t source_vocabulary = 0;
  int64_t target_vocabulary = 0;
  int64_t max_length = 0;
  bool lowercases = false;
  std::string precision;
};

/// A model folder, opened to be served: a translator or a language model. All members may be called
/// from several threads at once.
class ServedModel {
 public:
  /// options.workers is how many threads will call the model at the same time: each call computes
  /// with its share of the threads. Throws as Translator and LanguageModel do.
  /// `terminology`: a file of terms that it must translate as told, or none; throws
  /// std::invalid_argument for terms that no translation can have, and for a language model.
  ServedModel(std::string name, const std::string& folder, const TranslatorOptions& options,
              const std::string& terminology = "");

  const ModelCard& card() const { return card_; }
  const SearchSettings& settings() const;
  /// These throw ApiError (400, wrong_kind_of_model) if the model is of the other kind.
  const Translator& translator() const;
  const LanguageModel& language_model() const;
  /// Null if there is none.
  const std::shared_ptr<const Terminology>& terminology() const { return terminology_; }
  /// Where each layer and head looks as the model reads `target` as a translation of `source` (a
  /// language model: `target` alone). The network that tells it is opened at the first call, from
  /// the folder as it is then. Throws as AttentionViewer.
  AttentionMaps attention(const std::string& source, const std::string& target) const;

 private:
  void open_terminology(const std::string& path);

  ModelCard card_;
  std::string folder_;
  std::shared_ptr<const Terminology> terminology_;
  std::variant<std::monostate, Translator, LanguageModel> model_;
  mutable std::mutex mutex_;
  mutable std::unique_ptr<AttentionViewer> viewer_;
};

}  // namespace dragoman
