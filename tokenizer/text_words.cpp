#include "tokenizer/text_words.h"

#include <algorithm>

#include "io/utf8.h"
#include "io/words.h"
#include "tokenizer/space_symbol.h"
#include "tokenizer/words.h"

namespace dragoman {
namespace {

/// Returns the text of a piece that is not the first one, with space symbols for white space. A
/// piece may have more of it than its name: unknown tokens have spaces around them.
std::string decoded_piece(const std::string& piece, const Tokenizer& tokenizer) {
  constexpr std::string_view kBefore = "x";  // keeps the space before the piece
  const std::string text = without_line_breaks(
      tokenizer.decode_pieces({std::string(kBefore), piece}).substr(kBefore.size()));
  std::string decoded;
  for (const char byte : text) {
    if (kWhiteSpace.find(byte) == std::string_view::npos) {
      decoded += byte;
    } else {
      decoded += kSpaceSymbol;
    }
  }
  return decoded;
}

/// True for visible ASCII, of which every tokenizer makes one word.
bool is_plain(std::string_view word) {
  return std::all_of(word.begin(), word.end(), [](char byte) { return byte > ' ' && byte < 0x7f; });
}

/// Returns the sums of `counts` before each of them, then of all.
std::vector<int32_t> sums_before(const std::vector<int32_t>& counts) {
  std::vector<int32_t> sums{0};
  for (const int32_t count : counts) sums.push_back(sums.back() + count);
  return sums;
}

}  // namespace

int32_t num_words(const std::vector<int32_t>& numbers) {
  return numbers.empty() ? 0 : numbers.back() + 1;
}

std::vector<int32_t> first_words(std::string_view text, int32_t count, const Tokenizer& tokenizer) {
  const std::vector<std::string_view> words = split_words(text);
  const bool as_many = static_cast<int32_t>(words.size()) == count;
  std::vector<int32_t> parts;
  for (const std::string_view word : words) {
    const bool is_one = as_many && is_plain(word);
    parts.push_back(is_one ? 1 : num_words(word_numbers(tokenizer.encode_as_pieces(word))));
  }
  const std::vector<int32_t> firsts = sums_before(parts);
  if (firsts.back() == count) return firsts;
  return as_many ? sums_before(std::vector<int32_t>(words.size(), 1)) : std::vector<int32_t>();
}

std::vector<int32_t> words_in_text(const std::vector<std::string>& pieces, std::string_view text,
                                   const Tokenizer& tokenizer) {
  std::vector<int32_t> numbers = word_numbers(pieces);
  const int32_t count = num_words(numbers);
  const std::vector<int32_t> firsts = first_words(text, count, tokenizer);
  const auto words = static_cast<int64_t>(split_words(text).size());
  for (int32_t& number : numbers) {
    const auto next = std::upper_bound(firsts.begin(), firsts.end(), number);
    number =
        static_cast<int32_t>(firsts.empty() ? number * words / count : next - firsts.begin() - 1);
  }
  return numbers;
}

std::vector<int32_t> words_in_decoded(const std::vector<std::string>& pieces,
                                      const Tokenizer& tokenizer) {
  std::vector<std::string> decoded;
  for (const std::string& piece : pieces) decoded.push_back(decoded_piece(piece, tokenizer));
  return word_numbers(decoded);
}

}  // namespace dragoman
