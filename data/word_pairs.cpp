#include "data/word_pairs.h"

#include <algorithm>
#include <cstdint>
#include <set>
#include <stdexcept>
#include <utility>

#include "markup/text_tokens.h"

namespace dragoman {
namespace {

constexpr size_t kMostPairs = 30000;
/// A word in fewer lines is ignored, and so is a pair of words with fewer lines in common.
constexpr uint32_t kFewestLines = 3;
/// A word in more than one of so many lines is ignored, since it translates nothing in particular.
constexpr size_t kLinesPerCommonWord = 10;
constexpr double kLeastDice = 0.5;
/// Number of words of a line that are read; the rest is ignored.
constexpr size_t kMostWords = 100;

/// True if a mark between two words joins them into one, as an apostrophe does.
bool is_inside_word(std::string_view mark) {
  constexpr std::string_view kMarks = ".,:'-/_@&";
  return (mark.size() == 1 && kMarks.find(mark[0]) != std::string_view::npos) || mark == "’";
}

/// Lines whose words are numbers.
struct NumberedLines {
  std::vector<std::string> words;
  std::vector<std::vector<uint32_t>> lines;     // the words of each line, each once, ascending
  std::vector<std::vector<uint32_t>> lines_of;  // the lines of each word, ascending

  explicit NumberedLines(const std::vector<std::string>& text) {
    std::unordered_map<std::string, uint32_t> numbers;
    for (const std::string& line : text) lines.push_back(number_words(line, numbers));
    lines_of.resize(words.size());
    for (uint32_t line = 0; line < lines.size(); ++line)
      for (const uint32_t word : lines[line]) lines_of[word].push_back(line);
  }

  size_t num_lines(uint32_t word) const { return lines_of[word].size(); }
  /// True for words that are neither rare nor in too many lines.
  bool tells(uint32_t word) const {
    const size_t most = std::max<size_t>(lines.size() / kLinesPerCommonWord, kLinesPerCommonWord);
    return num_lines(word) >= kFewestLines && num_lines(word) <= most;
  }

 private:
  std::vector<uint32_t> number_words(const std::string& line,
                                     std::unordered_map<std::string, uint32_t>& numbers) {
    std::vector<uint32_t> ids;
    for (const ByteSpan& word : words_of(line)) {
      if (ids.size() == kMostWords) break;
      const auto [at, is_new] = numbers.emplace(word.of(line), static_cast<uint32_t>(words.size()));
      if (is_new) words.push_back(at->first);
      ids.push_back(at->second);
    }
    std::sort(ids.begin(), ids.end());
    ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
    return ids;
  }
};

/// The best partner of a word; the first one if several are equal.
struct Partner {
  uint32_t word = 0;
  double dice = 0;

  void improve(uint32_t other, double score) {
    if (score > dice) *this = {other, score};
  }
};

/// Finds the best partner of each word on both sides.
class PartnerFinder {
 public:
  PartnerFinder(const NumberedLines& source, const NumberedLines& target)
      : source_(source),
        target_(target),
        of_source_(source.words.size()),
        of_target_(target.words.size()),
        together_(target.words.size()) {
    for (uint32_t word = 0; word < of_source_.size(); ++word)
      if (source.tells(word)) compare(word);
  }

  bool are_partners(uint32_t source, uint32_t target) const {
    return of_source_[source].dice >= kLeastDice && of_target_[target].word == source;
  }
  uint32_t partner_of(uint32_t source) const { return of_source_[source].word; }

 private:
  /// Compares a source word with all target words that share a line with it.
  void compare(uint32_t word) {
    std::vector<uint32_t> met;
    for (const uint32_t line : source_.lines_of[word]) {
      for (const uint32_t other : target_.lines[line])
        if (together_[other]++ == 0) met.push_back(other);
    }
    for (const uint32_t other : met) {
      const uint32_t count = std::exchange(together_[other], 0);
      if (count < kFewestLines || !target_.tells(other)) continue;
      const double dice =
          2.0 * count / static_cast<double>(source_.num_lines(word) + target_.num_lines(other));
      of_source_[word].improve(other, dice);
      of_target_[other].improve(word, dice);
    }
  }

  const NumberedLines& source_;
  const NumberedLines& target_;
  std::vector<Partner> of_source_, of_target_;
  /// Number of lines that a target word shares with the current source word.
  std::vector<uint32_t> together_;
};

}  // namespace

std::vector<ByteSpan> words_of(std::string_view text) {
  std::vector<ByteSpan> words;
  for (const ByteSpan& token : text_tokens(text)) {
    if (!is_word(token.of(text))) continue;
    const size_t end = words.empty() ? 0 : words.back().end;
    const auto between = text.substr(end, token.begin - end);
    if (!words.empty() && is_inside_word(between)) {
      words.back().end = token.end;
    } else {
      words.push_back(token);
    }
  }
  return words;
}

WordPairs::WordPairs(const std::vector<std::string>& source,
                     const std::vector<std::string>& target) {
  if (source.size() != target.size()) {
    throw std::invalid_argument("there are " + std::to_string(source.size()) + " lines, but " +
                                std::to_string(target.size()) + " translations of them");
  }
  const NumberedLines sources(source), targets(target);
  const PartnerFinder finder(sources, targets);
  for (uint32_t word = 0; word < sources.words.size(); ++word) {
    const uint32_t partner = finder.partner_of(word);
    if (sources.num_lines(word) >= kFewestLines) frequent_.insert(sources.words[word]);
    if (partner < targets.words.size() && finder.are_partners(word, partner))
      translations_.emplace(sources.words[word], targets.words[partner]);
  }
  for (uint32_t word = 0; word < targets.words.size(); ++word)
    if (targets.num_lines(word) >= kFewestLines) frequent_.insert(targets.words[word]);
}

std::string_view WordPairs::translation(std::string_view source) const {
  const auto found = translations_.find(source);
  if (found != translations_.end()) return found->second;
  return frequent_.contains(source) ? std::string_view() : source;
}

std::vector<std::string> WordPairs::target_words() const {
  std::set<std::string> words;
  for (const auto& [source, target] : translations_) words.insert(target);
  return {words.begin(), words.end()};
}

namespace {

using TextPair = std::pair<std::string_view, std::string_view>;

/// Learns from at most kMostPairs of `count` pairs; at(i) returns the TextPair of pair i.
template <class At>
WordPairs learn_from(size_t count, const At& at) {
  std::vector<std::string> source, target;
  const size_t used = std::min(count, kMostPairs);
  for (size_t i = 0; i < used; ++i) {
    const TextPair pair = at(i * count / used);
    source.emplace_back(pair.first);
    target.emplace_back(pair.second);
  }
  return {source, target};
}

}  // namespace

WordPairs learn_word_pairs(const PairFile& corpus) {
  return learn_from(corpus.size(),
                    [&](size_t i) { return TextPair(corpus.source(i), corpus.target(i)); });
}

WordPairs learn_word_pairs(const std::vector<SentencePair>& pairs) {
  return learn_from(pairs.size(),
                    [&](size_t i) { return TextPair(pairs[i].source, pairs[i].target); });
}

}  // namespace dragoman
