#include "markup/like_links.h"

#include "markup/text_tokens.h"

namespace dragoman {
namespace {

/// Distance in tokens up to which the search goes, since text without spaces may be long.
constexpr size_t kFarthest = 16;

class LikeLinks {
 public:
  LikeLinks(std::string_view source, const std::vector<ByteSpan>& source_tokens,
            std::string_view target, const std::vector<ByteSpan>& target_tokens)
      : source_(source),
        source_tokens_(source_tokens),
        target_(target),
        target_tokens_(target_tokens),
        has_like_(source_tokens.size(), false) {}

  std::vector<TokenLink> improve(std::vector<TokenLink> links) {
    std::erase_if(links, [&](const TokenLink& link) {
      return static_cast<size_t>(link.source) >= source_tokens_.size() ||
             static_cast<size_t>(link.target) >= target_tokens_.size();
    });
    for (const TokenLink& link : links) {
      if (is_like(link.source, target(link.target))) has_like_[link.source] = true;
    }
    for (TokenLink& link : links) {
      const std::string_view word = target(link.target);
      if (is_word(source(link.source)) != is_word(word)) link.source = nearest(link.source, word);
    }
    return links;
  }

 private:
  std::string_view source(size_t i) const { return source_tokens_[i].of(source_); }
  std::string_view target(size_t j) const { return target_tokens_[j].of(target_); }

  bool is_like(size_t i, std::string_view target) const {
    return is_word(target) ? is_word(source(i)) : source(i) == target;
  }
  /// True if there is no space between token `i` and the one before.
  bool is_joined(size_t i) const {
    return i > 0 && i < source_tokens_.size() &&
           source_tokens_[i - 1].end == source_tokens_[i].begin;
  }

  /// Returns the nearest token around `from` that is like `target` and has no such link. Of two
  /// equally near tokens, returns the earlier one. If there is none, returns `from`.
  int32_t nearest(int32_t from, std::string_view target) const {
    const auto fits = [&](size_t i) { return is_like(i, target) && !has_like_[i]; };
    size_t first = from, last = from;
    for (size_t distance = 1; distance <= kFarthest; ++distance) {
      const bool goes_back = is_joined(first), goes_on = is_joined(last + 1);
      if (goes_back && fits(--first)) return static_cast<int32_t>(first);
      if (goes_on && fits(++last)) return static_cast<int32_t>(last);
      if (!goes_back && !goes_on) break;
    }
    return from;
  }

  std::string_view source_;
  const std::vector<ByteSpan>& source_tokens_;
  std::string_view target_;
  const std::vector<ByteSpan>& target_tokens_;
  std::vector<bool> has_like_;  // by source token: it is linked with a like token, a word with a
                                // word or a mark with an equal mark
};

}  // namespace

std::vector<TokenLink> link_like_tokens(const std::vector<TokenLink>& links,
                                        std::string_view source,
                                        const std::vector<ByteSpan>& source_tokens,
                                        std::string_view target,
                                        const std::vector<ByteSpan>& target_tokens) {
  return LikeLinks(source, source_tokens, target, target_tokens).improve(links);
}

}  // namespace dragoman
