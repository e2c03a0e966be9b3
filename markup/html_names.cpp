#include "markup/html_names.h"

#include <algorithm>
#include <array>

namespace dragoman {
namespace {

/// In alphabetical order.
constexpr std::array<std::string_view, 16> kVoid = {
    "area", "base", "basefont", "bgsound", "br",   "col",   "embed",  "frame",
    "hr",   "img",  "input",    "link",    "meta", "param", "source", "track"};
constexpr std::array<std::string_view, 9> kTextOnly = {
    "iframe", "noembed", "noframes", "plaintext", "script", "style", "textarea", "title", "xmp"};
constexpr std::array<std::string_view, 12> kKept = {"code",     "iframe", "math", "noembed",
                                                    "noframes", "pre",    "rp",   "rt",
                                                    "script",   "style",  "svg",  "xmp"};
constexpr std::array<std::string_view, 6> kWordless = {"math",   "rp",    "rt",
                                                       "script", "style", "svg"};
constexpr std::array<std::string_view, 63> kBlock = {
    "address",  "article", "aside",    "base",       "blockquote", "body",   "br",      "caption",
    "center",   "col",     "colgroup", "dd",         "details",    "dialog", "dir",     "div",
    "dl",       "dt",      "fieldset", "figcaption", "figure",     "footer", "form",    "frame",
    "frameset", "h1",      "h2",       "h3",         "h4",         "h5",     "h6",      "head",
    "header",   "hgroup",  "hr",       "html",       "legend",     "li",     "listing", "main",
    "menu",     "nav",     "noframes", "ol",         "optgroup",   "option", "p",       "plaintext",
    "pre",      "search",  "section",  "select",     "summary",    "table",  "tbody",   "td",
    "textarea", "tfoot",   "th",       "thead",      "title",      "tr",     "ul"};
constexpr std::array<std::string_view, 14> kFormatting = {
    "a",    "b", "big",   "code",   "em",     "font", "i",
    "nobr", "s", "small", "strike", "strong", "tt",   "u"};
constexpr std::array<std::string_view, 15> kMayLackEnd = {
    "dd", "dt",  "li",    "optgroup", "option", "p",  "rb", "rp",
    "rt", "rtc", "tbody", "td",       "tfoot",  "th", "tr"};

template <size_t n>
bool names(const std::array<std::string_view, n>& list, std::string_view name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

}  // namespace

bool is_void_element(std::string_view name) { return names(kVoid, name) || name == "wbr"; }
bool holds_text_only(std::string_view name) { return names(kTextOnly, name); }
bool is_kept_element(std::string_view name) { return names(kKept, name); }
bool has_no_words(std::string_view name) { return names(kWordless, name); }
bool is_link_or_button(std::string_view name) { return name == "a" || name == "button"; }
bool is_block_element(std::string_view name) { return names(kBlock, name); }
bool is_formatting_element(std::string_view name) { return names(kFormatting, name); }
bool may_lack_end_tag(std::string_view name) { return names(kMayLackEnd, name); }

}  // namespace dragoman
