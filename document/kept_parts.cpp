#include "document/kept_parts.h"

#include <algorithm>

#include "io/ascii.h"
#include "markup/protected_spans.h"
#include "markup/tag_scanner.h"

namespace dragoman {
namespace {

bool is_option_letter(char c) { return is_ascii_alphanumeric(c) || c == '-' || c == '_'; }

/// Returns the length of =WORD or [=WORD] after an option; 0 if there is none.
size_t value_length(std::string_view text) {
  const size_t begin = text.starts_with("[=") ? 2 : 1;
  if (!text.starts_with("=") && begin == 1) return 0;
  size_t end = begin;
  while (end < text.size() && (is_ascii_upper(text[end]) || text[end] == '_' || text[end] == '-'))
    ++end;
  if (end == begin) return 0;
  return begin == 2 && text.substr(end).starts_with(']') ? end + 1 : end;
}

/// Returns the length of -h, --help or --file=FILE; 0 for anything else, such as -word.
size_t option_length(std::string_view text) {
  const size_t dashes = text.starts_with("--") ? 2 : 1;
  if (dashes >= text.size() || !is_ascii_alphanumeric(text[dashes])) return 0;
  size_t end = dashes;
  while (end < text.size() && is_option_letter(text[end])) ++end;
  if (dashes == 1 && end > 2) return 0;
  return end + value_length(text.substr(end));
}

std::vector<ByteSpan> command_options(std::string_view text) {
  constexpr std::string_view kBefore = " \t\n([{|,'\"`/=";
  std::vector<ByteSpan> found;
  for (size_t at = text.find('-'); at < text.size(); at = text.find('-', at)) {
    const bool begins = at == 0 || kBefore.find(text[at - 1]) != std::string_view::npos;
    const size_t length = begins ? option_length(text.substr(at)) : 0;
    if (length > 0) found.push_back({at, at + length});
    at += std::max<size_t>(length, 1);
  }
  return found;
}

/// Returns names in programs: words with an underscore between letters or digits, and
/// words before ().
std::vector<ByteSpan> program_names(std::string_view text) {
  const auto is_part = [](char c) { return is_ascii_alphanumeric(c) || c == '_'; };
  std::vector<ByteSpan> found;
  for (size_t at = 0; at < text.size();) {
    size_t end = at;
    while (end < text.size() && is_part(text[end])) ++end;
    const std::string_view word = text.substr(at, end - at);
    const size_t underscore = word.find('_', std::min(word.find_first_not_of('_'), word.size()));
    const bool has_underscore = word.find_first_not_of('_', underscore) != std::string_view::npos;
    const bool is_call = !word.empty() && text.substr(end).starts_with("()");
    if (is_call || has_underscore) found.push_back({at, is_call ? end + 2 : end});
    at = std::max(end, at + 1);
  }
  return found;
}

void append(const std::vector<ByteSpan>& more, std::vector<ByteSpan>& spans) {
  spans.insert(spans.end(), more.begin(), more.end());
}

/// Merges `more` into `spans`. A span of `more` replaces the spans inside it; it is dropped if it
/// cuts one. Both are ascending without overlaps.
std::vector<ByteSpan> with_more(const std::vector<ByteSpan>& spans,
                                const std::vector<ByteSpan>& more) {
  std::vector<ByteSpan> all;
  auto next = spans.begin();
  for (const ByteSpan& one : more) {
    while (next != spans.end() && next->end <= one.begin) all.push_back(*next++);
    const auto behind = std::find_if(next, spans.end(),
                                     [&](const ByteSpan& span) { return span.begin >= one.end; });
    const bool parts_one =
        next != behind && (next->begin < one.begin || std::prev(behind)->end > one.end);
    if (parts_one) continue;
    all.push_back(one);
    next = behind;
  }
  all.insert(all.end(), next, spans.end());
  return all;
}

/// True if one of the `spans` contains a <, as C's %<PRIu64> does.
bool has_bracket(std::string_view text, const std::vector<ByteSpan>& spans) {
  return std::any_of(spans.begin(), spans.end(), [&](const ByteSpan& span) {
    return span.of(text).find('<') != std::string_view::npos;
  });
}

std::vector<ByteSpan> kept_words(std::string_view text, DirectiveStyle style,
                                 const std::vector<ByteSpan>& names, const FindSpans& find_more) {
  std::vector<ByteSpan> found = format_directives(text, style);
  // The order breaks ties: of spans that begin at the same place, the directive is kept.
  append(protected_spans(text), found);
  append(command_options(text), found);
  append(names, found);
  found = without_overlaps(std::move(found));
  return find_more ? with_more(found, find_more(text)) : found;
}

std::vector<ByteSpan> with_tags(const std::vector<ByteSpan>& words, std::vector<ByteSpan> tags) {
  append(words, tags);
  return without_overlaps(std::move(tags));
}

}  // namespace

std::vector<ByteSpan> kept_words(std::string_view text, DirectiveStyle style,
                                 const FindSpans& find_more) {
  return kept_words(text, style, program_names(text), find_more);
}

std::vector<ByteSpan> message_tags(std::string_view text, DirectiveStyle style) {
  std::vector<ByteSpan> tags;
  if (text.find_first_of("<&") == std::string_view::npos) return tags;
  if (has_bracket(text, format_directives(text, style))) return tags;
  for (const Piece& piece : scan_tags(text, MarkupSyntax::kXml)) {
    if (piece.is_tag()) tags.push_back({piece.begin, piece.end});
  }
  return tags;
}

std::vector<ByteSpan> outside_found(std::string_view text, std::vector<ByteSpan> tags,
                                    const FindSpans& find_more) {
  if (tags.empty() || !find_more) return tags;
  const std::vector<ByteSpan> found = find_more(text), all = with_more(tags, found);
  auto next = all.begin();
  std::erase_if(tags, [&](const ByteSpan& tag) {
    next = std::find_if(next, all.end(), [&](const ByteSpan& one) { return one.end >= tag.end; });
    return next->begin != tag.begin || next->end != tag.end;
  });
  return tags;
}

std::vector<ByteSpan> kept_parts(std::string_view text, DirectiveStyle style,
                                 const FindSpans& find_more) {
  return with_tags(kept_words(text, style, find_more), message_tags(text, style));
}

std::vector<ByteSpan> kept_parts(std::string_view text, std::vector<ByteSpan> tags,
                                 const FindSpans& find_more) {
  return with_tags(kept_words(text, DirectiveStyle::kNone, find_more), std::move(tags));
}

std::vector<ByteSpan> parts_without_accelerator(std::string_view text, DirectiveStyle style,
                                                const FindSpans& find_more) {
  return with_tags(kept_words(text, style, {}, find_more), message_tags(text, style));
}

}  // namespace dragoman
