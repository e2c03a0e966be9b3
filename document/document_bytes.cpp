#include "document/document_bytes.h"

#include <algorithm>
#include <stdexcept>

#include "io/ascii.h"
#include "io/escaped_text.h"
#include "io/text_edits.h"
#include "io/text_file.h"
#include "io/utf8.h"

namespace dragoman {
namespace {

/// True for names of charsets, which a shell reads as one word. Others may be commands.
bool is_charset_name(std::string_view name) {
  return !name.empty() && is_ascii_alphanumeric(name[0]) && std::ranges::all_of(name, [](char c) {
    return is_ascii_alphanumeric(c) || std::string_view("-_.:+").find(c) != std::string_view::npos;
  });
}

}  // namespace

std::string_view byte_order_mark(std::string_view bytes) {
  return bytes.substr(0, bytes.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0);
}

std::string_view line_end_at(std::string_view bytes, size_t position) {
  size_t end = bytes.find('\n', position);
  if (end == std::string_view::npos) end = bytes.rfind('\n', position);
  return end != std::string_view::npos && end > 0 && bytes[end - 1] == '\r' ? "\r\n" : "\n";
}

std::optional<std::string_view> value_after(std::string_view text, std::string_view name,
                                            std::string_view ends) {
  const size_t at = text.find(name);
  if (at == std::string_view::npos) return {};
  const std::string_view rest = text.substr(at + name.size());
  return rest.substr(0, rest.find_first_of(ends));
}

size_t line_of(std::string_view bytes, size_t position) {
  const std::string_view before = bytes.substr(0, position);
  return static_cast<size_t>(std::count(before.begin(), before.end(), '\n')) + 1;
}

size_t LineCounter::line_of(size_t position) {
  line_ += dragoman::line_of(bytes_.substr(at_), position - at_) - 1;
  at_ = position;
  return line_;
}

void fail_at_line(size_t line, const std::string& what) {
  throw std::invalid_argument("line " + std::to_string(line) + ": " + what);
}

void refuse_utf16(std::string_view bytes) {
  // The first character of a document in one of these formats is ASCII.
  const bool is_little = bytes.size() > 1 && bytes[0] != '\0' && bytes[1] == '\0';
  const bool is_big = bytes.size() > 1 && bytes[0] == '\0' && bytes[1] != '\0';
  const bool has_mark = bytes.starts_with("\xff\xfe") || bytes.starts_with("\xfe\xff");
  if (!has_mark && !is_little && !is_big) return;
  const std::string name = has_mark ? "UTF-16" : is_little ? "UTF-16LE" : "UTF-16BE";
  throw std::invalid_argument("the document is " + name + ": convert it, as by `iconv -f " + name +
                              " -t UTF-8 FILE >NEW`");
}

void require_utf8(std::string_view bytes) {
  if (is_valid_utf8(bytes)) return;
  size_t line = 1;
  for (size_t begin = 0; begin < bytes.size(); ++line) {
    const size_t end = std::min(bytes.find('\n', begin), bytes.size());
    if (!is_valid_utf8(bytes.substr(begin, end - begin))) break;
    begin = end + 1;
  }
  fail_at_line(line,
               "invalid UTF-8: convert the document, as by `iconv -f LATIN1 -t UTF-8 FILE >NEW`");
}

void require_utf8_name(std::string_view charset, size_t line, std::string_view convert) {
  constexpr size_t kLongestName = 40;
  const std::string name(trimmed(charset, " \t\n\r\f").substr(0, kLongestName));
  const std::string lower = to_ascii_lowercase(name);
  if (lower == "utf-8" || lower == "utf8") return;
  const bool is_name = is_charset_name(name);
  const std::string advice = convert.empty()
                                 ? "as by `iconv -f " + (is_name ? name : "CHARSET") +
                                       " -t UTF-8 FILE >NEW`, and write UTF-8 in this line"
                                 : "as by `" + std::string(convert) + "`";
  const std::string shown = is_name ? name : in_backquotes(replace_invalid_utf8(name));
  fail_at_line(line, "the document says that its charset is " + shown +
                         ", but must be UTF-8: convert it, " + advice);
}

}  // namespace dragoman
