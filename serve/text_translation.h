#pragma once

#include <functional>
#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "serve/batcher.h"
#include "serve/kept_steps.h"
#include "serve/model_registry.h"
#include "serve/request_context.h"
#include "serve/service_settings.h"
#include "serve/text_sentences.h"
#include "serve/translate_call.h"

namespace dragoman {

/// A sentence with up to num_best translations, best first.
struct TranslatedSentence {
  std::string source;
  std::vector<Translation> translations;
  std::vector<BeamStep> steps;  // empty unless asked for
};

struct TranslatedText {
  TextSentences pieces;
  std::vector<TranslatedSentence> sentences;
  int64_t target_tokens = 0;                // of the best translations
  bool in_parts = false;                    // a sentence was longer than the model takes
  std::vector<TranslationNote> notes = {};  // for a document

  /// Returns the text with each sentence's translation number `rank`, or its last one if it has
  /// fewer.
  std::string text(size_t rank = 0) const;
};

/// Texts being translated. Preparing them takes part of the time if the call has expressions, terms
/// and the like, so a worker does that, too. The destructor cancels the work.
class TextTranslation {
 public:
  /// Called in the translating threads with the best translation of a sentence so far.
  using OnPartial =
      std::function<void(size_t text, size_t sentence, const std::string& translation)>;

  ~TextTranslation() { deadline_->cancel(); }
  TextTranslation(const TextTranslation&) = delete;
  TextTranslation& operator=(const TextTranslation&) = delete;

  const ServedModel& model() const { return *model_; }
  const SearchSettings& settings() const { return *settings_; }
  const std::shared_ptr<Deadline>& deadline() const { return deadline_; }
  /// True once the texts are prepared. Throws ApiError for an invalid call, and like Batcher.
  bool is_prepared();
  /// True when all translations are ready. Throws like is_prepared().
  bool is_done();
  /// Waits for all texts and returns them. Throws what translating threw. Call once.
  std::vector<TranslatedText> take();

 private:
  friend class TextTranslator;
  struct Job {
    size_t text, sentence;  // indices
    std::shared_ptr<KeptSteps> steps = {};
    std::future<TranslationResult> result = {};
  };
  TextTranslation() = default;

  std::shared_ptr<const ServedModel> model_;
  std::shared_ptr<const SearchSettings> settings_;
  std::shared_ptr<Deadline> deadline_;
  std::future<void> preparation_;  // if a worker prepares the texts; until then it has the rest
  std::vector<TranslatedText> texts_;
  std::vector<Job> jobs_;
  size_t num_ready_ = 0;  // number of leading jobs that are ready
};

/// Translates texts of any length, sentence by sentence, through a Batcher. Thread-safe.
class TextTranslator {
 public:
  /// All arguments must outlive this object, which must outlive the batcher's threads.
  TextTranslator(const ServiceSettings& settings, const ModelRegistry& registry, Batcher& batcher)
      : settings_(settings), registry_(registry), batcher_(batcher) {}

  /// Starts a translation. Throws ApiError for an invalid call, unless TextTranslation::is_prepared
  /// does so later.
  std::shared_ptr<TextTranslation> start(std::shared_ptr<const TranslateCall> call,
                                         const RequestContext& context,
                                         TextTranslation::OnPartial on_partial = {});

 private:
  using Requests = std::vector<TranslationRequest>;
  SearchSettings settings_for(const TranslateCall& call, const ServedModel& model) const;
  void prepare(const TranslateCall& call, TextTranslation& translation,
               const TextTranslation::OnPartial& on_partial);
  void split_texts(const TranslateCall& call, TextTranslation& translation);
  std::vector<TextSentences> split_all(const TranslateCall& call,
                                       const TextTranslation& translation);
  TextSentences split(const std::string& text, SplitText how, const std::string& language);
  void check(const TranslateCall& call, const TextTranslation& translation) const;
  Requests make_requests(const TranslateCall& call, TextTranslation& translation,
                         const TextTranslation::OnPartial& on_partial) const;
  void check(const TranslateCall& call, const TextTranslation& translation,
             const Requests& requests) const;
  void submit(const TranslateCall& call, TextTranslation& translation, Requests requests);

  const ServiceSettings& settings_;
  const ModelRegistry& registry_;
  Batcher& batcher_;
  std::mutex mutex_;
  std::map<std::string, SentenceSplitter> splitters_;  // by language; never removed
};

}  // namespace dragoman
