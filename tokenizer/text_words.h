#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tokenizer/tokenizer.h"

namespace dragoman {

/// Counts the words of pieces whose word_numbers() are given.
int32_t num_words(const std::vector<int32_t>& numbers);

/// For each word of the text (split_words()), returns the index of the first of the tokenizer's
/// words in it; then `count`, the number of the tokenizer's words. A tokenizer may split text into
/// more words than white space does, as at a no-break space, or drop a word. Returns an empty
/// vector if the two splits do not match.
std::vector<int32_t> first_words(std::string_view text, int32_t count, const Tokenizer& tokenizer);

/// Returns for each of the `pieces` of `text` the number of its word in split_words(text). If the
/// tokenizer's words do not match those, distributes them evenly.
std::vector<int32_t> words_in_text(const std::vector<std::string>& pieces, std::string_view text,
                                   const Tokenizer& tokenizer);

/// Returns for each piece the number of its word in the decoded text, split by split_words().
std::vector<int32_t> words_in_decoded(const std::vector<std::string>& pieces,
                                      const Tokenizer& tokenizer);

}  // namespace dragoman
