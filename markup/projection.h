#pragma once

#include <cstdint>
#include <vector>

namespace dragoman {

/// Token `source` of a text and token `target` of its translation belong together, by so much.
struct TokenLink {
  int32_t source = 0;
  int32_t target = 0;
  float weight = 1;
};

/// Tokens [begin, end) that a pair of tags stands around; none for a tag between two tokens.
struct TagSpan {
  int32_t begin = 0;
  int32_t end = 0;
  int32_t parent = -1;  // the span around this one, an earlier one; -1: none
  bool begins_before =
      false;                // its start tag stands in an earlier sentence: it begins with the text
  bool ends_after = false;  // its end tag stands in a later one: it ends with the text
};

/// What spans of a text become in its translation of `target_size` tokens: as many, with the same
/// parents. Each is the run of tokens within its parent, and beside its siblings, that has the most
/// links with its own tokens and the fewest with others. Spans are in the order of their start
/// tags.
std::vector<TagSpan> project_spans(const std::vector<TagSpan>& spans,
                                   const std::vector<TokenLink>& links, int32_t source_size,
                                   int32_t target_size);

/// The same for single tags whose order must not change, as those of broken markup: for each gap
/// between tokens, ascending, one of the translation's, ascending.
std::vector<int32_t> project_in_order(const std::vector<int32_t>& gaps,
                                      const std::vector<TokenLink>& links, int32_t source_size,
                                      int32_t target_size);

}  // namespace dragoman
