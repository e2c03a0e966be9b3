#pragma once

#include <memory>
#include <vector>

#include "tokenizer/tokenizer.h"
#include "translate/line_encoder.h"
#include "translate/translation.h"

namespace dragoman {

/// Tells who watches a line how the search of its parts goes on. Must live as long as the search.
class WatchedLines {
 public:
  /// Gives the tasks of `lines` whose requests are watched their observers. `requests` and `target`
  /// must outlive it.
  WatchedLines(const std::vector<TranslationRequest>& requests, const Tokenizer& target,
               EncodedLines& lines);
  ~WatchedLines();

 private:
  std::vector<std::unique_ptr<SearchObserver>> observers_;
};

}  // namespace dragoman
