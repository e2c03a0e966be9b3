#include "document/inline_codes.h"

#include <algorithm>

#include "markup/tag_scanner.h"

namespace dragoman {
namespace {

/// No element of a format is called so.
constexpr std::string_view kPrefix = "dragoman.";

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

/// The characters of what escaped() wrote, or a translation of it.
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

std::string InlineCodes::add_name() { return std::string(kPrefix) + std::to_string(num_names_++); }

void InlineCodes::add_text(std::string_view text) {
  xml_ += text_ == Text::kXml ? std::string(text) : escaped(text);
}

void InlineCodes::add_lone(std::string_view code) {
  const std::string tag = "<" + add_name() + "/>";
  codes_[tag] = code;
  xml_ += tag;
}

void InlineCodes::add_open(std::string_view code, const std::string& key) {
  const std::string name = add_name();
  open_[key].push_back(name);
  codes_["<" + name + ">"] = code;
  xml_ += "<" + name + ">";
}

bool InlineCodes::add_close(std::string_view code, const std::string& key) {
  std::vector<std::string>& names = open_[key];
  if (names.empty()) return false;
  const std::string tag = "</" + names.back() + ">";
  names.pop_back();
  codes_[tag] = code;
  xml_ += tag;
  return true;
}

void InlineCodes::add_kept(std::string_view code) {
  const std::string name = add_name();
  const std::string tag = "<" + name + " translate=\"no\">";
  numbers_[tag] = kept_.size();
  kept_.emplace_back(code);
  codes_[tag] = "";
  codes_["</" + name + ">"] = "";
  xml_ += tag;
  add_text(code);
  xml_ += "</" + name + ">";
}

InlineCodes::Decoded InlineCodes::decode(std::string_view translation) const {
  Decoded decoded;
  size_t num_codes = 0;
  bool is_in_kept = false;
  for (const Piece& piece : scan_tags(translation, MarkupSyntax::kXml)) {
    const std::string bytes(translation.substr(piece.begin, piece.end - piece.begin));
    const auto code = piece.is_tag() ? codes_.find(bytes) : codes_.end();
    if (code == codes_.end()) {
      decoded.text += text_ == Text::kXml ? bytes : unescaped(bytes);
      continue;
    }
    ++num_codes;
    decoded.text += code->second;
    const auto number = numbers_.find(bytes);
    const size_t at = decoded.text.size();
    if (is_in_kept) decoded.kept.back().bytes.end = at;
    is_in_kept = number != numbers_.end();
    if (is_in_kept) decoded.kept.push_back({number->second, {at, at}});
  }
  decoded.is_whole = num_codes == codes_.size();
  return decoded;
}

}  // namespace dragoman
