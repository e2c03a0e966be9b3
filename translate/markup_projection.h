#pragma once

#include <string>
#include <vector>

#include "data/alignment_link.h"
#include "io/settings.h"
#include "search/search_settings.h"

namespace dragoman {

#define DRAGOMAN_MARKUP_PROJECTION_OPTIONS(FIELD)                                                \
  FIELD(Markup, markup, Markup::kHtml, any_value(), "Markup of the text; none: it has no tags.") \
  FIELD(bool, tokens, false, any_value(),                                                        \
        "Punctuation is a word by itself, in texts without their tags and in links.")

/// How tags are removed from a text and put into its translation.
struct MarkupProjectionOptions {
  DRAGOMAN_FIELDS(DRAGOMAN_MARKUP_PROJECTION_OPTIONS)
};

/// Returns the text of a fragment without its tags, as input for an aligner. With options.tokens,
/// spaces separate the tokens. `fragment` must be valid UTF-8.
std::string strip_markup(const std::string& fragment, const MarkupProjectionOptions& options = {});

/// Returns the translation with the tags of the fragment. `links` are between the words of
/// strip_markup(fragment) and those of the translation, which has no markup; with options.tokens,
/// between their tokens. If the fragment has tags alone, the translation follows them. Both texts
/// must be valid UTF-8. Throws std::invalid_argument for links with words that do not exist, and if
/// options.markup is kNone.
std::string project_markup(const std::string& fragment, const std::string& translation,
                           const std::vector<AlignmentLink>& links,
                           const MarkupProjectionOptions& options = {});

}  // namespace dragoman
