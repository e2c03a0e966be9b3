#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <variant>

#include "io/file_identity.h"
#include "translate/attention_maps.h"
#include "translate/language_model.h"
#include "translate/terminology.h"
#include "translate/translator.h"

namespace dragoman {

/// The description of a model for clients.
struct ModelCard {
  std::string name;
  bool is_language_model = false;
  std::string source_language;  // label in the folder's configuration; may be ""
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

/// A model folder opened for serving: a translator or a language model. Thread-safe.
class ServedModel {
 public:
  /// options.workers: number of threads that will call the model at the same time; each call
  /// computes with its share of the threads. Throws like Translator and LanguageModel.
  /// `terminology`: a file of terms with prescribed translations; "": none. Throws
  /// std::invalid_argument for terms that no translation can contain, and for terms for a language
  /// model.
  ServedModel(std::string name, const std::string& folder, const TranslatorOptions& options,
              const std::string& terminology = "");

  const ModelCard& card() const { return card_; }
  const SearchSettings& settings() const;
  /// Both throw ApiError (400, wrong_kind_of_model) if the model is of the other kind.
  const Translator& translator() const;
  const LanguageModel& language_model() const;
  /// The model's terminology, or null.
  const std::shared_ptr<const Terminology>& terminology() const { return terminology_; }
  /// Returns the attention weights of each layer and head for `target` as a translation of `source`
  /// (language model: for `target` alone). The first call opens the network again. Throws like
  /// AttentionViewer, and ApiError (503, unavailable) if the folder then has other weights.
  AttentionMaps attention(const std::string& source, const std::string& target) const;

 private:
  void open_terminology(const std::string& path);
  std::unique_ptr<AttentionViewer> open_viewer() const;

  ModelCard card_;
  std::string folder_;
  FileIdentity weights_;  // before the folder was opened
  std::shared_ptr<const Terminology> terminology_;
  std::variant<std::monostate, Translator, LanguageModel> model_;
  mutable std::mutex mutex_;
  mutable std::unique_ptr<AttentionViewer> viewer_;
};

}  // namespace dragoman
