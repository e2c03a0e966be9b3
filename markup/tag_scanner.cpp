#include "markup/tag_scanner.h"

#include <algorithm>
#include <map>
#include <set>

#include "io/ascii.h"
#include "markup/html_names.h"
#include "markup/tag_reader.h"

namespace dragoman {
namespace {

constexpr size_t kNoEnd = static_cast<size_t>(-1);

/// Returns the end of a construct that begins at `begin` and ends with `mark`; kNoEnd if `mark` is
/// missing.
size_t end_after(std::string_view text, size_t begin, std::string_view mark) {
  const size_t found = text.find(mark, begin);
  return found == std::string_view::npos ? kNoEnd : found + mark.size();
}

/// HTML ends a comment at --> and --!>. It accepts <!--> and <!---> as complete comments.
size_t end_of_html_comment(std::string_view text, size_t begin) {
  const size_t inside = begin + 4;
  for (const std::string_view abrupt : {">", "->"}) {
    if (text.substr(inside).starts_with(abrupt)) return inside + abrupt.size();
  }
  for (size_t at = text.find("--", inside); at != std::string_view::npos;
       at = text.find("--", at + 1)) {
    for (const std::string_view rest : {"-->", "--!>"}) {
      if (text.substr(at).starts_with(rest)) return at + rest.size();
    }
  }
  return kNoEnd;
}

/// Returns the end of XML's <!DOCTYPE, which may contain declarations between [ and ].
size_t end_of_doctype(std::string_view text, size_t begin) {
  bool has_declarations = false;
  for (size_t at = begin + 1; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '>' && !has_declarations) return at + 1;
    if (c == '[' || c == ']') has_declarations = c == '[';
    const bool is_comment = text.substr(at).starts_with("<!--");
    const bool is_instruction = text.substr(at).starts_with("<?");
    if (is_comment || is_instruction) {
      at = end_after(text, at + 2, is_comment ? "-->" : "?>");
    } else if (c == '"' || c == '\'') {
      at = end_after(text, at + 1, std::string_view(&c, 1));
    } else {
      continue;
    }
    if (at == kNoEnd) return kNoEnd;
    --at;
  }
  return kNoEnd;
}

/// True if every XML parser knows the entity. Other entities are declared elsewhere.
bool is_entity_of_xml(std::string_view name) {
  return name == "amp" || name == "lt" || name == "gt" || name == "quot" || name == "apos";
}

/// True for a page of XHTML, such as a chapter of a book in EPUB, in which /> ends an element.
bool is_xhtml(std::string_view text) {
  constexpr size_t kLookedAt = 1024;
  const std::string_view head = text.substr(0, kLookedAt);
  return head.starts_with("<?xml") || head.find("//DTD XHTML") != std::string_view::npos;
}

/// The open elements in which HTML's tokenizer reads every element's content as tags and text.
class ForeignElements {
 public:
  void add(PieceKind kind, const std::string& name) {
    // HTML's blocks are in no drawing: nothing ended it.
    while (are_open() && kind != PieceKind::kClose && is_block_element(name) && name != "title")
      close();
    const bool is_inside = holds_html(name) && !open_.empty();
    if (name != "svg" && name != "math" && !is_inside) return;
    if (kind == PieceKind::kOpen) open(name);
    if (kind != PieceKind::kClose || num_open_[name] == 0) return;
    while (open_.back() != name) close();
    close();
  }

  bool are_open() const { return !open_.empty() && !holds_html(open_.back()); }
  /// True if /> ends an element with this name.
  bool may_be_empty(const std::string& name) const {
    return are_open() || name == "svg" || name == "math";
  }

 private:
  /// True for elements of drawings whose content is HTML again.
  static bool holds_html(const std::string& name) {
    return name == "foreignobject" || name == "desc" || name == "title";
  }
  void open(const std::string& name) {
    open_.push_back(name);
    ++num_open_[name];
  }
  void close() {
    --num_open_[open_.back()];
    open_.pop_back();
  }

  std::vector<std::string> open_;
  std::map<std::string, size_t> num_open_;  // elements in open_, by name
};

class TagScanner {
 public:
  TagScanner(std::string_view text, MarkupSyntax syntax)
      : text_(text), syntax_(syntax), closes_itself_(!is_html() || is_xhtml(text)) {}

  std::vector<Piece> scan() {
    const std::string_view marks = is_html() ? "<" : "<&";
    for (size_t at = text_.find_first_of(marks); at != std::string_view::npos;
         at = text_.find_first_of(marks, at)) {
      at = text_[at] == '<' ? scan_from(at) : scan_reference(at);
    }
    add_text(text_.size());
    return std::move(pieces_);
  }

 private:
  bool is_html() const { return syntax_ == MarkupSyntax::kHtml; }
  std::string_view rest(size_t at) const { return text_.substr(at); }

  /// Reads the construct that begins with the < at `at`. Returns the position to continue from.
  size_t scan_from(size_t at) {
    const char next = at + 1 < text_.size() ? text_[at + 1] : ' ';
    if (begins_name(next)) return scan_tag(at, at + 1, PieceKind::kOpen);
    if (next == '!' || next == '?') return add_lone(at, end_of_declaration(at));
    if (next != '/' || at + 2 == text_.size()) return at + 1;
    if (begins_name(text_[at + 2])) return scan_tag(at, at + 2, PieceKind::kClose);
    return is_html() ? add_lone(at, end_after(text_, at, ">")) : at + 1;
  }

  /// Reads a reference. If this text cannot resolve its entity, it is kept, like a tag.
  size_t scan_reference(size_t at) {
    constexpr size_t kLongest = 64;
    const size_t length = rest(at).substr(0, kLongest).find_first_of("; \t<&", 1);
    if (length == std::string_view::npos || text_[at + length] != ';') return at + 1;
    const std::string_view name = text_.substr(at + 1, length - 1);
    if (name.empty() || name[0] == '#' || is_entity_of_xml(name)) return at + 1;
    return add_lone(at, at + length + 1);
  }

  bool begins_name(char c) const {
    return is_ascii_letter(c) ||
           (!is_html() && (c == '_' || c == ':' || static_cast<signed char>(c) < 0));
  }

  size_t end_of_declaration(size_t at) const {
    const bool is_comment = rest(at).starts_with("<!--");
    if (is_html() && is_comment) return end_of_html_comment(text_, at);
    const bool has_cdata = !is_html() || foreign_.are_open();
    if (has_cdata && rest(at).starts_with("<![CDATA[")) return end_after(text_, at, "]]>");
    if (is_html()) return end_after(text_, at, ">");
    if (is_comment) return end_after(text_, at + 4, "-->");
    if (rest(at).starts_with("<!DOCTYPE")) return end_of_doctype(text_, at);
    return rest(at).starts_with("<?") ? end_after(text_, at, "?>") : end_after(text_, at, ">");
  }

  size_t scan_tag(size_t at, size_t name_begin, PieceKind kind) {
    TagReader reader(text_, name_begin, syntax_);
    std::string name = reader.read_name();
    const bool is_whole = reader.read_to_end();
    const bool is_empty =
        (is_html() && is_void_element(name)) ||
        ((closes_itself_ || foreign_.may_be_empty(name)) && reader.is_self_closing());
    if (!is_whole || (is_empty && kind == PieceKind::kOpen)) kind = PieceKind::kLone;
    if (!is_whole) name.clear();
    size_t next = reader.position();
    if (holds_raw_text(kind, name)) next = end_of_raw_text(next, name);
    // Without an end tag, text to translate would have all the tags that follow in it.
    if (next == kNoEnd) kind = PieceKind::kLone;
    if (is_html()) foreign_.add(kind, name);
    const size_t end = add(kind, at, reader.position(), name);
    pieces_.back().is_broken = !is_whole;
    return next == kNoEnd ? end : next;
  }

  bool holds_raw_text(PieceKind kind, const std::string& name) const {
    return is_html() && kind == PieceKind::kOpen && holds_text_only(name) && !foreign_.are_open();
  }

  /// Returns the position of the end tag of an element whose content has no tags. If there is none,
  /// returns kNoEnd for an element whose text is translated, and the end of the text for others.
  size_t end_of_raw_text(size_t begin, const std::string& name) {
    if (unended_.contains(name)) return kNoEnd;
    for (size_t at = text_.find("</", begin); at != std::string_view::npos;
         at = text_.find("</", at + 2)) {
      const std::string_view found = text_.substr(at + 2, name.size());
      const size_t after = at + 2 + name.size();
      const bool ends = after >= text_.size() || is_tag_space(text_[after]) ||
                        text_[after] == '/' || text_[after] == '>';
      if (ends && to_ascii_lowercase(found) == name) return at;
    }
    if (name != "title" && name != "textarea") return text_.size();
    unended_.insert(name);
    return kNoEnd;
  }

  size_t add_lone(size_t begin, size_t end) {
    add(PieceKind::kLone, begin, std::min(end, text_.size()), "");
    pieces_.back().is_broken = end == kNoEnd;
    return done_;
  }

  size_t add(PieceKind kind, size_t begin, size_t end, const std::string& name) {
    add_text(begin);
    pieces_.push_back({.kind = kind, .begin = begin, .end = end, .name = name});
    return done_ = end;
  }

  void add_text(size_t end) {
    if (end > done_) pieces_.push_back({.kind = PieceKind::kText, .begin = done_, .end = end});
  }

  const std::string_view text_;
  const MarkupSyntax syntax_;
  const bool closes_itself_;  // /> ends an element
  ForeignElements foreign_;
  std::set<std::string> unended_;  // names of elements that nothing ends from here on
  std::vector<Piece> pieces_;
  size_t done_ = 0;  // end of the last piece
};

}  // namespace

std::vector<Piece> scan_tags(std::string_view text, MarkupSyntax syntax) {
  return TagScanner(text, syntax).scan();
}

std::vector<TagAttribute> attributes_of(std::string_view tag, MarkupSyntax syntax) {
  TagReader reader(tag, 1, syntax);
  reader.read_name();
  std::vector<TagAttribute> attributes;
  for (TagAttribute attribute; reader.next(attribute); attribute = {})
    attributes.push_back(attribute);
  return attributes;
}

}  // namespace dragoman
