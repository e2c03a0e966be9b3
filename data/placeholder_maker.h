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

/// Puts placeholder_symbols() into training pairs (data.placeholders): for a URL or another
/// protected span that both sides have, for a word that both have or whose translation is sure, or
/// else at the beginning or the end of both. Where there are names or numbers, or what a language
/// writes like them, for these alone: they stand where placeholders stand in other texts. Which
/// symbol stands for what is drawn, so that all are learned alike.
class PlaceholderMaker {
 public:
  /// `rate` is the share of pairs. Words that touch one of `symbols`, as tags, are left alone.
  /// Without `words` only those are replaced that both sides have.
  PlaceholderMaker(double rate, std::shared_ptr<const WordPairs> words,
                   std::vector<std::string> symbols);

  /// The pair with one to five placeholders, each once on both sides; nullopt if it stays as it is.
  /// Its links stay where its words do, or else are left out. A function of the pair and the key,
  /// which decides alone whether it stays, unless the pair has most of the symbols already.
  std::optional<SentencePair> make(const SentencePair& pair, uint64_t key) const;

 private:
  /// Parts of both sides that are translations of each other.
  struct Match {
    TextToken source, target;
  };

  static void prefer_names(const SentencePair& pair, std::vector<Match>& matches);
  std::vector<Match> find_matches(std::string_view source, std::string_view target) const;
  std::vector<TextToken> parts_of(std::string_view text) const;
  std::vector<TextToken> symbols_in(std::string_view text) const;
  SentencePair with_end(const SentencePair& pair, const std::string& symbol, bool is_first) const;

  double rate_;
  std::shared_ptr<const WordPairs> words_;
  std::vector<std::string> symbols_;
};

}  // namespace dragoman
