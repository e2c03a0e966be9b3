#include "document/po_message.h"

#include <algorithm>

#include "document/directive_order.h"
#include "document/kept_parts.h"
#include "markup/character_references.h"
#include "markup/tag_scanner.h"

namespace dragoman {
namespace {

std::optional<Accelerator> accelerator_of(std::string_view text, const MessageKind& kind) {
  if (kind.accelerators.empty()) return {};
  const auto codes = parts_without_accelerator(text, kind.style, kind.kept_spans);
  for (const char mark : kind.accelerators) {
    if (const auto found = find_accelerator(text, mark, codes)) return found;
  }
  return {};
}

FindSpans kept_parts_of(const MessageKind& kind) {
  return [style = kind.style, find_more = kind.kept_spans](std::string_view text) {
    return kept_parts(text, style, find_more);
  };
}

/// True if everything in the text that looks like a reference or a tag is one of `tags`, so that
/// the text can be parsed as XML.
bool is_xml(std::string_view text, const std::vector<ByteSpan>& tags) {
  if (tags.empty() || text.find('&') == std::string_view::npos) return false;
  size_t at = 0;
  const auto is_clean = [&](size_t end) {
    const std::string_view between = text.substr(at, end - at);
    return find_bare_ampersand(between) == std::string_view::npos &&
           between.find('<') == std::string_view::npos;
  };
  for (const ByteSpan& tag : tags) {
    if (!is_clean(tag.begin)) return false;
    at = tag.end;
  }
  return is_clean(text.size());
}

InlineCodes encode(std::string_view text, const MessageKind& kind) {
  const auto tags = outside_found(text, message_tags(text, kind.style), kind.kept_spans);
  const bool has_references = is_xml(text, tags);
  InlineCodes codes(has_references ? InlineCodes::Text::kXml : InlineCodes::Text::kPlain);
  const FindSpans find_more = outside_references(
      kind.kept_spans, has_references ? MarkupSyntax::kXml : MarkupSyntax::kPlain);
  std::vector<Piece> pieces;
  for (const ByteSpan& tag : tags) {
    pieces.push_back(scan_tags(tag.of(text), MarkupSyntax::kXml).front());
    pieces.back().begin = tag.begin;
    pieces.back().end = tag.end;
  }
  make_void_tags_lone(pieces);
  codes.add_tagged(text, pieces, [&](std::string_view words) {
    return kept_words(words, kind.style, find_more);
  });
  return codes;
}

/// Returns the tags that keep their line breaks and columns. A < in a tag more likely begins
/// another one.
std::vector<ByteSpan> unbroken_tags(std::string_view text, DirectiveStyle style) {
  std::vector<ByteSpan> tags;
  if (message_tags(text, style).empty()) return tags;
  for (const Piece& piece : scan_tags(text, MarkupSyntax::kXml)) {
    const std::string_view inside = text.substr(piece.begin, piece.end - piece.begin).substr(1);
    const bool is_clean = piece.name.empty() || inside.find('<') == std::string_view::npos;
    if (piece.is_tag() && !piece.is_broken && is_clean) tags.push_back({piece.begin, piece.end});
  }
  return tags;
}

}  // namespace

PoMessage::PoMessage(std::string_view text, const MessageKind& kind)
    : kind_(kind),
      accelerator_(accelerator_of(text, kind)),
      text_(accelerator_ ? without_accelerator(text, *accelerator_) : std::string(text)),
      layout_(text_, kept_parts_of(kind), unbroken_tags(text_, kind.style)) {
  if (has_icu_choice(text_)) return;
  for (const std::string& part : layout_.texts()) codes_.push_back(encode(part, kind));
}

std::vector<std::string> PoMessage::segments() const {
  std::vector<std::string> segments;
  for (const InlineCodes& codes : codes_) segments.push_back(codes.xml());
  return segments;
}

/// Returns the directives of a text, sorted.
std::vector<std::string> PoMessage::directives_of(std::string_view text) const {
  std::vector<std::string> found;
  for (const ByteSpan& span : format_directives(text, kind_.style))
    found.emplace_back(span.of(text));
  std::sort(found.begin(), found.end());
  return found;
}

PoMessage::Written PoMessage::finish(const std::vector<InlineCodes::Decoded>& decoded,
                                     bool is_numbered) const {
  std::vector<std::string> texts;
  for (const InlineCodes::Decoded& one : decoded) texts.push_back(one.text);
  Written written{layout_.with(texts, kept_parts_of(kind_)), ""};
  const size_t most = directives_of(text_).size();
  const auto directives = directives_of(written.text);
  const bool agrees = is_numbered ? directives.size() == most : directives == directives_of(text_);
  if (!agrees) return {"", "its translation has other format directives"};
  if (written.text.find_first_not_of(" \t\n\r") == std::string::npos && has_language(text_, {}))
    return {"", "its translation is empty"};
  if (accelerator_) {
    written.text =
        with_accelerator(written.text, *accelerator_, kept_parts_of(kind_)(written.text));
  }
  return written;
}

PoMessage::Written PoMessage::write(const std::vector<std::string>& translations) const {
  if (has_icu_choice(text_)) return {"", kIcuChoice};
  std::vector<InlineCodes::Decoded> decoded;
  bool is_whole = true, is_ordered = true;
  for (size_t i = 0; i < codes_.size(); ++i) {
    decoded.push_back(codes_[i].decode(translations[i]));
    is_whole = is_whole && decoded.back().is_whole;
    is_ordered = is_ordered && has_same_order(codes_[i], decoded.back(), kind_.style);
  }
  if (!is_whole) return {"", "its translation lacks a tag or a placeholder"};
  const bool is_numbered = !is_ordered && kind_.can_number &&
                           number_directives(encode(text_, kind_), codes_, kind_.style, decoded);
  if (!is_ordered && !is_numbered) return {"", kOtherOrder};
  return finish(decoded, is_numbered);
}

}  // namespace dragoman
