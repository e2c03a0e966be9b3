#include "document/inline_codes.h"

#include <algorithm>
#include <set>

#include "io/ascii.h"
#include "markup/html_names.h"
#include "markup/tag_scanner.h"

namespace dragoman {
namespace {

/// No format has element names with this prefix.
constexpr std::string_view kPrefix = "dragoman.";
constexpr std::string_view kEndOfOurs = "</dragoman.";
constexpr std::string_view kKeptEnd = " translate=\"no\">";

std::string escaped(std::string_view text) {
  std::string xml;
  for (const char c : text) {
    switch (c) {
      case '&':
        xml += "&amp;";
        break;
      case '<':
        xml += "&lt;";
        break;
      case '>':
        xml += "&gt;";
        break;
      default:
        xml += c;
    }
  }
  return xml;
}

/// Decodes the output of escaped(), or a translation of it.
std::string unescaped(std::string_view xml) {
  constexpr std::pair<std::string_view, char> kReferences[] = {
      {"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}};
  std::string text;
  for (size_t at = 0; at < xml.size();) {
    const auto* found = std::find_if(
        std::begin(kReferences), std::end(kReferences),
        [&](const auto& reference) { return xml.substr(at).starts_with(reference.first); });
    text += found == std::end(kReferences) ? xml[at] : found->second;
    at += found == std::end(kReferences) ? 1 : found->first.size();
  }
  return text;
}

}  // namespace

void make_void_tags_lone(std::vector<Piece>& tags) {
  std::set<std::string> closed;
  for (const Piece& tag : tags) {
    if (tag.kind == PieceKind::kClose) closed.insert(tag.name);
  }
  for (Piece& tag : tags) {
    const bool is_void = is_void_element(to_ascii_lowercase(tag.name));
    if (tag.kind == PieceKind::kOpen && is_void && !closed.contains(tag.name))
      tag.kind = PieceKind::kLone;
  }
}

std::string InlineCodes::name_of_next() const {
  return std::string(kPrefix) + std::to_string(codes_.size());
}

void InlineCodes::add(const std::string& tag, std::string_view code) {
  numbers_[tag] = codes_.size();
  codes_.emplace_back(code);
  xml_ += tag;
}

void InlineCodes::add_text(std::string_view text) {
  xml_ += text_ == Text::kXml ? std::string(text) : escaped(text);
}

void InlineCodes::add_words(std::string_view text, const std::vector<ByteSpan>& kept) {
  size_t done = 0;
  for (const ByteSpan& span : kept) {
    add_text(text.substr(done, span.begin - done));
    add_kept(span.of(text));
    done = span.end;
  }
  add_text(text.substr(done));
}

void InlineCodes::add_tag(PieceKind kind, std::string_view code, const std::string& key) {
  if (kind == PieceKind::kOpen) return add_open(code, key);
  const bool closes = kind == PieceKind::kClose && add_close(code, key);
  if (!closes) add_lone(code);
}

void InlineCodes::add_tagged(std::string_view text, const std::vector<Piece>& tags,
                             const FindSpans& find_kept) {
  size_t done = 0;
  const auto add_to = [&](size_t end) {
    const std::string_view words = text.substr(done, end - done);
    add_words(words, find_kept ? find_kept(words) : std::vector<ByteSpan>());
  };
  for (const Piece& tag : tags) {
    add_to(tag.begin);
    add_tag(tag.kind, text.substr(tag.begin, tag.end - tag.begin), tag.name);
    done = tag.end;
  }
  add_to(text.size());
}

void InlineCodes::add_lone(std::string_view code) { add("<" + name_of_next() + "/>", code); }

void InlineCodes::add_open(std::string_view code, const std::string& key) {
  const std::string name = name_of_next();
  open_[key].push_back(name);
  add("<" + name + ">", code);
}

/// Returns false and adds nothing if no open code has the key.
bool InlineCodes::add_close(std::string_view code, const std::string& key) {
  std::vector<std::string>& names = open_[key];
  if (names.empty()) return false;
  const std::string name = names.back();
  names.pop_back();
  add("</" + name + ">", code);
  return true;
}

void InlineCodes::add_kept(std::string_view code) {
  const std::string name = name_of_next();
  add("<" + name + std::string(kKeptEnd), code);
  add_text(code);
  xml_ += "</" + name + ">";
}

InlineCodes::Decoded InlineCodes::decode(std::string_view translation) const {
  Decoded decoded;
  bool is_in_kept = false;
  for (const Piece& piece : scan_tags(translation, MarkupSyntax::kXml)) {
    const std::string bytes(translation.substr(piece.begin, piece.end - piece.begin));
    const auto number = piece.is_tag() ? numbers_.find(bytes) : numbers_.end();
    const size_t begin = decoded.text.size();
    if (number != numbers_.end()) {
      is_in_kept = bytes.ends_with(kKeptEnd);  // its text follows
      if (!is_in_kept) decoded.text += codes_[number->second];
      decoded.codes.push_back({number->second, {begin, decoded.text.size()}});
    } else if (is_in_kept && piece.is_tag() && bytes.starts_with(kEndOfOurs)) {
      is_in_kept = false;
    } else {
      decoded.text += text_ == Text::kXml ? bytes : unescaped(bytes);
      if (is_in_kept) decoded.codes.back().bytes.end = decoded.text.size();
    }
  }
  decoded.is_whole = decoded.codes.size() == codes_.size();
  return decoded;
}

}  // namespace dragoman
