#pragma once

#include <vector>

#include "markup/required_words.h"
#include "markup/tag_spaces.h"
#include "markup/translated_sentence.h"

namespace dragoman {

/// The tags in each gap between tokens of a translation, in the order in which they are written.
class TagGaps {
 public:
  /// Both must outlive this object.
  TagGaps(const TranslatedSentence& pair, const RequiredWords& required);

  /// Puts tags around spans of the translation. Spans are nested or disjoint. Kept elements neither
  /// part required tokens nor come before the prefix, but may replace copies of themselves there.
  void put_around(const std::vector<TagSpan>& placed);
  /// Puts tags at the gaps that correspond to their source gaps. Their order does not change. Kept
  /// elements come behind required tokens that they would part, and behind the prefix.
  void put_in_order(const std::vector<TokenLink>& links);

  /// Removes tokens of the translation if none is required. If a kept element replaces some of
  /// them, it replaces all.
  void take_out(const TagSpan& tokens);

  const std::vector<TagRun>& at(size_t gap) const { return gaps_[gap]; }
  /// True for tokens that a kept element replaces.
  bool is_replaced(size_t token) const { return is_replaced_[token]; }
  /// True for tokens that are removed.
  bool is_taken_out(size_t token) const { return is_taken_out_[token]; }

 private:
  TagRun begin_of(size_t tag) const;
  TagRun end_of(size_t tag) const;
  bool has_begin(size_t tag) const;
  bool has_end(size_t tag) const;
  bool has_own_end(size_t tag) const;
  bool is_edge(int32_t source_gap) const {
    return source_gap == 0 || source_gap == pair_.source_size();
  }
  bool parts_required(int32_t gap) const;
  int32_t gap_behind_required(int32_t gap) const;
  int32_t gap_of_kept(const TagSpan& placed) const;
  void put_begin(size_t tag, const TagSpan& placed);
  void replace(const TagSpan& tokens);
  void replace_kept(const std::vector<TokenLink>& links);

  const TranslatedSentence& pair_;
  const std::vector<SentenceTag>& tags_;
  const std::vector<TagSpan>& spans_;
  const std::vector<bool>& is_required_;
  const int32_t prefix_;
  std::vector<std::vector<TagRun>> gaps_;
  std::vector<bool> is_replaced_;
  std::vector<bool> is_taken_out_;
};

}  // namespace dragoman
