#include "translate/line_splitter.h"

#include <algorithm>

#include "io/words.h"
#include "threads/cancellation.h"
#include "tokenizer/text_part.h"
#include "tokenizer/text_words.h"
#include "tokenizer/unicode_text.h"
#include "translate/text_units.h"

namespace dragoman {
namespace {

template <class T>
std::vector<T> slice(const std::vector<T>& values, size_t begin, size_t end) {
  begin = std::min(begin, values.size());
  return {values.begin() + begin, values.begin() + std::min(end, values.size())};
}

std::vector<EncodedText> cut_tokens(const EncodedText& text, size_t max_tokens) {
  std::vector<EncodedText> parts;
  for (size_t begin = 0; begin < text.ids.size(); begin += max_tokens) {
    const size_t end = begin + max_tokens;
    parts.push_back({slice(text.ids, begin, end), slice(text.pieces, begin, end),
                     begin == 0 ? text.text : "", text.begin, slice(text.words, begin, end)});
  }
  return parts;
}

/// Joins neighbouring pieces of text up to max_tokens, and splits longer pieces at the next smaller
/// unit.
class Splitter {
 public:
  /// `begin`: offset of the text in the line, in bytes.
  Splitter(const Tokenizer& tokenizer, size_t max_tokens, bool with_pieces, size_t begin = 0)
      : tokenizer_(tokenizer), max_tokens_(max_tokens), with_pieces_(with_pieces), at_(begin) {}

  EncodedText encode(std::string_view text, size_t begin = 0) const {
    EncodedText encoded{tokenizer_.encode(text), {}, std::string(text), begin};
    if (!with_pieces_) return encoded;
    encoded.pieces = tokenizer_.encode_as_pieces(text);
    encoded.words = words_in_text(encoded.pieces, text, tokenizer_);
    return encoded;
  }

  std::vector<EncodedText> split(const std::string& text, TextUnit unit) {
    for (const std::string& piece : cut_text(text, unit)) {
      add(piece, unit);
      at_ += piece.size();
    }
    flush();
    return std::move(parts_);
  }

 private:
  void add(const std::string& piece, TextUnit unit) {
    Cancellation::check();
    const bool is_huge = piece.size() > kLongestPart && !is_blank(piece);
    const size_t tokens = is_huge ? max_tokens_ + 1 : tokenizer_.encode(piece).size();
    if (joined_tokens_ + tokens > max_tokens_) flush();
    if (tokens <= max_tokens_) {
      joined_ += piece;
      joined_tokens_ += tokens;
    } else if (unit == TextUnit::kSentence) {
      append(Splitter(tokenizer_, max_tokens_, with_pieces_, at_).split(piece, TextUnit::kWord));
    } else {
      cut_word(piece);
    }
  }

  /// A word of more than kLongestPart bytes becomes several words.
  void cut_word(std::string_view word) {
    for (size_t begin = 0, size; begin < word.size(); begin += size) {
      size = size_of_part(word.substr(begin));
      append(cut_tokens(encode(word.substr(begin, size), at_ + begin), max_tokens_));
    }
  }

  void flush() {
    // The joined text can have more tokens than its pieces have in sum, so it may need a cut.
    append(cut_tokens(encode(joined_, at_ - joined_.size()), max_tokens_));
    joined_.clear();
    joined_tokens_ = 0;
  }

  void append(std::vector<EncodedText>&& parts) {
    for (EncodedText& part : parts) parts_.push_back(std::move(part));
  }

  const Tokenizer& tokenizer_;
  const size_t max_tokens_;
  const bool with_pieces_;
  size_t at_;  // offset of the next piece in the line, in bytes
  std::vector<EncodedText> parts_;
  std::string joined_;
  size_t joined_tokens_ = 0;
};

bool is_in_word(std::string_view line, size_t at) {
  return at < line.size() && kWhiteSpace.find(line[at]) == std::string_view::npos;
}

/// Sets the number of each part's first word. A part may begin within a word.
void number_first_words(std::string_view line, std::vector<EncodedText>& parts) {
  int32_t words = 0;  // that begin before `at`
  size_t at = 0;
  const auto continues_word = [&] {
    return at > 0 && is_in_word(line, at - 1) && is_in_word(line, at);
  };
  for (EncodedText& part : parts) {
    for (; at < part.begin; ++at) words += is_in_word(line, at) && !continues_word() ? 1 : 0;
    part.first_word = words - (continues_word() ? 1 : 0);
  }
}

}  // namespace

std::vector<EncodedText> encode_in_parts(std::string_view line, const Tokenizer& tokenizer,
                                         size_t max_tokens, bool with_pieces) {
  Splitter splitter(tokenizer, max_tokens, with_pieces);
  if (is_blank(line)) return {};
  if (line.size() <= kLongestPart) {
    EncodedText whole = splitter.encode(line);
    if (whole.ids.empty()) return {};
    if (whole.ids.size() <= max_tokens) return {std::move(whole)};
  }
  std::vector<EncodedText> parts = splitter.split(std::string(line), TextUnit::kSentence);
  number_first_words(line, parts);
  return parts;
}

}  // namespace dragoman
