#include "search/line_splitter.h"

#include <unicode/brkiter.h>
#include <unicode/unistr.h>

#include <memory>

namespace dragoman {
namespace {

enum class Unit { kSentence, kWord };

/// `text` cut at every boundary of the kind (Unicode Standard Annex 29), with nothing left out.
std::vector<std::string> cut(const std::string& text, Unit unit) {
  UErrorCode status = U_ZERO_ERROR;
  const icu::Locale& root = icu::Locale::getRoot();
  const std::unique_ptr<icu::BreakIterator> boundaries(
      unit == Unit::kSentence ? icu::BreakIterator::createSentenceInstance(root, status)
                              : icu::BreakIterator::createWordInstance(root, status));
  if (U_FAILURE(status)) return {text};
  const icu::UnicodeString unicode = icu::UnicodeString::fromUTF8(text);
  boundaries->setText(unicode);
  std::vector<std::string> pieces;
  int32_t begin = boundaries->first();
  for (int32_t end = boundaries->next(); end != icu::BreakIterator::DONE;
       begin = end, end = boundaries->next()) {
    unicode.tempSubStringBetween(begin, end).toUTF8String(pieces.emplace_back());
  }
  return pieces;
}

std::vector<TokenIds> cut_tokens(const TokenIds& ids, size_t max_tokens) {
  std::vector<TokenIds> parts;
  for (size_t begin = 0; begin < ids.size(); begin += max_tokens) {
    const size_t end = std::min(ids.size(), begin + max_tokens);
    parts.emplace_back(ids.begin() + begin, ids.begin() + end);
  }
  return parts;
}

/// Joins neighbouring pieces while they fit, and splits those that do not fit at the next smaller
/// unit.
class Splitter {
 public:
  Splitter(const Tokenizer& tokenizer, size_t max_tokens)
      : tokenizer_(tokenizer), max_tokens_(max_tokens) {}

  std::vector<TokenIds> split(const std::string& text, Unit unit) {
    for (const std::string& piece : cut(text, unit)) add(piece, unit);
    flush();
    return std::move(parts_);
  }

 private:
  void add(const std::string& piece, Unit unit) {
    const size_t tokens = tokenizer_.encode(piece).size();
    if (joined_tokens_ + tokens > max_tokens_) flush();
    if (tokens <= max_tokens_) {
      joined_ += piece;
      joined_tokens_ += tokens;
    } else if (unit == Unit::kSentence) {
      append(Splitter(tokenizer_, max_tokens_).split(piece, Unit::kWord));
    } else {
      append(cut_tokens(tokenizer_.encode(piece), max_tokens_));
    }
  }

  void flush() {
    // Tokens of joined text can differ from the sum of its pieces' tokens, hence the cut.
    append(cut_tokens(tokenizer_.encode(joined_), max_tokens_));
    joined_.clear();
    joined_tokens_ = 0;
  }

  void append(std::vector<TokenIds>&& parts) {
    for (TokenIds& part : parts) parts_.push_back(std::move(part));
  }

  const Tokenizer& tokenizer_;
  const size_t max_tokens_;
  std::vector<TokenIds> parts_;
  std::string joined_;
  size_t joined_tokens_ = 0;
};

}  // namespace

std::vector<TokenIds> encode_in_parts(std::string_view line, const Tokenizer& tokenizer,
                                      size_t max_tokens) {
  TokenIds ids = tokenizer.encode(line);
  if (ids.empty()) return {};
  if (ids.size() <= max_tokens) return {std::move(ids)};
  return Splitter(tokenizer, max_tokens).split(std::string(line), Unit::kSentence);
}

}  // namespace dragoman
