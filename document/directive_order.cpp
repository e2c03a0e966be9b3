#include "document/directive_order.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

namespace dragoman {
namespace {

/// Returns the directives in a code whose position matters.
std::vector<ByteSpan> ordered_directives(std::string_view code, DirectiveStyle style) {
  if (style == DirectiveStyle::kNone) {
    const bool is_ordered =
        code.starts_with('%') && depends_on_order(code, DirectiveStyle::kPercent);
    return is_ordered ? std::vector<ByteSpan>{{0, code.size()}} : std::vector<ByteSpan>();
  }
  std::vector<ByteSpan> directives = format_directives(code, style);
  std::erase_if(directives,
                [&](const ByteSpan& span) { return !depends_on_order(span.of(code), style); });
  return directives;
}

size_t num_ordered(const InlineCodes& codes, DirectiveStyle style) {
  size_t count = 0;
  for (const std::string& code : codes.codes()) count += ordered_directives(code, style).size();
  return count;
}

/// Returns a code whose directives have argument numbers, counted on from `arguments`; nullopt if
/// that is impossible.
std::optional<std::string> with_numbers(std::string_view code, DirectiveStyle style,
                                        size_t& arguments) {
  std::string written;
  size_t done = 0;
  for (const ByteSpan& span : ordered_directives(code, style)) {
    const std::string numbered = with_number(span.of(code), ++arguments);
    if (numbered.empty()) return {};
    written.append(code, done, span.begin - done).append(numbered);
    done = span.end;
  }
  return written.append(code, done);
}

/// Replaces each code in a translation.
void replace_codes(const std::vector<std::string>& codes, InlineCodes::Decoded& decoded) {
  for (auto place = decoded.codes.rbegin(); place != decoded.codes.rend(); ++place) {
    const ByteSpan bytes = place->bytes;
    decoded.text.replace(bytes.begin, bytes.end - bytes.begin, codes[place->code]);
  }
}

}  // namespace

bool has_same_order(const InlineCodes& codes, const InlineCodes::Decoded& decoded,
                    DirectiveStyle style) {
  std::vector<size_t> ordered;
  for (const InlineCodes::Place& place : decoded.codes) {
    if (!ordered_directives(codes.codes()[place.code], style).empty())
      ordered.push_back(place.code);
  }
  return std::is_sorted(ordered.begin(), ordered.end());
}

bool number_directives(const InlineCodes& whole, const std::vector<InlineCodes>& codes,
                       DirectiveStyle style, std::vector<InlineCodes::Decoded>& decoded) {
  size_t arguments = 0;
  std::vector<std::vector<std::string>> numbered;
  for (const InlineCodes& of_text : codes) {
    auto& of_translation = numbered.emplace_back();
    for (const std::string& code : of_text.codes()) {
      const auto found = with_numbers(code, style, arguments);
      if (!found) return false;
      of_translation.push_back(*found);
    }
  }
  if (arguments != num_ordered(whole, style)) return false;
  for (size_t i = 0; i < codes.size(); ++i) replace_codes(numbered[i], decoded[i]);
  return true;
}

bool has_object_directive(const std::vector<InlineCodes>& codes) {
  return std::ranges::any_of(codes, [](const InlineCodes& of_text) {
    return std::ranges::find(of_text.codes(), "%@") != of_text.codes().end();
  });
}

}  // namespace dragoman
