#include "markup/protected_spans.h"

#include <unicode/uchar.h>

#include <algorithm>
#include <string>
#include <utility>

#include "io/ascii.h"
#include "io/utf8.h"
#include "markup/character_references.h"
#include "markup/characters.h"
#include "markup/white_space.h"

namespace dragoman {
namespace {

/// Limit of placeholders in braces, of names of emoji and of references, in bytes.
constexpr size_t kLongestName = 100;

bool is_one_of(char c, std::string_view characters) {
  return characters.find(c) != std::string_view::npos;
}

/// Returns the number of bytes at the beginning of `text` for which `is_part` is true.
template <class Predicate>
size_t length_while(std::string_view text, const Predicate& is_part) {
  return static_cast<size_t>(std::find_if_not(text.begin(), text.end(), is_part) - text.begin());
}

/// True if `text` begins with white space, or with a reference to it.
bool begins_space(std::string_view text) { return space_length(text, MarkupSyntax::kHtml) > 0; }

size_t num_digits(std::string_view text) { return length_while(text, is_ascii_digit<char>); }

/// Returns the length of `open`, a name without braces, and `close`; 0 if `text` does not begin
/// with these.
size_t enclosed_length(std::string_view text, std::string_view open, std::string_view close,
                       bool may_have_spaces) {
  if (!text.starts_with(open)) return 0;
  const std::string_view rest = text.substr(open.size(), kLongestName);
  size_t name = 0;
  while (name < rest.size() && !is_one_of(rest[name], "{}") &&
         (may_have_spaces || !begins_space(rest.substr(name))))
    ++name;
  return rest.substr(name).starts_with(close) ? open.size() + name + close.size() : 0;
}

size_t braces_length(std::string_view text) {
  const size_t twice = enclosed_length(text, "{{", "}}", true);
  return twice > 0 ? twice : enclosed_length(text, "{", "}", false);
}

/// Returns the length of "(name)" or "1$", which select the argument of a printf conversion; 0 if
/// there is none.
size_t argument_length(std::string_view text) {
  if (text.starts_with('(')) {
    const size_t end = text.substr(0, kLongestName).find(')');
    return end == std::string_view::npos ? 0 : end + 1;
  }
  const size_t digits = num_digits(text);
  return digits > 0 && text.substr(digits).starts_with('$') ? digits + 1 : 0;
}

/// Returns the length of a width or precision.
size_t number_length(std::string_view text) { return text.starts_with('*') ? 1 : num_digits(text); }

/// Returns the length of a printf conversion (C11, section 7.21.6.1; also Python's names and
/// Objective-C's @). The space flag is not accepted, because of text like "100 % sure". `text`
/// begins with %.
size_t printf_length(std::string_view text) {
  if (text.starts_with("%%")) return 2;
  size_t at = 1 + argument_length(text.substr(1));
  at += length_while(text.substr(at), [](char c) { return is_one_of(c, "-+#0'"); });
  at += number_length(text.substr(at));
  if (text.substr(at).starts_with('.')) at += 1 + number_length(text.substr(at + 1));
  at += length_while(text.substr(at, 2), [](char c) { return is_one_of(c, "hlLqjzt"); });
  const bool converts = at < text.size() && is_one_of(text[at], "diouxXeEfFgGaAcspn@");
  return converts ? at + 1 : 0;
}

/// Percentages with an ending, like German's "20%ige", are words.
size_t percent_length(std::string_view text, bool follows_digit) {
  const size_t braces = enclosed_length(text, "%{", "}", false);
  const size_t length = braces > 0 ? braces : printf_length(text);
  const bool is_word = follows_digit && length < text.size() && is_ascii_letter(text[length]);
  return is_word ? 0 : length;
}

size_t emoji_length(std::string_view text) {
  if (text.size() < 3 || !is_ascii_letter(text[1])) return 0;
  const size_t name = length_while(text.substr(1, kLongestName), [](char c) {
    return is_ascii_alphanumeric(c) || is_one_of(c, "_+-");
  });
  return text.substr(1 + name).starts_with(':') ? name + 2 : 0;
}

/// True for double quotation marks, <, >, and punctuation and symbols of Chinese, Japanese and
/// Korean.
bool ends_address(char32_t c) {
  if (c < 0x80) return is_one_of(static_cast<char>(c), "<>\"`");
  if (c == 0xab || c == 0xbb || (c >= 0x201c && c <= 0x201f)) return true;
  const bool is_wide = (c >= 0x3000 && c <= 0x303f) || (c >= 0xff01 && c <= 0xff65);
  return is_wide && (U_GET_GC_MASK(c) & (U_GC_P_MASK | U_GC_S_MASK)) != 0;
}

/// True for punctuation that does not belong to an address if it is at its end.
bool follows_address(char32_t c) {
  if (c < 0x80) return is_one_of(static_cast<char>(c), ".,;:!?')]}*");
  return (U_GET_GC_MASK(c) & U_GC_P_MASK) != 0;
}

/// Returns the length of the reference with a ; at the beginning of `text`, and the character that
/// it stands for; {0, 0} if there is none.
std::pair<size_t, char32_t> reference_of(std::string_view text) {
  if (!text.starts_with('&')) return {};
  const std::string_view reference = text.substr(0, unit_length(text));
  const std::string decoded = Spelling(MarkupSyntax::kHtml).decode(reference);
  if (!reference.ends_with(';') || decoded == reference) return {};
  size_t at = 0;
  return {reference.size(), next_character(decoded, at)};
}

/// Returns the character at the beginning of `text`, or the one that a reference there stands for.
char32_t referred_character(std::string_view text) {
  const auto [length, referred] = reference_of(text);
  return length > 0 ? referred : first_character(text);
}

/// True for letters that may follow an address without a space, such as Chinese ones.
bool follows_without_space(char32_t c) { return is_letter(c) && !is_letter_with_spaces(c); }

/// Returns the length of `address` without the character or reference at its end; its whole length
/// if that belongs to the address.
size_t length_without_end(std::string_view address) {
  const size_t tail = address.size() - std::min(address.size(), kLongestName);
  const size_t mark = address.substr(tail).rfind('&');
  if (address.ends_with(';') && mark != std::string_view::npos) {
    const auto [length, referred] = reference_of(address.substr(tail + mark));
    if (tail + mark + length == address.size())
      return follows_address(referred) ? tail + mark : address.size();
  }
  const bool follows = follows_address(last_character(address));
  return follows ? character_begin(address, address.size() - 1) : address.size();
}

/// Returns the length up to white space, quotation marks, <> or wide punctuation, without
/// punctuation at the end. Behind ASCII alone, a letter of a script without spaces ends it, too.
size_t address_length(std::string_view text) {
  size_t length = 0;
  bool is_ascii = true;
  for (; length < text.size() && !begins_space(text.substr(length)); ++length) {
    const char32_t next = referred_character(text.substr(length));
    const bool is_of_text = is_ascii && length > 0 && follows_without_space(next);
    if (is_of_text || ends_address(next)) break;
    is_ascii &= next < 0x80;
  }
  for (size_t shorter = length; length > 0; length = shorter) {
    shorter = length_without_end(text.substr(0, length));
    if (shorter == length) break;
  }
  return length;
}

/// Returns the length of a word at the beginning of `text` that can be a protocol's or a mailbox's
/// name.
size_t address_word_length(std::string_view text) {
  return length_while(text,
                      [](char c) { return is_ascii_alphanumeric(c) || is_one_of(c, "._+-"); });
}

/// Returns the length of a domain that contains a dot.
size_t domain_length(std::string_view text) {
  size_t length =
      length_while(text, [](char c) { return is_ascii_alphanumeric(c) || is_one_of(c, ".-"); });
  while (length > 0 && is_one_of(text[length - 1], ".-")) --length;
  const size_t dot = text.substr(0, length).find('.');
  return dot == std::string_view::npos || dot == 0 ? 0 : length;
}

/// Returns the length of a URL or an e-mail address. `word`: length of the word at the beginning of
/// `text`.
size_t url_or_mail_length(std::string_view text, size_t word) {
  const std::string_view rest = text.substr(word);
  const size_t address = rest.starts_with("://") ? address_length(rest.substr(3)) : 0;
  if (address > 0) return word + 3 + address;
  if (text.starts_with("www.") && word > 4) return address_length(text);
  const size_t domain = rest.starts_with('@') ? domain_length(rest.substr(1)) : 0;
  return domain > 0 ? word + 1 + domain : 0;
}

/// Finds the spans of a text from left to right.
class SpanFinder {
 public:
  explicit SpanFinder(std::string_view text) : text_(text) {}

  std::vector<ByteSpan> find() {
    std::vector<ByteSpan> spans;
    while (at_ < text_.size()) {
      const size_t length = span_length();
      if (length > 0) spans.push_back({at_, at_ + length});
      at_ += length > 0 ? length : passed_;
    }
    return spans;
  }

 private:
  /// Returns the length of the span that begins at at_. If it is 0, no span begins in the next
  /// `passed_` bytes.
  size_t span_length() {
    const std::string_view text = text_.substr(at_);
    const char before = at_ > 0 ? text_[at_ - 1] : ' ';
    passed_ = 1;
    switch (text[0]) {
      case '{':
        return braces_length(text);
      case '$':
        return enclosed_length(text, "${", "}", false);
      case '%':
        return percent_length(text, is_ascii_digit(before));
      case ':':
        return is_ascii_alphanumeric(before) ? 0 : emoji_length(text);
    }
    if (!is_ascii_alphanumeric(text[0])) return 0;
    const size_t word = address_word_length(text);
    const size_t length = url_or_mail_length(text, word);
    passed_ = word;
    return length;
  }

  std::string_view text_;
  size_t at_ = 0;
  size_t passed_ = 1;
};

}  // namespace

FindSpans outside_references(FindSpans find, MarkupSyntax syntax) {
  if (!find || syntax == MarkupSyntax::kPlain) return find;
  return [find = std::move(find), syntax](std::string_view text) {
    std::vector<ByteSpan> spans = find(text);
    std::erase_if(spans, [&](const ByteSpan& span) {
      return is_inside_reference(text, span.begin, syntax) ||
             is_inside_reference(text, span.end, syntax);
    });
    return spans;
  };
}

std::vector<ByteSpan> protected_spans(std::string_view text) { return SpanFinder(text).find(); }

}  // namespace dragoman
