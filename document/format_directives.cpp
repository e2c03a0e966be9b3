#include "document/format_directives.h"

#include <algorithm>
#include <array>
#include <utility>

#include "io/ascii.h"
#include "io/text_edits.h"

namespace dragoman {
namespace {

constexpr size_t kLongestName = 100;

/// Returns the position behind the bytes from `at` on that are in `characters`.
size_t skip_any(std::string_view text, size_t at, std::string_view characters) {
  return std::min(text.find_first_not_of(characters, at), text.size());
}

size_t skip_digits(std::string_view text, size_t at) { return skip_any(text, at, "0123456789"); }

/// Returns the end of a name in brackets at `at`; `at` if there is none.
size_t skip_name(std::string_view text, size_t at) {
  constexpr std::array<std::string_view, 3> kBrackets = {"()", "{}", "<>"};
  for (const std::string_view brackets : kBrackets) {
    if (at >= text.size() || text[at] != brackets[0]) continue;
    const size_t length = text.substr(at, kLongestName).find(brackets[1]);
    if (length != std::string_view::npos) return at + length + 1;
  }
  return at;
}

/// Returns the end of an argument number such as 1$; `at` if there is none.
size_t skip_argument(std::string_view text, size_t at) {
  const size_t digits = skip_digits(text, at);
  const bool ends =
      digits > at && digits < text.size() && (text[digits] == '$' || text[digits] == ':');
  return ends ? digits + 1 : at;
}

/// Returns the end of a width or precision, which may refer to an argument.
size_t skip_number(std::string_view text, size_t at) {
  if (at < text.size() && text[at] == '*') return skip_argument(text, at + 1);
  return skip_digits(text, at);
}

/// Returns the length of a directive that begins with %; 0 if it is none.
size_t percent_length(std::string_view text) {
  if (text.starts_with("%|")) {  // Boost
    const size_t end = text.substr(0, kLongestName).find('|', 2);
    return end == std::string_view::npos ? 0 : end + 1;
  }
  const size_t named = skip_name(text, 1);
  const bool is_whole = text.substr(1).starts_with("<PRI") || text.substr(1).starts_with("{");
  if (is_whole) return named > 1 ? named : 0;
  size_t at = skip_argument(text, named);
  at = skip_any(text, at, "-+ #0'I_");
  at = skip_number(text, at);
  if (at < text.size() && text[at] == '.') at = skip_number(text, at + 1);
  if (text.substr(at).starts_with("64")) at += 2;
  at = skip_any(text, at, "hlLqjztwZR");  // GMP and MPFR have Z and R
  if (text.substr(at).starts_with("<PRI")) return skip_name(text, at);
  if (at < text.size() && (is_ascii_letter(text[at]) || text[at] == '%' || text[at] == '@'))
    return at + 1;
  const bool is_length =
      at > 1 && is_ascii_letter(text[at - 1]);  // the last letter was the conversion
  return is_length ? at : 0;
}

size_t gcc_length(std::string_view text) {
  const bool is_quote = text.size() > 1 && (text[1] == '<' || text[1] == '>' || text[1] == '\'');
  if (is_quote && !text.starts_with("%<PRI")) return 2;
  return percent_length(text);
}

size_t numbered_length(std::string_view text) {
  const size_t begin = text.size() > 1 && text[1] == 'L' ? 2 : 1;
  const size_t end = skip_digits(text, begin);
  const std::string_view rest = text.substr(end);
  const bool ends =
      rest.starts_with('%') &&
      (rest.size() == 1 || (!is_ascii_digit(rest[1]) && rest[1] != 'L' && rest[1] != 'n'));
  if (end > begin) return ends ? end + 1 : end;
  return text.size() > 1 && text[1] == 'n' ? 2 : 0;
}

/// Returns the length up to the brace that closes the first one. Doubled braces stand for one
/// brace.
size_t braces_length(std::string_view text) {
  if (text.starts_with("{{") || text.starts_with("}}")) return 2;
  size_t depth = 0;
  for (size_t at = 0; at < std::min(text.size(), 2 * kLongestName); ++at) {
    if (text[at] == '{') ++depth;
    if (text[at] == '}' && --depth == 0) return at + 1;
    if (depth == 0) return 0;
  }
  return 0;
}

size_t tilde_length(std::string_view text) {
  const size_t at = skip_any(text, 1, "0123456789,:@#'");
  return at < text.size() && text[at] != ' ' ? at + 1 : 0;
}

size_t dollar_length(std::string_view text) {
  const size_t named = skip_name(text, 1);
  if (named > 1) return text[1] == '{' ? named : 0;
  size_t at = 1;
  while (at < text.size() && (is_ascii_alphanumeric(text[at]) || text[at] == '_')) ++at;
  return at > 1 ? at : 0;
}

size_t directive_length(std::string_view text, DirectiveStyle style) {
  switch (style) {
    case DirectiveStyle::kNone:
      return 0;
    case DirectiveStyle::kPercent:
      return text[0] == '%' ? percent_length(text) : 0;
    case DirectiveStyle::kGcc:
      return text[0] == '%' ? gcc_length(text) : 0;
    case DirectiveStyle::kNumbered:
      return text[0] == '%' ? numbered_length(text) : 0;
    case DirectiveStyle::kQuotes:
      if (text[0] == '\'') return 1;
      [[fallthrough]];
    case DirectiveStyle::kBraces:
      return text[0] == '{' || text[0] == '}' ? braces_length(text) : 0;
    case DirectiveStyle::kTilde:
      return text[0] == '~' ? tilde_length(text) : 0;
    case DirectiveStyle::kDollar:
      return text[0] == '$' ? dollar_length(text) : 0;
  }
  return 0;
}

}  // namespace

DirectiveStyle directive_style(std::string_view flag) {
  constexpr std::pair<std::string_view, DirectiveStyle> kStyles[] = {
      {"gcc-internal-format", DirectiveStyle::kGcc},
      {"gfc-internal-format", DirectiveStyle::kGcc},
      {"qt-format", DirectiveStyle::kNumbered},
      {"qt-plural-format", DirectiveStyle::kNumbered},
      {"kde-format", DirectiveStyle::kNumbered},
      {"kde-kuit-format", DirectiveStyle::kNumbered},
      {"ycp-format", DirectiveStyle::kNumbered},
      {"smalltalk-format", DirectiveStyle::kNumbered},
      {"python-brace-format", DirectiveStyle::kBraces},
      {"perl-brace-format", DirectiveStyle::kBraces},
      {"csharp-format", DirectiveStyle::kBraces},
      {"c++-format", DirectiveStyle::kBraces},
      {"rust-format", DirectiveStyle::kBraces},
      {"java-format", DirectiveStyle::kQuotes},
      {"lisp-format", DirectiveStyle::kTilde},
      {"scheme-format", DirectiveStyle::kTilde},
      {"sh-format", DirectiveStyle::kDollar},
  };
  for (const auto& [name, style] : kStyles) {
    if (flag == name) return style;
  }
  const bool is_other = !flag.ends_with("-format") || flag.starts_with("no-") ||
                        flag.starts_with("possible-") || flag.starts_with("impossible-");
  return is_other ? DirectiveStyle::kNone : DirectiveStyle::kPercent;
}

bool can_number_directives(std::string_view flag) {
  return flag == "c-format" || flag == "objc-format" || flag == "php-format" ||
         flag == "perl-format";
}

std::vector<ByteSpan> format_directives(std::string_view text, DirectiveStyle style) {
  std::vector<ByteSpan> found;
  if (style == DirectiveStyle::kNone) return found;
  for (size_t at = 0; at < text.size();) {
    const size_t length = directive_length(text.substr(at), style);
    if (length > 0) found.push_back({at, at + length});
    at += std::max<size_t>(length, 1);
  }
  return found;
}

bool has_icu_choice(std::string_view text) {
  constexpr std::string_view kSpace = " \t\r\n";
  constexpr std::array<std::string_view, 3> kTypes = {"plural", "select", "selectordinal"};
  const auto field_at = [&](size_t at) {
    const std::string_view rest = text.substr(at, kLongestName);
    return rest.substr(0, rest.find_first_of("{},"));
  };
  for (size_t at = text.find('{'); at < text.size(); at = text.find('{', at + 1)) {
    const std::string_view name = field_at(at + 1);
    const size_t comma = at + 1 + name.size();
    if (trimmed(name, kSpace).empty() || !text.substr(comma).starts_with(',')) continue;
    const std::string_view type = field_at(comma + 1);
    if (!text.substr(comma + 1 + type.size()).starts_with(',')) continue;
    if (std::ranges::find(kTypes, trimmed(type, kSpace)) != kTypes.end()) return true;
  }
  return false;
}

bool depends_on_order(std::string_view directive, DirectiveStyle style) {
  switch (style) {
    case DirectiveStyle::kPercent:
    case DirectiveStyle::kGcc: {
      const bool is_named = skip_name(directive, 1) > 1 && !directive.starts_with("%<PRI");
      const size_t begin = directive.starts_with("%|") ? 2 : 1;
      // %1% is Boost's; %% needs no argument.
      return !directive.ends_with('%') && directive != "%m" && !is_named &&
             skip_argument(directive, begin) == begin;
    }
    case DirectiveStyle::kBraces:
      return directive.starts_with("{}") || directive.starts_with("{:");
    case DirectiveStyle::kTilde:
    case DirectiveStyle::kQuotes:
      return true;
    case DirectiveStyle::kNone:
    case DirectiveStyle::kNumbered:
    case DirectiveStyle::kDollar:
      return false;
  }
  return false;
}

std::string with_number(std::string_view directive, size_t number) {
  if (directive.find('*') != std::string_view::npos) return "";
  return "%" + std::to_string(number) + "$" + std::string(directive.substr(1));
}

}  // namespace dragoman
