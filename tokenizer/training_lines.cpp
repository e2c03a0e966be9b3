#include "tokenizer/training_lines.h"

#include <algorithm>
#include <functional>
#include <stdexcept>

#include "io/text_edits.h"
#include "io/text_file.h"
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

using UseLine = std::function<void(std::string_view line)>;
/// Calls its argument with each line of a text.
using ForEachLine = std::function<void(const UseLine& use)>;

/// Calls `use` with the parts of `line`, which is one part unless a word is too long. Leaves out
/// blank parts.
void use_parts(std::string_view line, const TokenizerSettings& settings, const UseLine& use) {
  const bool is_whole = needs_all_characters(settings);
  while (!line.empty()) {
    const std::string_view part = line.substr(0, is_whole ? line.size() : first_part_length(line));
    if (is_whole || has_text(part)) use(part);
    line.remove_prefix(part.size());
  }
}

/// Draws lines of a text, which it passes over several times.
class LineDrawer {
 public:
  /// keeps_copies: lines are gone when the text has been passed over.
  LineDrawer(const ForEachLine& for_each_line, bool keeps_copies, const TokenizerSettings& settings)
      : for_each_line_(for_each_line), keeps_copies_(keeps_copies), settings_(settings) {}

  TrainingLines draw() {
    draw_evenly();
    if (needs_all_characters(settings_)) add_new_characters();
    // SentencePiece ends the program if a unigram model has nothing to learn from.
    if (std::none_of(drawn_.lines.begin(), drawn_.lines.end(), has_text)) {
      throw std::runtime_error(
          "there is no text to train a tokenizer on: all lines are blank; give text with one "
          "sentence a line");
    }
    return std::move(drawn_);
  }

 private:
  void for_each_part(const UseLine& use) const {
    for_each_line_([&](std::string_view line) { use_parts(line, settings_, use); });
  }

  void add(std::string_view part) {
    drawn_.lines.push_back(keeps_copies_ ? drawn_.kept.emplace_back(part) : part);
  }

  void draw_evenly() {
    size_t count = 0;
    for_each_line_([&](std::string_view line) {
      drawn_.has_tab = drawn_.has_tab || line.find('\t') != std::string_view::npos;
      use_parts(line, settings_, [&](std::string_view) { ++count; });
    });
    const size_t most = std::min(static_cast<size_t>(settings_.training_lines), count);
    size_t at = 0;
    for_each_part([&](std::string_view part) {
      const size_t num_drawn = drawn_.lines.size();
      if (num_drawn < most && at++ == num_drawn * count / most) add(part);
    });
  }

  /// Adds the parts that have a character that no part added before has.
  void add_new_characters() {
    std::vector<bool> is_known(0x110000);
    const auto learn = [&](std::string_view part) {
      bool is_new = false;
      for (size_t at = 0; at < part.size();) {
        const char32_t character = next_character(part, at);
        if (is_known[character]) continue;
        is_known[character] = is_new = true;
      }
      return is_new;
    };
    for (const std::string_view part : drawn_.lines) learn(part);
    for_each_part([&](std::string_view part) {
      if (learn(part)) add(part);
    });
  }

  const ForEachLine& for_each_line_;
  const bool keeps_copies_;
  const TokenizerSettings& settings_;
  TrainingLines drawn_;
};

}  // namespace

TrainingLines draw_training_lines(const std::vector<std::string>& lines,
                                  const TokenizerSettings& settings) {
  const ForEachLine for_each_line = [&](const UseLine& use) {
    for (const std::string& line : lines) use(line);
  };
  return LineDrawer(for_each_line, /*keeps_copies=*/false, settings).draw();
}

TrainingLines read_training_lines(const std::vector<std::string>& paths,
                                  const TokenizerSettings& settings) {
  const ForEachLine for_each_line = [&](const UseLine& use) {
    for (const std::string& path : paths) {
      LineReader reader(path);
      for (std::string line; reader.next_valid(line);) use(line);
    }
  };
  return LineDrawer(for_each_line, /*keeps_copies=*/true, settings).draw();
}

std::string without_reserved_symbol(std::string_view text) {
  std::string result(text);
  replace_all(result, kReservedSymbol, " ");
  return result;
}

}  // namespace dragoman
