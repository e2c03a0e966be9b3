#pragma once

#include <cstdint>
#include <vector>

namespace dragoman {

/// A weighted link between token `source` of a text and token `target` of its translation.
struct TokenLink {
  int32_t source = 0;
  int32_t target = 0;
  float weight = 1;
};

/// Tokens [begin, end) inside a pair of tags; empty for a tag between two tokens.
struct TagSpan {
  int32_t begin = 0;
  int32_t end = 0;
  int32_t parent = -1;  // the enclosing span, which comes earlier; -1: none
  /// Its start tag is in an earlier sentence: the span begins with the text.
  bool begins_before = false;
  /// Its end tag is in a later sentence: the span ends with the text.
  bool ends_after = false;
};

/// Projects spans of a text onto its translation of `target_size` tokens. Returns a span for each,
/// with the same parents. Each is the run of tokens that has most links with the span's tokens and
/// fewest with others, within its parent and outside its siblings. Spans are in the order of their
/// start tags.
std::vector<TagSpan> project_spans(const std::vector<TagSpan>& spans,
                                   const std::vector<TokenLink>& links, int32_t source_size,
                                   int32_t target_size);

/// The same for single tags whose order must not change, as in broken markup. Returns a gap between
/// the translation's tokens for each gap in `gaps`. Both lists are ascending.
std::vector<int32_t> project_in_order(const std::vector<int32_t>& gaps,
                                      const std::vector<TokenLink>& links, int32_t source_size,
                                      int32_t target_size);

}  // namespace dragoman
