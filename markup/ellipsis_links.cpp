#include "markup/ellipsis_links.h"

namespace dragoman {

std::vector<TokenLink> link_new_ellipses(const std::vector<TokenLink>& links,
                                         std::string_view source, std::string_view target,
                                         const std::vector<ByteSpan>& target_tokens) {
  constexpr std::string_view kEllipsis = "\xe2\x80\xa6";
  const bool are_new = source.find(kEllipsis) == std::string_view::npos;
  if (!are_new || target.find(kEllipsis) == std::string_view::npos) return links;
  // [j]: token j is an ellipsis directly behind a word.
  std::vector<bool> follows(target_tokens.size() + 1, false);
  for (size_t j = 1; j < target_tokens.size(); ++j) {
    const ByteSpan& token = target_tokens[j];
    follows[j] = target_tokens[j - 1].end == token.begin && token.of(target) == kEllipsis;
  }
  std::vector<TokenLink> changed;
  for (const TokenLink& link : links) {
    const auto target_token = static_cast<size_t>(link.target);
    if (link.target < 0 || target_token >= target_tokens.size()) continue;
    if (!follows[target_token]) changed.push_back(link);
    if (follows[target_token + 1]) changed.push_back({link.source, link.target + 1, link.weight});
  }
  return changed;
}

}  // namespace dragoman
