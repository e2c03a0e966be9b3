#pragma once

#include <memory>
#include <vector>

#include "tokenizer/tokenizer.h"
#include "translate/line_encoder.h"
#include "translate/translation.h"

namespace dragoman {

/// Calls a line's watch while its parts are searched. Must live as long as the search.
class WatchedLines {
 public:
  /// Sets an observer on each task of `lines` whose request is watched. `requests` and `target`
  /// must outlive this object.
  WatchedLines(const std::vector<TranslationRequest>& requests, const Tokenizer& target,
               EncodedLines& lines);
  ~WatchedLines();

 private:
  std::vector<std::unique_ptr<SearchObserver>> observers_;
};

}  // namespace dragoman
