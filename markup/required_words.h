#pragma once

#include <vector>

#include "markup/translated_sentence.h"

namespace dragoman {

/// Keeps elements that replace words, the kept ones, off the required words of a translation.
class RequiredWords {
 public:
  explicit RequiredWords(const TranslatedSentence& pair);

  /// Removes the links between kept elements and required tokens.
  std::vector<TokenLink> without_kept(std::vector<TokenLink> links) const;

  /// Makes tokens that are copies of a kept element no longer required: it may replace them. They
  /// have links with it, which were added after without_kept().
  void release_copies(const std::vector<TokenLink>& links);

  /// Returns for each token of the translation whether it is required. Those of the prefix are.
  const std::vector<bool>& tokens() const { return is_required_; }
  /// Returns the number of the prefix's tokens.
  int32_t prefix() const { return prefix_; }

 private:
  bool joins_kept_and_required(const TokenLink& link) const {
    return is_kept_[static_cast<size_t>(link.source)] &&
           is_required_[static_cast<size_t>(link.target)];
  }

  std::vector<bool> is_kept_;      // for each token of the sentence
  std::vector<bool> is_required_;  // for each token of the translation
  int32_t prefix_ = 0;
};

}  // namespace dragoman
