#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "data/sentence_pair.h"
#include "data/word_pairs.h"

namespace dragoman {

/// Puts placeholder_symbols() into training pairs (data.placeholders). A symbol replaces a URL or
/// another protected span that both sides have, or a word that both sides have or whose translation
/// is certain. Without such parts, a symbol is put at the beginning or the end of both sides. If
/// there are names, numbers or words written like them, only these are replaced: they are where
/// other texts have placeholders. The choice of symbols is drawn, so that all are learned alike.
class PlaceholderMaker {
 public:
  /// `rate` is the share of pairs. Words that touch one of `symbols`, such as a tag, are never
  /// replaced. Without `words`, only words that both sides have are replaced.
  PlaceholderMaker(double rate, std::shared_ptr<const WordPairs> words,
                   std::vector<std::string> symbols);

  /// Returns the pair with one to five placeholders, each once on both sides; nullopt if it does
  /// not change. Links are kept if words keep their places, else removed. A function of the pair
  /// and the key. The key alone decides whether a pair changes, unless the pair already has most of
  /// the symbols.
  std::optional<SentencePair> make(const SentencePair& pair, uint64_t key) const;

 private:
  /// A part of the source and its translation in the target.
  struct Match {
    ByteSpan source, target;
  };

  static void prefer_names(const SentencePair& pair, std::vector<Match>& matches);
  std::vector<Match> find_matches(std::string_view source, std::string_view target) const;
  std::vector<ByteSpan> parts_of(std::string_view text) const;
  std::vector<ByteSpan> symbols_in(std::string_view text) const;
  SentencePair with_end(const SentencePair& pair, const std::string& symbol, bool is_first) const;

  double rate_;
  std::shared_ptr<const WordPairs> words_;
  std::vector<std::string> symbols_;
};

}  // namespace dragoman
