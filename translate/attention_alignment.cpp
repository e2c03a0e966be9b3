#include "translate/attention_alignment.h"

#include <algorithm>
#include <set>
#include <string_view>

#include "tokenizer/space_symbol.h"

namespace dragoman {
namespace {

/// Returns the index of the first largest value. `values` must not be empty.
int32_t position_of_most(const std::vector<float>& values) {
  return static_cast<int32_t>(std::max_element(values.begin(), values.end()) - values.begin());
}

}  // namespace

std::vector<AlignmentLink> align_tokens(const std::vector<std::vector<float>>& attention) {
  std::vector<AlignmentLink> links;
  for (size_t token = 0; token < attention.size(); ++token) {
    if (attention[token].empty()) continue;
    links.push_back({position_of_most(attention[token]), static_cast<int32_t>(token)});
  }
  return links;
}

std::vector<AlignmentLink> align_words(const std::vector<AlignmentLink>& token_links,
                                       const std::vector<int32_t>& source_words,
                                       const std::vector<int32_t>& target_words) {
  std::set<AlignmentLink> links;
  for (const AlignmentLink& link : token_links) {
    links.insert({source_words[link.source], target_words[link.target]});
  }
  return {links.begin(), links.end()};
}

std::string replacement(const std::vector<std::string>& target_pieces, size_t position,
                        const std::vector<std::string>& source_pieces,
                        const std::vector<float>& attention) {
  if (attention.empty()) return target_pieces[position];
  std::string_view piece = source_pieces[position_of_most(attention)];
  const bool follows_space = position > 0 && target_pieces[position - 1] == kSpaceSymbol;
  if (follows_space && piece.starts_with(kSpaceSymbol)) piece.remove_prefix(kSpaceSymbol.size());
  return std::string(piece);
}

}  // namespace dragoman
