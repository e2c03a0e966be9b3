#include "document/po_message.h"

#include <algorithm>

#include "document/kept_parts.h"
#include "markup/character_references.h"
#include "markup/tag_scanner.h"

namespace dragoman {
namespace {

std::optional<Accelerator> accelerator_of(std::string_view text, const MessageKind& kind) {
  for (const char mark : kind.accelerators) {
    if (const auto found = find_accelerator(text, mark)) return found;
  }
  return {};
}

FindSpans kept_parts_of(DirectiveStyle style) {
  return [style](std::string_view text) { return kept_parts(text, style); };
}

/// True if all that looks like a reference or a tag in the text between `tags` is one, so that the
/// text can be read as XML.
bool is_xml(std::string_view text, const std::vector<TextToken>& tags) {
  if (tags.empty() || text.find('&') == std::string_view::npos) return false;
  size_t at = 0;
  const auto is_clean = [&](size_t end) {
    const std::string_view between = text.substr(at, end - at);
    for (size_t mark = between.find('&'); mark < between.size();
         mark = between.find('&', mark + 1)) {
      if (!between.substr(mark, unit_length(between.substr(mark))).ends_with(';')) return false;
    }
    return between.find('<') == std::string_view::npos;
  };
  for (const TextToken& tag : tags) {
    if (!is_clean(tag.begin)) return false;
    at = tag.end;
  }
  return is_clean(text.size());
}

void add_words(std::string_view text, DirectiveStyle style, InlineCodes& codes) {
  size_t done = 0;
  for (const TextToken& span : kept_words(text, style)) {
    codes.add_text(text.substr(done, span.begin - done));
    codes.add_kept(text.substr(span.begin, span.end - span.begin));
    done = span.end;
  }
  codes.add_text(text.substr(done));
}

void add_tag(std::string_view tag, InlineCodes& codes) {
  const Piece piece = scan_tags(tag, MarkupSyntax::kXml).front();
  if (piece.kind == PieceKind::kOpen) return codes.add_open(tag, piece.name);
  const bool closes = piece.kind == PieceKind::kClose && codes.add_close(tag, piece.name);
  if (!closes) codes.add_lone(tag);
}

InlineCodes encode(std::string_view text, DirectiveStyle style) {
  const auto tags = message_tags(text, style);
  InlineCodes codes(is_xml(text, tags) ? InlineCodes::Text::kXml : InlineCodes::Text::kPlain);
  size_t done = 0;
  for (const TextToken& tag : tags) {
    add_words(text.substr(done, tag.begin - done), style, codes);
    add_tag(text.substr(tag.begin, tag.end - tag.begin), codes);
    done = tag.end;
  }
  add_words(text.substr(done), style, codes);
  return codes;
}

}  // namespace

PoMessage::PoMessage(std::string_view text, const MessageKind& kind)
    : kind_(kind),
      accelerator_(accelerator_of(text, kind)),
      text_(accelerator_ ? without_accelerator(text, *accelerator_) : std::string(text)),
      layout_(text_, kept_parts_of(kind.style)) {
  for (const std::string& part : layout_.texts()) codes_.push_back(encode(part, kind.style));
}

std::vector<std::string> PoMessage::segments() const {
  std::vector<std::string> segments;
  for (const InlineCodes& codes : codes_) segments.push_back(codes.xml());
  return segments;
}

bool PoMessage::depends_on_order(const std::string& directive) const {
  const auto found = format_directives(directive, kind_.style);
  const bool is_directive = found.size() == 1 && found[0].end == directive.size();
  return is_directive && dragoman::depends_on_order(directive, kind_.style);
}

bool PoMessage::is_in_order(const InlineCodes& codes, const InlineCodes::Decoded& decoded) const {
  std::vector<size_t> numbers;
  for (const InlineCodes::Kept& kept : decoded.kept) {
    if (depends_on_order(codes.kept()[kept.number])) numbers.push_back(kept.number);
  }
  return std::is_sorted(numbers.begin(), numbers.end());
}

/// Writes %s as %2$s, all over the message; false if that cannot be.
bool PoMessage::number_directives(std::vector<InlineCodes::Decoded>& decoded) const {
  if (!kind_.can_number) return false;
  size_t arguments_before = 0;
  for (size_t i = 0; i < codes_.size(); ++i) {
    std::vector<std::string> numbered;  // empty: as it is
    for (const std::string& directive : codes_[i].kept()) {
      const bool is_counted = depends_on_order(directive);
      numbered.push_back(is_counted ? with_number(directive, ++arguments_before) : "");
      if (is_counted && numbered.back().empty()) return false;
    }
    auto& kept = decoded[i].kept;
    for (auto one = kept.rbegin(); one != kept.rend(); ++one) {
      const std::string& directive = numbered[one->number];
      const size_t length = one->bytes.end - one->bytes.begin;
      if (!directive.empty()) decoded[i].text.replace(one->bytes.begin, length, directive);
    }
  }
  return true;
}

/// The directives of a text, in alphabetical order.
std::vector<std::string> PoMessage::directives_of(std::string_view text) const {
  std::vector<std::string> found;
  for (const TextToken& span : format_directives(text, kind_.style))
    found.emplace_back(text.substr(span.begin, span.end - span.begin));
  std::sort(found.begin(), found.end());
  return found;
}

PoMessage::Written PoMessage::finish(const std::vector<InlineCodes::Decoded>& decoded,
                                     bool is_numbered) const {
  std::vector<std::string> texts;
  for (const InlineCodes::Decoded& one : decoded) texts.push_back(one.text);
  Written written{layout_.with(texts, kept_parts_of(kind_.style)), ""};
  const size_t most = directives_of(text_).size();
  const auto directives = directives_of(written.text);
  const bool agrees = is_numbered ? directives.size() == most : directives == directives_of(text_);
  if (!agrees) return {"", "its translation has other format directives"};
  if (written.text.find_first_not_of(" \t\n\r") == std::string::npos && has_language(text_, {}))
    return {"", "its translation is empty"};
  if (accelerator_) {
    written.text =
        with_accelerator(written.text, *accelerator_, kept_parts(written.text, kind_.style));
  }
  return written;
}

PoMessage::Written PoMessage::write(const std::vector<std::string>& translations) const {
  std::vector<InlineCodes::Decoded> decoded;
  bool is_whole = true, is_ordered = true;
  for (size_t i = 0; i < codes_.size(); ++i) {
    decoded.push_back(codes_[i].decode(translations[i]));
    is_whole = is_whole && decoded.back().is_whole;
    is_ordered = is_ordered && is_in_order(codes_[i], decoded.back());
  }
  if (!is_whole) return {"", "its translation lacks a tag or a placeholder"};
  if (!is_ordered && !number_directives(decoded))
    return {"", "its translation has format directives in another order, which have no numbers"};
  return finish(decoded, !is_ordered);
}

}  // namespace dragoman
