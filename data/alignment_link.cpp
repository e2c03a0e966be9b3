#include "data/alignment_link.h"

#include <charconv>
#include <stdexcept>

#include "io/words.h"

namespace dragoman {
namespace {

/// Reads a number at `begin`. Returns the end of the number, or nullptr if there is none.
const char* read_position(const char* begin, const char* end, int32_t& number) {
  const auto [after, error] = std::from_chars(begin, end, number);
  return error == std::errc() && number >= 0 ? after : nullptr;
}

/// Returns the beginning of an invalid link for an error message. Characters other than visible
/// ASCII become ?.
std::string shown(std::string_view word) {
  constexpr size_t kMostBytes = 30;
  std::string text(word.substr(0, kMostBytes));
  for (char& byte : text)
    if (byte <= ' ' || byte > '~') byte = '?';
  return word.size() > kMostBytes ? text + "..." : text;
}

}  // namespace

std::string to_pharaoh(const std::vector<AlignmentLink>& links) {
  std::string text;
  for (const AlignmentLink& link : links) {
    if (!text.empty()) text += ' ';
    text += std::to_string(link.source) + '-' + std::to_string(link.target);
  }
  return text;
}

std::vector<AlignmentLink> parse_pharaoh(std::string_view line, const std::string& place) {
  std::vector<AlignmentLink> links;
  for (const std::string_view word : split_words(line)) {
    AlignmentLink link;
    const char* end = word.data() + word.size();
    const char* at = read_position(word.data(), end, link.source);
    at = at != nullptr && at != end && *at == '-' ? read_position(at + 1, end, link.target)
                                                  : nullptr;
    if (at != end) {
      throw std::runtime_error(place + ": `" + shown(word) +
                               "` is no link of an alignment, which is written as 0-0 1-2");
    }
    links.push_back(link);
  }
  return links;
}

std::string describe_missing_word(const std::vector<AlignmentLink>& links, size_t num_sources,
                                  size_t num_targets) {
  for (const AlignmentLink& link : links) {
    const bool has_source = link.source >= 0 && static_cast<size_t>(link.source) < num_sources;
    if (has_source && link.target >= 0 && static_cast<size_t>(link.target) < num_targets) continue;
    return "there is no link " + to_pharaoh({link}) + ", since the pair has " +
           std::to_string(num_sources) + " source and " + std::to_string(num_targets) +
           " target words, counted from 0; align this very text, as `dragoman align` does";
  }
  return "";
}

}  // namespace dragoman
