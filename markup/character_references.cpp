#include "markup/character_references.h"

#include <algorithm>
#include <array>
#include <utility>

#include "io/ascii.h"
#include "io/utf8.h"
#include "markup/html_parser.h"

namespace dragoman {
namespace {

/// Longer than every name of an HTML reference.
constexpr size_t kLongestReference = 40;

/// Returns the length in bytes of a possible reference that begins with &; 1 if there is only the
/// &.
size_t reference_length(std::string_view text) {
  size_t length = text.size() > 1 && text[1] == '#' ? 2 : 1;
  const size_t digits = length;
  while (length < std::min(text.size(), kLongestReference) && is_ascii_alphanumeric(text[length]))
    ++length;
  if (length == digits) return 1;
  return length < text.size() && text[length] == ';' ? length + 1 : length;
}

/// Returns the length in bytes of the UTF-8 character that begins with `lead`.
size_t character_length(char lead) {
  const auto byte = static_cast<unsigned char>(lead);
  return byte < 0xc0 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
}

/// The most common references, which need no parser: a URL may have very many.
constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kCommonReferences = {
    {{"&amp;", "&"},
     {"&lt;", "<"},
     {"&gt;", ">"},
     {"&quot;", "\""},
     {"&apos;", "'"},
     {"&nbsp;", "\u00a0"}}};

/// HTML's parser knows HTML's two thousand names, and its rules for numbers.
std::string decode_html(std::string_view reference) {
  for (const auto& [common, character] : kCommonReferences) {
    if (reference == common) return std::string(character);
  }
  std::string text;
  const HtmlTree tree = parse_body(reference);
  const GumboVector& nodes = tree->root->v.element.children;
  for (unsigned i = 0; i < nodes.length; ++i) {
    const auto* node = static_cast<const GumboNode*>(nodes.data[i]);
    if (node->type == GUMBO_NODE_TEXT || node->type == GUMBO_NODE_WHITESPACE)
      text += node->v.text.text;
  }
  return text;
}

/// XML has five names, and numbers that HTML's parser reads in the same way. Everything else is
/// text.
std::string decode_xml(std::string_view reference) {
  return reference.ends_with(';') ? decode_html(reference) : std::string(reference);
}

}  // namespace

size_t unit_length(std::string_view text) {
  const size_t length = text[0] == '&' ? reference_length(text) : character_length(text[0]);
  return std::min(length, text.size());
}

size_t find_bare_ampersand(std::string_view text) {
  size_t at = text.find('&');
  while (at < text.size() && text.substr(at, unit_length(text.substr(at))).ends_with(';'))
    at = text.find('&', at + 1);
  return at;
}

bool is_inside_reference(std::string_view text, size_t at, MarkupSyntax syntax) {
  if (syntax == MarkupSyntax::kPlain || at == 0) return false;
  const size_t first = at - std::min(at, kLongestReference);
  const size_t mark = text.substr(first, at - first).rfind('&');
  if (mark == std::string_view::npos) return false;
  const std::string_view rest = text.substr(first + mark);
  const std::string_view unit = rest.substr(0, unit_length(rest));
  return first + mark + unit.size() > at && Spelling(syntax).decode(unit) != unit;
}

std::string Spelling::decode_reference(std::string_view reference) {
  const auto [found, is_new] = characters_.try_emplace(std::string(reference));
  std::string& text = found->second;
  if (!is_new) return text;
  text = without_line_breaks(syntax_ == MarkupSyntax::kHtml ? decode_html(reference)
                                                            : decode_xml(reference));
  if (text.empty()) text = " ";
  const bool is_one = text != reference && text.size() == character_length(text[0]);
  if (is_one && text != " ") references_.try_emplace(text, reference);
  return text;
}

std::string Spelling::decode(std::string_view source) {
  if (syntax_ == MarkupSyntax::kPlain) return without_line_breaks(source);
  std::string text;
  for (size_t at = 0; at < source.size();) {
    const size_t next = std::min(source.find('&', at), source.size());
    has_bare_greater_ |= source.substr(at, next - at).find('>') != std::string_view::npos;
    text += without_line_breaks(source.substr(at, next - at));
    if (next == source.size()) break;
    const size_t length = reference_length(source.substr(next));
    text += length == 1 ? "&" : decode_reference(source.substr(next, length));
    at = next + length;
  }
  return text;
}

std::string Spelling::encode(std::string_view text) const {
  if (syntax_ == MarkupSyntax::kPlain) return std::string(text);
  std::string markup;
  for (size_t at = 0; at < text.size();) {
    const std::string character(text.substr(at, character_length(text[at])));
    at += character.size();
    const auto reference = references_.find(character);
    if (character == ">" && has_bare_greater_) {
      markup += character;
    } else if (reference != references_.end()) {
      markup += reference->second;
    } else if (character == "&") {
      markup += "&amp;";
    } else if (character == "<") {
      markup += "&lt;";
    } else if (character == ">") {
      markup += "&gt;";
    } else {
      markup += character;
    }
  }
  return markup;
}

}  // namespace dragoman
