#include "data/placeholder_maker.h"

#include <algorithm>
#include <array>
#include <unordered_map>

#include "data/placeholder_symbols.h"
#include "io/random.h"
#include "io/text_edits.h"
#include "io/utf8.h"
#include "io/words.h"
#include "markup/protected_spans.h"
#include "tokenizer/letter_case.h"
#include "tokenizer/unicode_text.h"

namespace dragoman {
namespace {

constexpr size_t kMostInPair = 4;

/// One in so many pairs gets one more symbol, at an end, even if it has words to replace.
constexpr uint64_t kPairsPerEnd = 8;

/// Returns the position of the text's final punctuation, or of the white space before it.
size_t end_of_words(std::string_view text) {
  constexpr std::array<std::string_view, 14> kMarks = {" ", "\t", ".",  "!",  "?", ":", ";",
                                                       "…", "。", "！", "？", "।", "؟", "۔"};
  const auto ends_text = [&](std::string_view mark) { return text.ends_with(mark); };
  for (auto mark = kMarks.begin(); mark != kMarks.end();) {
    mark = std::find_if(kMarks.begin(), kMarks.end(), ends_text);
    if (mark != kMarks.end()) text.remove_suffix(mark->size());
  }
  return text.size();
}

/// Returns the size of a tag at the beginning of the text and of the spaces behind it, in bytes.
size_t begin_of_words(std::string_view text, const std::vector<std::string>& symbols) {
  for (const std::string& symbol : symbols) {
    if (text.starts_with(symbol))
      return std::min(text.find_first_not_of(' ', symbol.size()), text.size());
  }
  return 0;
}

/// True if a symbol at `at` has a letter of a script without spaces beside it, on its right or
/// left.
bool needs_no_space_at(std::string_view text, size_t at, bool on_right) {
  if (at == (on_right ? text.size() : 0)) return true;
  if (!on_right) at = character_begin(text, at - 1);
  return is_letter_without_spaces(next_character(text, at));
}

/// True for what placeholders mostly replace: protected spans, names, numbers. In some languages
/// all nouns look like names. The capital of a text's first word is ignored.
bool looks_like_name(std::string_view text, const ByteSpan& part) {
  const std::string word(part.of(text));
  return (part.begin > 0 && has_capital(word)) ||
         word.find_first_of("0123456789") != std::string::npos || !protected_spans(word).empty();
}

/// Returns the parts that occur once in a text, by their bytes.
std::unordered_map<std::string_view, ByteSpan> single_parts(std::string_view text,
                                                            const std::vector<ByteSpan>& parts) {
  std::unordered_map<std::string_view, ByteSpan> single;
  std::unordered_map<std::string_view, size_t> counts;
  for (const ByteSpan& part : parts) {
    ++counts[part.of(text)];
    single[part.of(text)] = part;
  }
  std::erase_if(single, [&](const auto& entry) { return counts[entry.first] > 1; });
  return single;
}

/// Returns the symbols that neither text contains, in an order drawn with the key.
std::vector<std::string> draw_symbols(const SentencePair& pair, uint64_t key) {
  std::vector<std::string> symbols = placeholder_symbols();
  std::erase_if(symbols, [&](const std::string& symbol) {
    return pair.source.find(symbol) != std::string::npos ||
           pair.target.find(symbol) != std::string::npos;
  });
  shuffle(symbols, key);
  return symbols;
}

/// True if both texts have the same number of words, so that links stay valid: a replaced part of
/// several words can only have become one word.
bool has_same_words(std::string_view one, std::string_view other) {
  return split_words(one).size() == split_words(other).size();
}

}  // namespace

PlaceholderMaker::PlaceholderMaker(double rate, std::shared_ptr<const WordPairs> words,
                                   std::vector<std::string> symbols)
    : rate_(rate), words_(std::move(words)), symbols_(std::move(symbols)) {
  const std::vector<std::string> own = placeholder_symbols();
  std::erase_if(symbols_, [&](const std::string& symbol) {
    return std::find(own.begin(), own.end(), symbol) != own.end();
  });
}

std::optional<SentencePair> PlaceholderMaker::make(const SentencePair& pair, uint64_t key) const {
  RandomSequence random(key);
  if (random.uniform() >= rate_) return std::nullopt;
  std::vector<Match> matches = find_matches(pair.source, pair.target);
  prefer_names(pair, matches);
  shuffle(matches, derive_key(key, 0));
  const std::vector<std::string> symbols = draw_symbols(pair, derive_key(key, 1));
  if (symbols.size() <= kMostInPair) return std::nullopt;
  // Several placeholders teach the model which stands for what, so the number tends to be large.
  const uint64_t wanted = std::max(random.below(kMostInPair), random.below(kMostInPair)) + 1;
  const size_t count = std::min<size_t>(matches.size(), wanted);
  std::vector<ByteEdit> sources, targets;
  for (size_t i = 0; i < count; ++i) {
    const auto& [source, target] = matches[i];
    sources.push_back({source.begin, source.end, symbols[i]});
    targets.push_back({target.begin, target.end, symbols[i]});
  }
  SentencePair made{with_edits(pair.source, sources), with_edits(pair.target, targets)};
  const bool has_end = count == 0 || random.below(kPairsPerEnd) == 0;
  if (has_end) return with_end(made, symbols[count], random.below(2) == 0);
  if (has_same_words(pair.source, made.source) && has_same_words(pair.target, made.target))
    made.links = pair.links;
  return made;
}

/// Keeps only the matches that look like names, if there are any.
void PlaceholderMaker::prefer_names(const SentencePair& pair, std::vector<Match>& matches) {
  const auto is_name = [&](const Match& match) {
    return looks_like_name(pair.source, match.source) || looks_like_name(pair.target, match.target);
  };
  const auto others = std::stable_partition(matches.begin(), matches.end(), is_name);
  if (others != matches.begin()) matches.erase(others, matches.end());
}

/// Returns the pair, without links, with a symbol as the first or the last word of both sides.
SentencePair PlaceholderMaker::with_end(const SentencePair& pair, const std::string& symbol,
                                        bool is_first) const {
  const auto put = [&](std::string text, size_t at) {
    if (needs_no_space_at(text, at, is_first)) return text.insert(at, symbol);
    return text.insert(at, is_first ? symbol + ' ' : ' ' + symbol);
  };
  if (is_first)
    return {put(pair.source, begin_of_words(pair.source, symbols_)), put(pair.target, 0)};
  return {put(pair.source, end_of_words(pair.source)), put(pair.target, end_of_words(pair.target))};
}

std::vector<PlaceholderMaker::Match> PlaceholderMaker::find_matches(std::string_view source,
                                                                    std::string_view target) const {
  const std::vector<ByteSpan> parts = parts_of(source);
  const auto sources = single_parts(source, parts);
  auto targets = single_parts(target, parts_of(target));
  std::vector<Match> matches;
  for (const ByteSpan& part : parts) {
    const std::string_view text = part.of(source);
    if (!sources.contains(text)) continue;
    const auto found = targets.find(words_ ? words_->translation(text) : text);
    if (found == targets.end()) continue;
    matches.push_back({part, found->second});
    targets.erase(found);
  }
  return matches;
}

/// Returns the protected spans of a text, and the words that overlap none. Leaves out parts that
/// overlap a symbol.
std::vector<ByteSpan> PlaceholderMaker::parts_of(std::string_view text) const {
  const std::vector<ByteSpan> symbols = symbols_in(text);
  std::vector<ByteSpan> parts = protected_spans(text);
  std::erase_if(parts, [&](const ByteSpan& span) { return overlaps_any(span, symbols); });
  const std::vector<ByteSpan> spans = parts;
  for (const ByteSpan& word : words_of(text))
    if (!overlaps_any(word, symbols) && !overlaps_any(word, spans)) parts.push_back(word);
  return parts;
}

std::vector<ByteSpan> PlaceholderMaker::symbols_in(std::string_view text) const {
  std::vector<ByteSpan> found;
  for (const std::string& symbol : symbols_) {
    const std::vector<ByteSpan> more = occurrences(text, symbol);
    found.insert(found.end(), more.begin(), more.end());
  }
  return found;
}

}  // namespace dragoman
