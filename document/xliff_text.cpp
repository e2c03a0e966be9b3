#include "document/xliff_text.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <utility>

#include "document/kept_parts.h"
#include "document/xliff_reader.h"
#include "markup/fragment_parser.h"
#include "markup/tag_reader.h"
#include "markup/tag_scanner.h"

namespace dragoman {
namespace {

constexpr std::string_view kCdata = "<![CDATA[";

/// Returns the key that the two codes of a pair share.
std::string key_of(std::string_view tag) {
  for (const std::string_view name : {"rid", "startRef", "id"}) {
    if (const auto value = attribute_value(tag, name)) return std::string(*value);
  }
  return "";
}

std::string_view bytes_of(const Piece& piece, std::string_view content) {
  return content.substr(piece.begin, piece.end - piece.begin);
}

/// True for <sm translate="no">. The text up to its <em> is not to be translated.
bool begins_kept(const Piece& piece, std::string_view content) {
  return piece.is_tag() && local_name(piece.name) == "sm" &&
         attribute_value(bytes_of(piece, content), "translate") == "no";
}

/// The markers <em> of a content.
class EndMarkers {
 public:
  EndMarkers(const std::vector<Piece>& pieces, std::string_view content) {
    for (size_t i = 0; i < pieces.size(); ++i) {
      if (pieces[i].is_tag() && local_name(pieces[i].name) == "em")
        markers_[key_of(bytes_of(pieces[i], content))].push_back(i);
    }
  }

  /// Returns the first marker with the key after piece `i`; nullopt if there is none.
  std::optional<size_t> after(size_t i, const std::string& key) const {
    const auto found = markers_.find(key);
    if (found == markers_.end()) return {};
    const auto marker = std::upper_bound(found->second.begin(), found->second.end(), i);
    if (marker == found->second.end()) return {};
    return *marker;
  }

 private:
  std::map<std::string, std::vector<size_t>> markers_;  // pieces in order, by key
};

/// Replaces each < that comes before another one, without a > between them: it begins no tag.
void replace_bare_brackets(std::string& text) {
  for (size_t at = text.find('<'); at < text.size();) {
    const size_t next = text.find_first_of("<>", at + 1);
    if (next < text.size() && text[next] == '<') text[at] = 'x';
    at = text.find('<', std::min(next, text.size()));
  }
}

/// Returns `text` with tags in place of escaped ones, as <b> in place of &lt;b&gt;. It has the same
/// length: the place of the other bytes of a reference is taken by letters outside of the < and >.
std::string with_plain_tags(std::string_view text) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kReferences = {
      {{"&lt;", "xxx<"}, {"&gt;", ">xxx"}, {"&quot;", "\"     "}, {"&apos;", "'     "}}};
  std::string plain(text);
  for (size_t at = text.find('&'); at < text.size(); at = text.find('&', at + 1)) {
    for (const auto& [reference, replacement] : kReferences) {
      if (text.substr(at).starts_with(reference)) plain.replace(at, reference.size(), replacement);
    }
  }
  replace_bare_brackets(plain);
  return plain;
}

/// Returns the tags and comments that a text of HTML has in XML: those written with &lt; and &gt;.
std::vector<Piece> escaped_tags(std::string_view text) {
  constexpr size_t kRest = 3;  // length of &lt; and &gt; without the < and >
  std::vector<Piece> tags;
  if (text.find("&lt;") == std::string_view::npos) return tags;
  const std::string plain = with_plain_tags(text);
  for (Piece& piece : scan_tags(plain, MarkupSyntax::kXml)) {
    if (!piece.is_tag() || piece.is_broken || piece.begin < kRest) continue;
    // A < inside a tag more likely begins another one.
    const bool is_clean = bytes_of(piece, plain).rfind('<') == 0;
    if (!is_clean || !text.substr(piece.begin - kRest).starts_with("&lt;")) continue;
    piece.begin -= kRest;
    if (text.substr(piece.end - 1).starts_with("&gt;")) piece.end += kRest;
    tags.push_back(std::move(piece));
  }
  make_void_tags_lone(tags);
  for (Piece& tag : tags) tag.name.insert(0, 1, '<');  // no code in XLIFF has such a key
  return tags;
}

/// Converts a content from its pieces.
class XliffEncoder {
 public:
  XliffEncoder(std::string_view content, const FindSpans& find_more)
      : content_(content),
        find_more_(outside_references(find_more, MarkupSyntax::kXml)),
        pieces_(scan_tags(content, MarkupSyntax::kXml)) {}

  InlineCodes encode() {
    for (size_t i = 0; i < pieces_.size(); i = add(i)) continue;
    return std::move(codes_);
  }

 private:
  std::string_view bytes(size_t first, size_t last) const {
    return content_.substr(pieces_[first].begin, pieces_[last].end - pieces_[first].begin);
  }

  /// Adds the piece or element at `i`. Returns the next piece.
  size_t add(size_t i) {
    const Piece& piece = pieces_[i];
    if (!piece.is_tag()) {
      const std::string_view text = bytes(i, i);
      codes_.add_tagged(text, tags_in(text), [this](std::string_view words) {
        return kept_words(words, DirectiveStyle::kNone, find_more_);
      });
      return i + 1;
    }
    const std::string_view name = local_name(piece.name);
    if (begins_kept(piece, content_)) return add_marked(i);
    const bool opens = name == "bx" || name == "sc" || name == "sm" || name == "bpt";
    const bool closes = name == "ex" || name == "ec" || name == "em" || name == "ept";
    if ((!opens && !closes) || piece.kind == PieceKind::kClose) {
      codes_.add_text(bytes(i, i));
      return i + 1;
    }
    const size_t last = last_of(i);
    const PieceKind kind = opens ? PieceKind::kOpen : PieceKind::kClose;
    codes_.add_tag(kind, bytes(i, last), key_of(bytes(i, i)));
    return last + 1;
  }

  /// Returns the escaped tags that are not in a part to keep.
  std::vector<Piece> tags_in(std::string_view text) const {
    std::vector<Piece> tags = escaped_tags(text);
    std::vector<ByteSpan> spans;
    for (const Piece& tag : tags) spans.push_back({tag.begin, tag.end});
    const std::vector<ByteSpan> outside = outside_found(text, spans, find_more_);
    auto next = outside.begin();
    std::erase_if(tags, [&](const Piece& tag) {
      const bool is_outside = next != outside.end() && next->begin == tag.begin;
      if (is_outside) ++next;
      return !is_outside;
    });
    return tags;
  }

  /// Adds what the markers <sm> at piece `i` and its <em> enclose, which is not to be translated.
  /// Returns the next piece.
  size_t add_marked(size_t i) {
    const auto end = end_markers_.after(i, key_of(bytes(i, i)));
    const size_t last = last_of(end.value_or(i));
    if (!end) {
      codes_.add_lone(bytes(i, last));
    } else {
      codes_.add_kept(bytes(i, last));
    }
    return last + 1;
  }

  /// Returns the last piece of the element that begins at piece `i`.
  size_t last_of(size_t i) const {
    size_t depth = 0;
    for (size_t at = i; at < pieces_.size(); ++at) {
      if (pieces_[at].name != pieces_[i].name) continue;
      if (pieces_[at].kind == PieceKind::kOpen) ++depth;
      if (pieces_[at].kind == PieceKind::kClose) --depth;
      if (depth == 0) return at;
    }
    return i;
  }

  std::string_view content_;
  const FindSpans find_more_;
  std::vector<Piece> pieces_;
  EndMarkers end_markers_{pieces_, content_};
  InlineCodes codes_{InlineCodes::Text::kXml};
};

}  // namespace

InlineCodes encode_xliff(std::string_view content, const FindSpans& find_more) {
  return XliffEncoder(content, find_more).encode();
}

std::vector<ByteSpan> copied_parts(std::string_view content) {
  const std::vector<Piece> pieces = parse_fragment(std::string(content), MarkupSyntax::kXml).pieces;
  const EndMarkers end_markers(pieces, content);
  std::vector<ByteSpan> parts;
  for (size_t i = 0, end = 0; i < pieces.size(); ++i) {
    if (!pieces[i].is_tag() || pieces[i].begin < end) continue;
    size_t last = i;
    if (begins_kept(pieces[i], content))
      last = end_markers.after(i, key_of(bytes_of(pieces[i], content))).value_or(i);
    const bool has_content = last > i || pieces[i].is_kept;
    if (has_content && pieces[last].last != kNoPiece) last = pieces[last].last;
    end = pieces[last].end;
    parts.push_back({pieces[i].begin, end});
  }
  return parts;
}

bool has_cdata(std::string_view content) { return content.find(kCdata) != std::string_view::npos; }

bool has_icu_message(std::string_view content) {
  if (!has_icu_choice(content)) return false;
  const std::vector<Piece> pieces = scan_tags(content, MarkupSyntax::kXml);
  return std::ranges::any_of(pieces, [&](const Piece& piece) {
    return !piece.is_tag() && has_icu_choice(bytes_of(piece, content));
  });
}

bool has_text_of_its_own(std::string_view content) {
  size_t done = 0;
  for (const ByteSpan& part : copied_parts(content)) {
    if (!has_only_tag_space(content.substr(done, part.begin - done))) return true;
    done = part.end;
  }
  return !has_only_tag_space(content.substr(done));
}

bool has_only_marks(std::string_view content) {
  const std::vector<Piece> pieces = scan_tags(content, MarkupSyntax::kXml);
  return !has_cdata(content) && std::all_of(pieces.begin(), pieces.end(), [&](const Piece& piece) {
    if (!piece.is_tag()) return has_only_tag_space(bytes_of(piece, content));
    const std::string_view name = local_name(piece.name);
    return name.empty() || name == "mrk" || name == "g";
  });
}

std::vector<SegmentMark> segment_marks(std::string_view content) {
  constexpr size_t kNoMark = static_cast<size_t>(-1);
  std::vector<SegmentMark> marks;
  std::vector<size_t> open;  // for each open <mrk>, its number
  for (const Piece& piece : scan_tags(content, MarkupSyntax::kXml)) {
    if (!piece.is_tag() || local_name(piece.name) != "mrk") continue;
    const std::string_view tag = bytes_of(piece, content);
    const bool is_mark = piece.kind != PieceKind::kClose && attribute_value(tag, "mtype") == "seg";
    if (piece.kind == PieceKind::kOpen) open.push_back(is_mark ? marks.size() : kNoMark);
    if (is_mark)
      marks.push_back({attribute_value(tag, "mid").value_or(""),
                       {piece.begin, piece.end, piece.end, piece.end}});
    if (piece.kind != PieceKind::kClose || open.empty()) continue;
    if (open.back() != kNoMark) {
      marks[open.back()].element.content_end = piece.begin;
      marks[open.back()].element.end = piece.end;
    }
    open.pop_back();
  }
  return marks;
}

std::string start_tag(std::string_view tag, std::string_view attribute, std::string_view value) {
  const bool is_empty = tag.ends_with("/>");
  std::string start(tag.substr(0, tag.size() - (is_empty ? 2 : 1)));
  while (start.back() == ' ') start.pop_back();
  if (!value.empty()) {
    if (const auto held = attribute_value(tag, attribute)) {
      start.replace(static_cast<size_t>(held->data() - tag.data()), held->size(), value);
    } else {
      start += " " + std::string(attribute) + "=\"" + std::string(value) + "\"";
    }
  }
  return start + ">";
}

std::string without_attribute(const std::string& tag, std::string_view attribute) {
  const auto value = attribute_value(tag, attribute);
  if (!value) return tag;
  const auto at = static_cast<size_t>(value->data() - tag.data());
  size_t begin = tag.rfind(attribute, at - attribute.size() - 1);  // before the quotation mark
  while (is_tag_space(tag[begin - 1])) --begin;
  return std::string(tag).erase(begin, at + value->size() + 1 - begin);
}

}  // namespace dragoman
