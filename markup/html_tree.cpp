#include "markup/html_tree.h"

#include <algorithm>
#include <string>
#include <unordered_map>

#include "markup/html_names.h"
#include "markup/html_parser.h"
#include "markup/tag_reader.h"

namespace dragoman {
namespace {

// The parser is gumbo because its nodes point into the source: start tags, end tags and implied
// ends. Tidy repairs its input, and reports lines and columns of start tags only. Neither tree has
// what HTML5 ignores, such as end tags that end nothing; scan_tags() finds these too.

/// A deeper tree would overflow the stack when gumbo frees it.
constexpr size_t kMostDepth = 10000;
/// Limit, because gumbo compares each attribute of a tag with all earlier ones.
constexpr size_t kMostAttributes = 500;
/// Limits for hostile markup, where these grow with the square of the text: steps up the open
/// elements, and formatting elements that each block reopens.
constexpr size_t kMostSteps = 100'000'000;
constexpr size_t kMostReopened = 1'000'000;

size_t count_attributes(std::string_view tag) {
  return tag.size() < 2 * kMostAttributes ? 0 : attributes_of(tag, MarkupSyntax::kHtml).size();
}

/// Upper bounds of the tree's size, computed without building the tree.
class TreeBounds {
 public:
  void add(const Piece& piece, std::string_view tag) {
    if (!piece.is_tag() || piece.name.empty()) return;
    ++tags_;
    attributes_ = std::max(attributes_, count_attributes(tag));
    // An end tag that ends nothing does not make the tree smaller.
    size_t& open = open_[piece.name];
    if (piece.kind == PieceKind::kClose && open == 0) return;
    if (piece.kind == PieceKind::kOpen) ++open;
    if (piece.kind == PieceKind::kClose) --open;
    if (is_formatting_element(piece.name)) count(piece.kind, formatting_, most_formatting_);
    if (!may_lack_end_tag(piece.name)) count(piece.kind, depth_, most_depth_);
  }

  bool hold() const {
    return most_depth_ <= kMostDepth && attributes_ <= kMostAttributes &&
           most_depth_ * tags_ <= kMostSteps && most_formatting_ * tags_ <= kMostReopened;
  }

 private:
  static void count(PieceKind kind, size_t& num_open, size_t& most) {
    if (kind == PieceKind::kOpen) most = std::max(most, ++num_open);
    if (kind == PieceKind::kClose && num_open > 0) --num_open;
  }

  std::unordered_map<std::string, size_t> open_;  // number of open elements of each name
  size_t tags_ = 0, attributes_ = 0;
  size_t depth_ = 0, most_depth_ = 0;
  size_t formatting_ = 0, most_formatting_ = 0;
};

bool is_within_bounds(std::string_view text, const std::vector<Piece>& pieces) {
  TreeBounds bounds;
  for (const Piece& piece : pieces) {
    bounds.add(piece, text.substr(piece.begin, piece.end - piece.begin));
  }
  return bounds.hold();
}

/// True if `end_tag` is the element's own. Gumbo may give the end tag of another element, which
/// ended this one too.
bool ends(std::string_view end_tag, std::string_view start_tag) {
  if (!end_tag.starts_with("</")) return false;
  return TagReader(end_tag, 2, MarkupSyntax::kHtml).read_name() ==
         TagReader(start_tag, 1, MarkupSyntax::kHtml).read_name();
}

std::string_view view_of(const GumboStringPiece& piece) {
  return piece.length == 0 ? std::string_view() : std::string_view(piece.data, piece.length);
}

void add_element(const GumboElement& element, std::string_view text,
                 std::vector<HtmlElement>& elements) {
  const std::string_view start_tag = view_of(element.original_tag);
  if (start_tag.size() < 2 || start_tag[1] == '/') return;  // gumbo added the element
  HtmlElement found{.open = static_cast<size_t>(start_tag.data() - text.data())};
  found.end = std::min<size_t>(element.end_pos.offset, text.size());
  const std::string_view end_tag = view_of(element.original_end_tag);
  if (ends(end_tag, start_tag)) found.close = static_cast<size_t>(end_tag.data() - text.data());
  elements.push_back(found);
}

/// Returns `text` with spaces for empty elements for which the parser would seek an end tag; empty
/// if there are none.
std::string without_empty_elements(std::string_view text, const std::vector<Piece>& pieces) {
  std::string without;
  for (const Piece& piece : pieces) {
    if (piece.kind != PieceKind::kLone || piece.name.empty() || is_void_element(piece.name))
      continue;
    if (without.empty()) without = text;
    std::fill(without.begin() + static_cast<std::ptrdiff_t>(piece.begin),
              without.begin() + static_cast<std::ptrdiff_t>(piece.end), ' ');
  }
  return without;
}

/// Adds <html> and <body>, which a fragment of a body cannot contain. Their end tags may be left
/// out: then they end with the text.
void add_page(std::string_view text, const std::vector<Piece>& pieces,
              std::vector<HtmlElement>& elements) {
  for (const Piece& piece : pieces) {
    if (piece.kind == PieceKind::kOpen && (piece.name == "html" || piece.name == "body"))
      elements.push_back({.open = piece.begin, .end = text.size()});
  }
}

}  // namespace

std::vector<HtmlElement> html_elements(std::string_view text, const std::vector<Piece>& pieces) {
  std::vector<HtmlElement> elements;
  if (!is_within_bounds(text, pieces)) return elements;
  const std::string without = without_empty_elements(text, pieces);
  const std::string_view parsed = without.empty() ? text : without;
  const HtmlTree tree = parse_body(parsed);
  std::vector<const GumboNode*> open = {tree->root};
  while (!open.empty()) {
    const GumboNode* node = open.back();
    open.pop_back();
    if (node->type != GUMBO_NODE_ELEMENT && node->type != GUMBO_NODE_TEMPLATE) continue;
    const GumboElement& element = node->v.element;
    add_element(element, parsed, elements);
    for (unsigned i = element.children.length; i-- > 0;) {
      open.push_back(static_cast<const GumboNode*>(element.children.data[i]));
    }
  }
  add_page(text, pieces, elements);
  return elements;
}

}  // namespace dragoman
