#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "markup/text_tokens.h"

namespace dragoman {

/// How a language's format strings mark what is put into them (manual of gettext, section 15.3).
enum class DirectiveStyle {
  kNone,
  kPercent,   // %s, %(name)s, %1$s: C, Python, PHP, Perl, Lua ...
  kGcc,       // also %<, %> and %'
  kNumbered,  // %1, %L1, %n: Qt, KDE, Boost
  kBraces,    // {}, {0}, {name}: Python, C#, C++, Rust
  kQuotes,    // also ': Java
  kTilde,     // ~a: Lisp, Scheme
  kDollar,    // $name, ${name}: the shell
};

/// The style of a flag of PO, as "c-format"; kNone if it is no format's.
DirectiveStyle directive_style(std::string_view flag);

/// True if the style has directives with numbers of their own, as %2$s, so that %s %d may be
/// written as %2$d %1$s.
bool can_number_directives(std::string_view flag);

/// The directives of `text`, ascending.
std::vector<TextToken> format_directives(std::string_view text, DirectiveStyle style);

/// True if what the directive puts in depends on which directives stand before it.
bool depends_on_order(std::string_view directive, DirectiveStyle style);

/// A directive of printf that puts in argument `number`, from 1: "%s" as "%1$s". Empty if a width
/// or precision is an argument, too.
std::string with_number(std::string_view directive, size_t number);

}  // namespace dragoman
