#include "data/long_line.h"

#include <string>

#include "tokenizer/space_symbol.h"
#include "tokenizer/text_part.h"

namespace dragoman {
namespace {

/// A part has other tokens than in its line where it was cut: a few more at most.
constexpr size_t kMoreByCuts = 100;

/// Returns true if the part is only unknown characters and goes on with those at the end of
/// `before`. Together they are one token.
bool continues_unknown(const TokenIds& before, std::string_view part, const TokenIds& ids,
                       const Tokenizer& tokenizer) {
  const int32_t unknown = tokenizer.unknown_id();
  if (part.starts_with(' ') || before.empty() || before.back() != unknown) return false;
  if (ids.empty() || ids.back() != unknown) return false;
  const bool has_space = ids.size() == 2 && ids[0] == tokenizer.id_of(std::string(kSpaceSymbol));
  return ids.size() == 1 || has_space;
}

}  // namespace

TokenIds encode_line(const Tokenizer& tokenizer, std::string_view line, size_t most) {
  if (line.size() <= kLongestPart) return tokenizer.encode(line);
  TokenIds ids;
  std::string text;  // has the tokens of `line`, with shorter runs of unknown characters
  while (!line.empty()) {
    const std::string_view part = line.substr(0, size_of_part(line));
    line.remove_prefix(part.size());
    const TokenIds of_part = tokenizer.encode(part);
    if (continues_unknown(ids, part, of_part, tokenizer)) continue;
    text += part;
    ids.insert(ids.end(), of_part.begin(), of_part.end());
    if (ids.size() > most + kMoreByCuts) return ids;
  }
  return tokenizer.encode(text);
}

}  // namespace dragoman
