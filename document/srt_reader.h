#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace dragoman {

/// Lines of a cue that one person says, or that belong together: bytes [begin, end) of the file,
/// the end of the last line left out.
struct SrtSpeech {
  size_t begin = 0;
  size_t end = 0;
  size_t cue = 0;                       // number of the cue, from 0
  std::string_view dash;                // "- " before it, which tells another speaker
  std::vector<std::string_view> lines;  // without ends, white space around them and `dash`
};

/// The texts of SubRip subtitles: what stands below a line of times, up to a blank line. Views are
/// of `bytes`. Throws std::invalid_argument if there is text, but no line of times.
std::vector<SrtSpeech> read_srt(std::string_view bytes);

}  // namespace dragoman
