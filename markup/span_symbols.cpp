#include "markup/span_symbols.h"

#include <string_view>

#include "markup/tag_reader.h"
#include "markup/text_tokens.h"

namespace dragoman {
namespace {

/// Returns the text of a kept element without white space at its end.
ByteSpan kept_text(const Sentence& sentence, const SentenceTag& tag) {
  ByteSpan text{tag.begin, tag.end};
  while (text.end > text.begin && is_tag_space(sentence.plain[text.end - 1])) --text.end;
  return text;
}

/// Replaces a part of the plain text, and shifts positions behind it.
void replace_plain(const ByteSpan& part, const std::string& symbol, Sentence& sentence) {
  sentence.plain.replace(part.begin, part.end - part.begin, symbol);
  const auto move = [&](size_t& position) {
    if (position >= part.end) position = position - part.end + part.begin + symbol.size();
  };
  for (SentenceTag& tag : sentence.tags) {
    move(tag.begin);
    move(tag.end);
  }
  for (SentenceText& text : sentence.texts) move(text.begin);
}

/// Puts a space into the plain text. What ends there stays before it; what begins there moves.
void insert_space(size_t at, Sentence& sentence) {
  sentence.plain.insert(at, 1, ' ');
  for (SentenceTag& tag : sentence.tags) {
    const bool begins_behind = tag.begin >= at;
    if (begins_behind || tag.end > at) ++tag.end;
    if (begins_behind) ++tag.begin;
  }
  for (SentenceText& text : sentence.texts) {
    if (text.begin >= at) ++text.begin;
  }
}

/// Separates a word in the plain text from letters that touch it.
void separate_word(const ByteSpan& word, Sentence& sentence) {
  const auto joins_letters = [&](size_t at) {
    const std::string_view plain = sentence.plain;
    return is_one_token(plain.substr(0, at), plain.substr(at));
  };
  if (joins_letters(word.end)) insert_space(word.end, sentence);
  if (joins_letters(word.begin)) insert_space(word.begin, sentence);
}

}  // namespace

void put_symbols(const std::vector<std::string>& symbols, bool are_words, Sentence& sentence) {
  for (const std::string& symbol : symbols) {
    if (sentence.plain.find(symbol) == std::string::npos)
      sentence.symbols.push_back({symbol, "", are_words});
  }
  auto next = sentence.symbols.begin();
  for (size_t i = 0; i < sentence.tags.size() && next != sentence.symbols.end(); ++i) {
    if (!sentence.tags[i].is_kept) continue;
    const ByteSpan part = kept_text(sentence, sentence.tags[i]);
    if (part.begin == part.end) continue;
    next->text = part.of(sentence.plain);
    replace_plain(part, next->symbol, sentence);
    if (are_words) separate_word({part.begin, part.begin + next->symbol.size()}, sentence);
    ++next;
  }
  if (are_words) sentence.symbols.erase(next, sentence.symbols.end());
}

std::string with_symbols(const Sentence& sentence, std::string text) {
  for (const SpanSymbol& of : sentence.symbols) {
    const size_t at = of.text.empty() ? std::string::npos : text.find(of.text);
    if (at != std::string::npos) text.replace(at, of.text.size(), of.symbol);
  }
  return text;
}

std::vector<ByteSpan> symbols_in(const Sentence& sentence, std::string_view translation) {
  std::vector<ByteSpan> found;
  for (const SpanSymbol& of : sentence.symbols) {
    if (of.is_word) continue;
    const std::vector<ByteSpan> more = occurrences(translation, of.symbol);
    found.insert(found.end(), more.begin(), more.end());
  }
  return found;
}

}  // namespace dragoman
