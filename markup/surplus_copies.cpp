#include "markup/surplus_copies.h"

#include <algorithm>
#include <map>

#include "markup/protected_spans.h"
#include "markup/span_symbols.h"

namespace dragoman {
namespace {

/// Limit, because each text is searched for in the whole translation.
constexpr size_t kMostTexts = 256;

class CopyRemover {
 public:
  CopyRemover(const TranslatedSentence& pair, TagGaps& tags)
      : sentence_(pair.sentence), text_(pair.translation.text), tokens_(pair.target), tags_(tags) {}

  void run(const Fragment& fragment) {
    for (const ByteSpan& symbol : symbols_in(sentence_, text_)) {
      const TagSpan tokens = tokens_with(tokens_, symbol);
      if (!tags_.is_replaced(static_cast<size_t>(tokens.begin))) tags_.take_out(tokens);
    }
    std::map<std::string_view, size_t> protected_texts;  // number of each text in the sentence
    for (const SentenceTag& tag : sentence_.tags) {
      const bool is_protected = tag.is_kept && fragment.bytes(tag.open).empty();
      if (is_protected && tag.begin < tag.end)
        ++protected_texts[ByteSpan{tag.begin, tag.end}.of(sentence_.plain)];
    }
    if (protected_texts.empty()) return;
    if (fragment.takes_out_new) {
      for (const ByteSpan& span : protected_spans(text_))
        tags_.take_out(tokens_with(tokens_, span));
    }
    size_t num_sought = 0;
    for (const auto& [text, count] : protected_texts) {
      if (++num_sought > kMostTexts) break;
      take_out_surplus(text, count);
    }
  }

 private:
  /// Removes copies that represent no protected text, except as many as the sentence has
  /// unprotected ones.
  void take_out_surplus(std::string_view text, size_t num_protected) {
    size_t others = occurrences(sentence_.plain, text).size();
    others -= std::min(others, num_protected);
    for (const ByteSpan& bytes : occurrences(text_, text)) {
      const auto copy = exact_tokens(tokens_, bytes);
      if (!copy || tags_.is_replaced(static_cast<size_t>(copy->begin))) continue;
      if (others > 0) {
        --others;
      } else {
        tags_.take_out(*copy);
      }
    }
  }

  const Sentence& sentence_;
  std::string_view text_;
  const std::vector<ByteSpan>& tokens_;
  TagGaps& tags_;
};

}  // namespace

void take_out_surplus_copies(const Fragment& fragment, const TranslatedSentence& pair,
                             TagGaps& tags) {
  CopyRemover(pair, tags).run(fragment);
}

}  // namespace dragoman
