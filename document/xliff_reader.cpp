#include "document/xliff_reader.h"

#include "document/document_bytes.h"
#include "markup/character_references.h"
#include "markup/tag_reader.h"
#include "markup/tag_scanner.h"

namespace dragoman {
namespace {

/// Reads the tags of a file in order.
class XliffReader {
 public:
  explicit XliffReader(std::string_view bytes) : bytes_(bytes) {}

  XliffParts read() {
    for (const Piece& piece : scan_tags(bytes_, MarkupSyntax::kXml)) {
      if (piece.is_broken) fail(piece.begin, "a tag or comment that does not end");
      if (!piece.is_tag()) check_text(piece);
      if (piece.kind == PieceKind::kOpen) open(piece);
      if (piece.kind == PieceKind::kClose) close(piece);
      if (piece.kind == PieceKind::kLone && !piece.name.empty()) {
        open(piece);
        close(piece);
      }
      text_begin_ = piece.is_tag() ? piece.end : text_begin_;
    }
    if (!open_.empty()) fail(bytes_.size(), "the file ends within <" + open_.back().name + ">");
    if (!has_root_) fail(0, "there is no element <xliff>");
    return std::move(parts_);
  }

 private:
  struct Open {
    std::string name;
    XmlElement element;
    bool is_translated = true;
    bool keeps_lines = false;
    bool is_unit = false;
  };

  [[noreturn]] void fail(size_t position, const std::string& what) const {
    fail_at_line(line_of(bytes_, position), "invalid XLIFF: " + what + "; `xmllint` tells more");
  }

  void check_text(const Piece& piece) const {
    const size_t at = find_bare_ampersand(bytes_of(piece));
    if (at != std::string_view::npos)
      fail(piece.begin + at, "an & that begins no reference has to be &amp;");
  }

  std::string_view bytes_of(const Piece& piece) const {
    return bytes_.substr(piece.begin, piece.end - piece.begin);
  }

  void open(const Piece& piece) {
    Open opened{piece.name, {piece.begin, piece.end, piece.end, piece.end}};
    const std::string_view name = local_name(piece.name);
    const std::string_view tag = bytes_of(piece);
    if (open_.empty()) open_root(name, tag, piece.begin);
    const auto wish = attribute_value(tag, "translate");
    opened.is_translated = wish ? *wish != "no" : open_.empty() || open_.back().is_translated;
    const auto space = attribute_value(tag, "xml:space");
    opened.keeps_lines = space ? *space == "preserve" : !open_.empty() && open_.back().keeps_lines;
    opened.is_unit = name == (parts_.is_2 ? "segment" : "trans-unit");
    const bool is_source = name == "source" && is_child_of_unit();
    if (opened.is_unit)
      parts_.units.push_back({.tag = opened.element, .is_translated = opened.is_translated});
    if (is_source && !parts_.units.back().source) {
      const std::string_view before = bytes_.substr(text_begin_, piece.begin - text_begin_);
      if (has_only_tag_space(before)) parts_.units.back().indent = before;
      parts_.units.back().keeps_lines = opened.keeps_lines;
    }
    open_.push_back(std::move(opened));
  }

  bool is_child_of_unit() const { return !open_.empty() && open_.back().is_unit; }

  void open_root(std::string_view name, std::string_view tag, size_t position) {
    if (name != "xliff" || has_root_) fail(position, "the outermost element is not <xliff>");
    has_root_ = true;
    parts_.is_2 = attribute_value(tag, "version").value_or("").starts_with("2");
    parts_.names_target_language = !parts_.is_2 || attribute_value(tag, "trgLang").has_value();
  }

  void close(const Piece& piece) {
    if (open_.empty() || open_.back().name != piece.name)
      fail(piece.begin, "</" + piece.name + "> ends no open element");
    Open closed = std::move(open_.back());
    open_.pop_back();
    const bool is_empty = piece.kind == PieceKind::kLone;
    if (!is_empty) closed.element.content_end = piece.begin;
    closed.element.end = piece.end;
    if (is_child_of_unit()) add_to_unit(closed, parts_.units.back());
  }

  void add_to_unit(const Open& closed, XliffUnit& unit) {
    const std::string_view name = local_name(closed.name);
    if (name == "source" && !unit.source) {
      unit.source = closed.element;
      const size_t tag = closed.element.begin + 1;
      unit.prefix = bytes_.substr(tag, closed.name.size() - name.size());
    }
    if (name == "target" && !unit.target) unit.target = closed.element;
    if (name == "seg-source" && !unit.segmented) unit.segmented = closed.element;
    if (name == "source" || name == "seg-source") unit.after_source = closed.element.end;
  }

  std::string_view bytes_;
  std::vector<Open> open_;
  bool has_root_ = false;
  size_t text_begin_ = 0;  // behind the last tag
  XliffParts parts_;
};

}  // namespace

std::string_view local_name(std::string_view name) {
  const size_t colon = name.rfind(':');
  return colon == std::string_view::npos ? name : name.substr(colon + 1);
}

std::optional<std::string_view> attribute_value(std::string_view tag, std::string_view name) {
  for (const TagAttribute& attribute : attributes_of(tag, MarkupSyntax::kXml)) {
    if (attribute.name == name) return attribute.value.of(tag);
  }
  return {};
}

XliffParts read_xliff(std::string_view bytes) { return XliffReader(bytes).read(); }

}  // namespace dragoman
