#include "document/srt_file.h"

#include <algorithm>
#include <utility>

#include "document/document_bytes.h"
#include "document/laid_out_text.h"
#include "document/srt_text.h"
#include "document/text_columns.h"
#include "io/text_edits.h"
#include "markup/characters.h"

namespace dragoman {
namespace {

/// Longer lines are broken; most subtitles have at most 42 columns.
constexpr size_t kMostColumns = 42;
/// Sentences over more cues are usually lists, or text without punctuation.
constexpr size_t kMostCues = 8;

/// Appends the next line of a text, after a space unless the script has none.
void append_line(std::string_view line, std::string& text) {
  if (!text.empty() && !touch_without_space(text, line)) text += ' ';
  text += line;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) append_line(line, text);
  return text;
}

/// Speeches [first, last) that are translated as one text.
struct SrtGroup {
  size_t first = 0;
  size_t last = 0;
  InlineCodes codes;
};

class SrtFile : public Document {
 public:
  SrtFile(std::string_view bytes, const DocumentOptions& options) : bytes_(bytes) {
    refuse_utf16(bytes_);
    require_utf8(bytes_);
    speeches_ = read_srt(bytes_);
    for (size_t first = 0; first < speeches_.size();) {
      size_t last = first + 1;
      while (last < speeches_.size() && last - first < kMostCues &&
             goes_on_in(speeches_[last - 1], speeches_[last]))
        ++last;
      add_group(first, last, options.kept_spans);
      first = last;
    }
  }

 private:
  void add_group(size_t first, size_t last, const FindSpans& find_kept) {
    std::string text;
    for (size_t i = first; i < last; ++i) append_line(joined(speeches_[i].lines), text);
    if (!has_language(text, srt_tags(text))) return;
    groups_.push_back({first, last, encode_srt(text, find_kept)});
    add_segment({groups_.back().codes.xml(), {.syntax = MarkupSyntax::kXml}});
  }

  std::string write(const std::vector<std::string>& translations,
                    std::vector<DocumentNote>& notes) const override {
    std::vector<ByteEdit> edits;
    LineCounter lines(bytes_);
    for (size_t i = 0; i < groups_.size(); ++i) {
      const SrtGroup& group = groups_[i];
      auto decoded = group.codes.decode(translations[i]);
      const bool is_blank = decoded.text.find_first_not_of(' ') == std::string::npos;
      if (!decoded.is_whole || is_blank) {
        notes.push_back({lines.line_of(speeches_[group.first].begin),
                         is_blank
                             ? "left as it was: its translation is empty"
                             : "left as it was: its translation lacks a tag or a placeholder"});
        continue;
      }
      share_out_over_cues(group, without_arrows(decoded.text), edits);
    }
    return with_edits(bytes_, edits);
  }

  /// Replaces arrows: a line with an arrow would be read as a line of times.
  static std::string without_arrows(std::string_view text) {
    std::string written;
    for (const char c : text) {
      while (c == '>' && written.ends_with("--")) written.pop_back();
      written += c;
    }
    return written;
  }

  void share_out_over_cues(const SrtGroup& group, const std::string& text,
                           std::vector<ByteEdit>& edits) const {
    std::vector<size_t> weights;
    for (size_t i = group.first; i < group.last; ++i)
      weights.push_back(num_columns(joined(speeches_[i].lines)));
    const auto tags = group.last - group.first == 1 ? srt_tags(text) : std::vector<ByteSpan>();
    auto parts = share_out(text, weights, tags);
    for (size_t i = 0; i < parts.size(); ++i) {
      // With too few words the last ones stay on the screen. A blank line would end the cue.
      if (parts[i].empty()) parts[i] = parts[i - 1];
      const SrtSpeech& speech = speeches_[group.first + i];
      const std::string lines = in_lines(parts[i], speech);
      if (begins_next_cue(lines, speech)) continue;
      edits.push_back({speech.begin, speech.end, with_dash(lines, speech)});
    }
  }

  /// Returns the lines with the speaker's dash, behind tags if it was there in the source.
  std::string with_dash(std::string lines, const SrtSpeech& speech) const {
    const bool is_behind_tags = speech.dash.data() != bytes_.data() + speech.begin;
    size_t at = is_behind_tags ? begin_of_words(lines) : 0;
    if (at == lines.find_first_of("\r\n", at) || at == lines.size()) at = 0;  // no words behind
    return lines.insert(at, speech.dash);
  }

  /// True if the next cue would be read from `lines` on.
  static bool begins_next_cue(const std::string& lines, const SrtSpeech& speech) {
    return (speech.is_above_times && ends_with_number_line(lines)) ||
           (speech.is_at_name && lines.find('\n') == std::string::npos);
  }

  static bool ends_with_number_line(std::string_view lines) {
    const std::string_view last = lines.substr(lines.rfind('\n') + 1);
    return last.find_first_not_of("0123456789 ") == std::string_view::npos;
  }

  /// Number of columns of the widest of `lines`. The first one gets a dash of `dash` columns.
  static size_t width_of(const std::vector<std::string>& lines, size_t dash) {
    size_t width = 0;
    for (const std::string& line : lines)
      width = std::max(width, num_columns(line, srt_tags(line)) + std::exchange(dash, 0));
    return width;
  }

  /// Splits a cue's text into as many lines as before, or more if they would be too long.
  std::string in_lines(const std::string& text, const SrtSpeech& speech) const {
    const auto tags = srt_tags(text);
    const size_t dash = num_columns(speech.dash);
    std::vector<size_t> weights;
    for (const std::string& line : speech.lines)
      weights.push_back(num_columns(line, srt_tags(line)));
    const size_t most = std::max(kMostColumns, width_of(speech.lines, dash));
    const size_t needed = (dash + num_columns(text, tags) + most - 1) / most;
    if (needed > weights.size()) weights.assign(needed, 1);
    auto parts = share_out(text, weights, tags);
    // Even shares may be narrower, and words may need more lines than columns do. A word may be
    // wider than any line.
    for (size_t more = 0; more <= weights.size() && width_of(parts, dash) > most; ++more) {
      auto even = share_out(text, std::vector<size_t>(weights.size() + more, 1), tags);
      if (width_of(even, dash) < width_of(parts, dash)) parts = std::move(even);
    }
    std::string lines;
    for (const std::string& line : parts) {
      if (line.empty()) continue;
      if (!lines.empty()) lines += line_end_at(bytes_, speech.begin);
      lines += line;
    }
    return lines;
  }

  std::string bytes_;
  std::vector<SrtSpeech> speeches_;
  std::vector<SrtGroup> groups_;
};

}  // namespace

std::unique_ptr<Document> parse_srt_file(std::string_view bytes, const DocumentOptions& options) {
  return std::make_unique<SrtFile>(bytes, options);
}

}  // namespace dragoman
