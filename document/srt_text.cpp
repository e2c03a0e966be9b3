#include "document/srt_text.h"

#include <unicode/uchar.h>

#include <algorithm>
#include <array>

#include "markup/characters.h"
#include "markup/tag_scanner.h"

namespace dragoman {
namespace {

/// True for tags that players support. Anything else in angle brackets is text.
bool is_tag_of_srt(std::string_view name) {
  constexpr std::array<std::string_view, 9> kNames = {"b",  "c", "font", "i",     "ruby",
                                                      "rt", "s", "span", "strike"};
  return name == "u" || name == "v" ||
         std::find(kNames.begin(), kNames.end(), name) != kNames.end();
}

/// Returns tags in angle brackets as pieces with names, without WebVTT's classes: </c> ends
/// <c.yellow>.
std::vector<Piece> bracket_tags(std::string_view text) {
  std::vector<Piece> tags;
  for (Piece& piece : scan_tags(text, MarkupSyntax::kHtml)) {
    piece.name.resize(std::min(piece.name.find('.'), piece.name.size()));
    if (piece.is_tag() && is_tag_of_srt(piece.name)) tags.push_back(piece);
  }
  return tags;
}

/// Returns SubStation's overrides, such as {\an8}, which many players support.
std::vector<Piece> brace_tags(std::string_view text) {
  std::vector<Piece> tags;
  for (size_t at = text.find("{\\"); at < text.size(); at = text.find("{\\", at + 1)) {
    const size_t end = text.find('}', at);
    if (end == std::string_view::npos) break;
    tags.push_back({.kind = PieceKind::kLone, .begin = at, .end = end + 1});
  }
  return tags;
}

std::vector<Piece> all_tags(std::string_view text) {
  std::vector<Piece> tags = bracket_tags(text);
  const std::vector<Piece> braces = brace_tags(text);
  tags.insert(tags.end(), braces.begin(), braces.end());
  return without_overlaps(std::move(tags));
}

bool is_comma(char32_t c) {
  constexpr std::u32string_view kCommas = U",\u060c\u3001\uff0c\uff64";
  return kCommas.find(c) != std::u32string_view::npos;
}

/// True if no mark before `last`, the last character of a text, ends its sentence.
bool leaves_open(char32_t last) {
  constexpr std::u32string_view kEnds = U".!?:;\")]*";
  if (last < 0x80) return kEnds.find(last) == std::u32string_view::npos;
  constexpr uint32_t kInWord = U_GC_L_MASK | U_GC_M_MASK | U_GC_N_MASK;
  return (U_GET_GC_MASK(static_cast<UChar32>(last)) & kInWord) != 0;
}

}  // namespace

std::vector<ByteSpan> srt_tags(std::string_view text) {
  std::vector<ByteSpan> spans;
  for (const Piece& tag : all_tags(text)) spans.push_back({tag.begin, tag.end});
  return spans;
}

size_t begin_of_words(std::string_view line) {
  size_t at = 0;
  for (const ByteSpan& tag : srt_tags(line)) {
    if (tag.begin == at) at = std::min(line.find_first_not_of(' ', tag.end), line.size());
  }
  return at;
}

InlineCodes encode_srt(std::string_view text, const FindSpans& find_kept) {
  InlineCodes codes(InlineCodes::Text::kPlain);
  codes.add_tagged(text, all_tags(text), find_kept);
  return codes;
}

bool goes_on_in(const SrtSpeech& speech, const SrtSpeech& next) {
  if (next.cue != speech.cue + 1 || !next.dash.empty()) return false;
  const auto has_tags = [](const SrtSpeech& one) {
    return std::any_of(one.lines.begin(), one.lines.end(),
                       [](std::string_view line) { return !srt_tags(line).empty(); });
  };
  if (speech.lines.back().empty() || has_tags(speech) || has_tags(next)) return false;
  const char32_t last = last_character(speech.lines.back());
  return is_comma(last) ||
         (leaves_open(last) && is_lower_letter(first_character(next.lines.front())));
}

}  // namespace dragoman
