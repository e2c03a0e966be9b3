#include "tokenizer/training_lines.h"

#include <algorithm>
#include <stdexcept>

#include "io/utf8.h"
#include "tokenizer/unicode_text.h"

namespace dragoman {
namespace {

/// In bytes. SentencePiece ends the program at a word of more than 65,535 characters, and
/// normalising can make eleven bytes of one.
constexpr size_t kLongestWord = 5000;

/// U+2585, which SentencePiece's trainer uses for unknown characters.
constexpr std::string_view kReservedSymbol = "\xe2\x96\x85";

bool has_text(std::string_view line) {
  const bool is_plain = line.find(kReservedSymbol) == std::string_view::npos;
  return !is_blank(is_plain ? line : std::string_view(without_reserved_symbol(line)));
}

/// True if the vocabulary holds each character of the text.
bool needs_all_characters(const TokenizerSettings& settings) {
  return settings.type == TokenizerType::kChar && settings.keep_whitespace;
}

/// Returns the length of the first part of `line`: up to the end, or into its first word of more
/// than kLongestWord bytes, between two characters.
size_t first_part_length(std::string_view line) {
  for (size_t word = 0; line.size() - word > kLongestWord;) {
    const size_t end = std::min(line.find(' ', word), line.size());
    if (end - word > kLongestWord) {
      size_t cut = word + kLongestWord;
      for (int i = 0; i < 3 && continues_character(line[cut]); ++i) --cut;
      return cut;
    }
    word = end + 1;
  }
  return line.size();
}

/// Adds the parts of `line`, which is one part unless a word is too long. Leaves out blank parts.
void add_parts(std::string_view line, const TokenizerSettings& settings,
               std::vector<std::string_view>& parts) {
  const bool is_whole = needs_all_characters(settings);
  while (!line.empty()) {
    const std::string_view part = line.substr(0, is_whole ? line.size() : first_part_length(line));
    if (is_whole || has_text(part)) parts.push_back(part);
    line.remove_prefix(part.size());
  }
}

/// Adds the lines of `shown` that have a character that no line added before has.
void add_new_characters(const std::vector<std::string_view>& shown,
                        std::vector<std::string_view>& drawn) {
  std::vector<bool> is_known(0x110000);
  const auto learn = [&](std::string_view line) {
    bool is_new = false;
    for (size_t at = 0; at < line.size();) {
      const char32_t character = next_character(line, at);
      if (is_known[character]) continue;
      is_known[character] = is_new = true;
    }
    return is_new;
  };
  for (const std::string_view line : drawn) learn(line);
  for (const std::string_view line : shown) {
    if (learn(line)) drawn.push_back(line);
  }
}

}  // namespace

std::vector<std::string_view> draw_training_lines(const std::vector<std::string>& lines,
                                                  const TokenizerSettings& settings) {
  std::vector<std::string_view> shown;
  for (const std::string& line : lines) add_parts(line, settings, shown);
  // SentencePiece ends the program if a unigram model has nothing to learn from.
  if (std::none_of(shown.begin(), shown.end(), has_text)) {
    throw std::runtime_error(
        "there is no text to train a tokenizer on: all lines are blank; give text with one "
        "sentence a line");
  }
  const auto most = static_cast<size_t>(settings.training_lines);
  std::vector<std::string_view> drawn(std::min(most, shown.size()));
  for (size_t i = 0; i < drawn.size(); ++i) drawn[i] = shown[i * shown.size() / drawn.size()];
  if (needs_all_characters(settings)) add_new_characters(shown, drawn);
  return drawn;
}

std::string without_reserved_symbol(std::string_view text) {
  std::string result(text);
  for (size_t at = 0; (at = result.find(kReservedSymbol, at)) != std::string::npos;)
    result.replace(at, kReservedSymbol.size(), " ");
  return result;
}

}  // namespace dragoman
