#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "markup/byte_span.h"

namespace dragoman {

/// Syntax of directives in a programming language's format strings (manual of gettext, section
/// 15.3).
enum class DirectiveStyle {
  kNone,
  kPercent,   // %s, %(name)s, %1$s: C, Python, PHP, Perl, Lua ...
  kGcc,       // also %<, %> and %'
  kNumbered,  // %1, %L1, %n: Qt, KDE, YCP
  kBraces,    // {}, {0}, {name}: Python, C#, C++, Rust
  kQuotes,    // also ': Java
  kTilde,     // ~a: Lisp, Scheme
  kDollar,    // $name, ${name}: the shell
};

/// Returns the style of a PO flag such as "c-format"; kNone if the flag is not about a format.
DirectiveStyle directive_style(std::string_view flag);

/// True if directives of the flag's style can have argument numbers, so that %s %d may become %2$d
/// %1$s.
bool can_number_directives(std::string_view flag);

/// Returns the directives of `text`, ascending.
std::vector<ByteSpan> format_directives(std::string_view text, DirectiveStyle style);

/// True if `text` has an argument of an ICU message that chooses one of several texts, such as
/// {n, plural, one {a dog} other {# dogs}}.
bool has_icu_choice(std::string_view text);
/// Why a message with such an argument stays untranslated.
constexpr const char* kIcuChoice = "it is an ICU message, which chooses one of several texts";

/// True if the argument of the directive depends on the directives before it.
bool depends_on_order(std::string_view directive, DirectiveStyle style);

/// Returns a printf directive with argument `number`, from 1: "%s" becomes "%1$s". Returns "" if
/// its width or precision is also an argument.
std::string with_number(std::string_view directive, size_t number);

}  // namespace dragoman
