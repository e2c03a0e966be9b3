#include "document/html_page.h"

#include <algorithm>

#include "document/document_bytes.h"
#include "io/ascii.h"
#include "markup/tag_reader.h"
#include "markup/tag_scanner.h"

namespace dragoman {
namespace {

/// Returns the charset in `content` of <meta http-equiv="content-type" content="text/html;
/// charset=...">; empty if there is none.
std::string_view charset_in(std::string_view content) {
  constexpr std::string_view kName = "charset=";
  const size_t at = to_ascii_lowercase(content).find(kName);
  if (at == std::string_view::npos) return {};
  const std::string_view rest = content.substr(at + kName.size());
  return rest.substr(0, rest.find_first_of(" \t;\"'"));
}

/// Returns the charset of a <meta> tag; empty if there is none.
std::string_view charset_of(std::string_view tag) {
  std::string_view named, content;
  bool is_content_type = false;
  for (const TagAttribute& attribute : attributes_of(tag, MarkupSyntax::kHtml)) {
    const std::string_view value = attribute.value.of(tag);
    if (attribute.name == "charset") named = value;
    if (attribute.name == "content") content = value;
    if (attribute.name == "http-equiv")
      is_content_type = to_ascii_lowercase(value) == "content-type";
  }
  return !named.empty() || !is_content_type ? named : charset_in(content);
}

/// HTML searches the first 1024 bytes for the charset (WHATWG, section 13.2.3.2).
void check_charset_of_page(std::string_view page) {
  constexpr size_t kLookedAt = 1024;
  const std::string_view head = page.substr(0, kLookedAt);
  for (const Piece& piece : scan_tags(head, MarkupSyntax::kHtml)) {
    if (piece.name != "meta" || piece.is_broken) continue;
    const std::string_view charset = charset_of(head.substr(piece.begin, piece.end - piece.begin));
    if (!charset.empty()) require_utf8_name(charset, line_of(head, piece.begin));
  }
}

class HtmlPage : public Document {
 public:
  HtmlPage(std::string_view bytes, const DocumentOptions& options) : mark_(byte_order_mark(bytes)) {
    const std::string_view page = bytes.substr(mark_.size());
    refuse_utf16(bytes);
    check_charset_of_page(page);
    require_utf8(page);
    add_segment({std::string(page),
                 {.syntax = MarkupSyntax::kHtml,
                  .kept_spans = options.kept_spans,
                  .attributes = options.attributes}});
  }

 private:
  std::string write(const std::vector<std::string>& translations,
                    std::vector<DocumentNote>&) const override {
    return mark_ + translations.front();
  }

  std::string mark_;
};

}  // namespace

std::unique_ptr<Document> parse_html_page(std::string_view bytes, const DocumentOptions& options) {
  return std::make_unique<HtmlPage>(bytes, options);
}

}  // namespace dragoman
