#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace dragoman {

/// Lines of a cue by one speaker, or that belong together: bytes [begin, end) of the file, without
/// the end of the last line.
struct SrtSpeech {
  size_t begin = 0;
  size_t end = 0;
  size_t cue = 0;         // index of the cue, from 0
  std::string_view dash;  // "- " before the words of the speech, which marks a change of speaker
  std::vector<std::string> lines;  // without line ends, surrounding white space and `dash`
  bool is_above_times = false;     // a number as its last line would be read as the next cue's
  bool is_at_name = false;         // as one line, it would be read as the next cue's name
};

/// Returns the texts of SubRip subtitles: the lines below a line of times, up to the next cue.
/// Blank lines separate texts. Views point into `bytes`. Throws std::invalid_argument if there is
/// text but no line of times.
std::vector<SrtSpeech> read_srt(std::string_view bytes);

}  // namespace dragoman
