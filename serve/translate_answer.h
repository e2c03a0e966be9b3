#pragma once

#include <future>
#include <memory>
#include <string>
#include <vector>

#include "serve/batcher.h"
#include "serve/text_translation.h"

namespace dragoman {

/// The response to POST /v1/translate, which a worker writes if it is large. Not thread-safe.
class TranslateAnswer {
 public:
  /// `batcher` must outlive this object.
  TranslateAnswer(std::shared_ptr<TextTranslation> work, std::shared_ptr<const TranslateCall> call,
                  Clock::time_point begin, Batcher& batcher);

  /// True once the JSON is written. Throws like TextTranslation::is_done() and take(), and like
  /// Batcher.
  bool is_done();
  /// Returns the JSON. Call once, after is_done(). Throws like Batcher.
  std::string take();
  /// The translations; null until they are complete.
  const std::shared_ptr<const std::vector<TranslatedText>>& texts() const { return texts_; }

 private:
  void write();

  std::shared_ptr<TextTranslation> work_;
  std::shared_ptr<const TranslateCall> call_;
  Clock::time_point begin_;
  Batcher& batcher_;
  std::shared_ptr<const std::vector<TranslatedText>> texts_;
  std::shared_ptr<std::string> json_ = std::make_shared<std::string>();
  std::future<void> written_;  // if a worker writes
};

/// Returns the milliseconds since `begin`, rounded to a thousandth.
double milliseconds_since(Clock::time_point begin);

}  // namespace dragoman
