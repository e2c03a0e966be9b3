#include "markup/final_mark.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace dragoman {
namespace {

bool ends_with_mark(std::string_view text, const std::vector<ByteSpan>& tokens) {
  constexpr std::array<std::string_view, 7> kMarks = {".", "!", "?", "…", "。", "！", "？"};
  if (tokens.empty()) return false;
  const std::string_view last = tokens.back().of(text);
  return std::find(kMarks.begin(), kMarks.end(), last) != kMarks.end();
}

}  // namespace

std::vector<TokenLink> link_final_marks(const Sentence& sentence, const std::vector<TagSpan>& spans,
                                        const PlainTranslation& translation,
                                        const std::vector<ByteSpan>& source,
                                        const std::vector<ByteSpan>& target) {
  std::vector<TokenLink> links = translation.links;
  if (!ends_with_mark(sentence.plain, source) || !ends_with_mark(translation.text, target))
    return links;
  const auto mark = static_cast<int32_t>(target.size()) - 1;
  const std::vector<bool> is_kept = kept_tokens(sentence, spans, source.size());
  if (is_kept.back() || std::find(is_kept.begin(), is_kept.end(), true) == is_kept.end())
    return links;
  std::erase_if(links, [&](const TokenLink& link) { return link.target == mark; });
  links.push_back({static_cast<int32_t>(source.size()) - 1, mark});
  return links;
}

}  // namespace dragoman
