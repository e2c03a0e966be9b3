#pragma once

#include <vector>

#include "document/format_directives.h"
#include "document/inline_codes.h"

namespace dragoman {

/// Why a message stays untranslated whose directives can have no numbers.
constexpr const char* kOtherOrder =
    "its translation has format directives in another order, which have no numbers";

/// True if the directives without argument numbers, which programs fill in by their order, are in
/// the same order in the translation of `codes`. With kNone, the directives are those codes that
/// are printf directives.
bool has_same_order(const InlineCodes& codes, const InlineCodes::Decoded& decoded,
                    DirectiveStyle style);

/// Rewrites %s as %2$s in all translations of a message, whose texts have these codes. Returns
/// false, with `decoded` unchanged, if that is impossible, as where `whole`, the codes of the whole
/// message, has directives outside of the texts.
bool number_directives(const InlineCodes& whole, const std::vector<InlineCodes>& codes,
                       DirectiveStyle style, std::vector<InlineCodes::Decoded>& decoded);

/// True if a code is %@, as only Objective-C and Swift write it, whose directives can have numbers.
bool has_object_directive(const std::vector<InlineCodes>& codes);

}  // namespace dragoman
