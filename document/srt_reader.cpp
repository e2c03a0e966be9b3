#include "document/srt_reader.h"

#include <algorithm>
#include <array>

#include "document/document_bytes.h"
#include "document/srt_text.h"
#include "io/ascii.h"
#include "io/text_edits.h"

namespace dragoman {
namespace {

std::string_view trimmed(std::string_view text) { return dragoman::trimmed(text, " \t\r"); }

bool is_blank(std::string_view line) { return trimmed(line).empty(); }

bool is_number(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

/// True for 00:00:01,000 --> 00:00:04,000, and variants that players accept.
bool is_times(std::string_view line) {
  const size_t arrow = line.find("-->");
  if (arrow == std::string_view::npos) return false;
  const auto begins_time = [](std::string_view text) {
    return !text.empty() && is_ascii_digit(text[0]) && text.find(':') != std::string_view::npos;
  };
  return begins_time(trimmed(line.substr(0, arrow))) &&
         begins_time(trimmed(line.substr(arrow + 3)));
}

/// Returns the dash and the space that mark a change of speaker; empty if there are none.
std::string_view dash_of(std::string_view line) {
  constexpr std::array<std::string_view, 3> kDashes = {"-", "\xe2\x80\x93", "\xe2\x80\x94"};
  for (const std::string_view dash : kDashes) {
    if (!line.starts_with(dash) || line.substr(dash.size()).starts_with(dash)) continue;
    const size_t end = line.find_first_not_of(' ', dash.size());
    return line.substr(0, std::min(end, line.size()));
  }
  return {};
}

class SrtReader {
 public:
  explicit SrtReader(std::string_view bytes) : bytes_(bytes) {
    for (size_t begin = byte_order_mark(bytes).size(); begin < bytes.size();) {
      const size_t end = std::min(bytes.find('\n', begin), bytes.size());
      lines_.push_back(bytes.substr(begin, end - begin));
      begin = end + 1;
    }
  }

  std::vector<SrtSpeech> read() {
    size_t num_cues = 0;
    for (size_t i = 0; i < lines_.size();) {
      if (is_times(lines_[i])) {
        check_line_end(i);
        i = read_cue(i + 1, num_cues++);
      } else {
        ++i;
      }
    }
    const auto text = std::find_if_not(lines_.begin(), lines_.end(), is_blank);
    if (num_cues == 0 && text != lines_.end()) {
      fail_at_line(
          static_cast<size_t>(text - lines_.begin()) + 1,
          "not SubRip: no line of the file has times such as 00:00:01,000 --> 00:00:04,000");
    }
    return std::move(speeches_);
  }

 private:
  /// Checks the end of line `i`, which has times. Old programs end lines by CR alone.
  void check_line_end(size_t i) const {
    if (trimmed(lines_[i]).find('\r') == std::string_view::npos) return;
    fail_at_line(i + 1, "lines end with CR alone: convert them, as with `tr '\\r' '\\n'`");
  }

  /// Reads texts from line `i` on, up to the next cue. Returns the line after them. Some players
  /// end a cue at a blank line, others show the text behind it.
  size_t read_cue(size_t i, size_t cue) {
    bool is_first = true;
    size_t first = 0, last = 0;  // lines of the last speech
    for (; i < lines_.size() && !begins_cue(i); ++i) {
      const std::string_view line = trimmed(lines_[i]);
      is_first |= line.empty();
      if (line.empty()) continue;
      const auto begin = static_cast<size_t>(line.data() - bytes_.data());
      const size_t first_word = begin_of_words(line);
      const std::string_view dash = dash_of(line.substr(first_word));
      if (is_first || !dash.empty()) {
        speeches_.push_back({begin, begin, cue, dash, {}});
        first = i;
      }
      speeches_.back().end = begin + line.size();
      speeches_.back().lines.push_back(std::string(line).erase(first_word, dash.size()));
      is_first = false;
      last = i;
    }
    if (last > 0 && i < lines_.size() && is_times(lines_[i])) {
      speeches_.back().is_above_times = true;
      speeches_.back().is_at_name = last + 1 == i && is_blank(lines_[first - 1]);
    }
    return i;
  }

  /// True at the first line of a cue behind line 0: its times; the number before them, in files
  /// with double spacing above a blank line; or a name as in WebVTT, between a blank line and the
  /// times.
  bool begins_cue(size_t i) const {
    if (is_times(lines_[i])) return true;
    const bool is_index = is_number(trimmed(lines_[i]));
    size_t next = i + 1;
    while (is_index && next < lines_.size() && is_blank(lines_[next])) ++next;
    if (next >= lines_.size() || !is_times(lines_[next])) return false;
    return is_index || (!is_blank(lines_[i]) && is_blank(lines_[i - 1]));
  }

  std::string_view bytes_;
  std::vector<std::string_view> lines_;
  std::vector<SrtSpeech> speeches_;
};

}  // namespace

std::vector<SrtSpeech> read_srt(std::string_view bytes) { return SrtReader(bytes).read(); }

}  // namespace dragoman
