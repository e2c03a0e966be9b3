#include "markup/final_mark.h"

#include <unicode/uchar.h>

#include <algorithm>
#include <string_view>

#include "io/utf8.h"

namespace dragoman {
namespace {

/// True if the last token is a full stop, a question mark, or a similar mark of any script.
bool ends_with_mark(std::string_view text, const std::vector<ByteSpan>& tokens) {
  constexpr char32_t kEllipsis = 0x2026;
  if (tokens.empty()) return false;
  const std::string_view token = tokens.back().of(text);
  size_t end = 0;
  const char32_t mark = next_character(token, end);
  return end == token.size() &&
         (mark == kEllipsis || u_hasBinaryProperty(static_cast<UChar32>(mark), UCHAR_S_TERM));
}

}  // namespace

std::vector<TokenLink> link_final_marks(const TranslatedSentence& pair,
                                        std::vector<TokenLink> links) {
  if (!ends_with_mark(pair.sentence.plain, pair.source) ||
      !ends_with_mark(pair.translation.text, pair.target))
    return links;
  const int32_t mark = pair.target_size() - 1;
  const std::vector<bool> is_kept = kept_tokens(pair.sentence, pair.spans, pair.source.size());
  if (is_kept.back() || std::find(is_kept.begin(), is_kept.end(), true) == is_kept.end())
    return links;
  std::erase_if(links, [&](const TokenLink& link) { return link.target == mark; });
  links.push_back({pair.source_size() - 1, mark});
  return links;
}

}  // namespace dragoman
