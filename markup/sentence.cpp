#include "markup/sentence.h"

#include <algorithm>

#include "markup/characters.h"

namespace dragoman {
namespace {

/// Returns the number of tokens that end at or before `position`.
int32_t num_ended(const std::vector<ByteSpan>& tokens, size_t position) {
  const auto after = std::partition_point(
      tokens.begin(), tokens.end(), [&](const ByteSpan& token) { return token.end <= position; });
  return static_cast<int32_t>(after - tokens.begin());
}

/// Returns the number of tokens that begin before `position`.
int32_t num_begun(const std::vector<ByteSpan>& tokens, size_t position) {
  const auto after = std::partition_point(
      tokens.begin(), tokens.end(), [&](const ByteSpan& token) { return token.begin < position; });
  return static_cast<int32_t>(after - tokens.begin());
}

}  // namespace

bool Sentence::has_language() const {
  const std::string_view text = plain;
  for (size_t i = 0; i < texts.size(); ++i) {
    // White space at the end is not in the plain text.
    const size_t begin = std::min(texts[i].begin, text.size());
    const size_t end =
        i + 1 < texts.size() ? std::min(texts[i + 1].begin, text.size()) : text.size();
    if (!texts[i].is_kept && has_letter(text.substr(begin, end - begin))) return true;
  }
  return false;
}

TagSpan tokens_with(const std::vector<ByteSpan>& tokens, const ByteSpan& bytes) {
  return {.begin = num_ended(tokens, bytes.begin), .end = num_begun(tokens, bytes.end)};
}

std::optional<TagSpan> exact_tokens(const std::vector<ByteSpan>& tokens, const ByteSpan& bytes) {
  const TagSpan found = tokens_with(tokens, bytes);
  const bool is_exact = found.begin < found.end && tokens[found.begin].begin == bytes.begin &&
                        tokens[found.end - 1].end == bytes.end;
  return is_exact ? std::optional(found) : std::nullopt;
}

std::vector<TagSpan> Sentence::spans(const std::vector<ByteSpan>& tokens) const {
  std::vector<TagSpan> spans;
  for (const SentenceTag& tag : tags) {
    TagSpan span = tokens_with(tokens, {tag.begin, tag.end});
    if (tag.begin == tag.end) span.begin = span.end;  // a tag inside a word moves behind it
    span.parent = tag.parent;
    span.begins_before = tag.open == kNoPiece;
    span.ends_after = tag.open != kNoPiece && tag.close == kNoPiece && tag.begin != tag.end;
    spans.push_back(span);
  }
  return spans;
}

std::vector<bool> kept_tokens(const Sentence& sentence, const std::vector<TagSpan>& spans,
                              size_t num_tokens) {
  std::vector<bool> is_kept(num_tokens, false);
  for (size_t i = 0; i < spans.size(); ++i) {
    if (sentence.tags[i].is_kept)
      std::fill(is_kept.begin() + spans[i].begin, is_kept.begin() + spans[i].end, true);
  }
  return is_kept;
}

}  // namespace dragoman
