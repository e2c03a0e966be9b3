#include "translate/markup_projection.h"

#include <stdexcept>

#include "io/settings_check.h"
#include "io/words.h"
#include "markup/character_references.h"
#include "markup/fragment_parser.h"
#include "markup/marked_text.h"
#include "markup/text_tokens.h"
#include "markup/white_space.h"
#include "markup/word_links.h"

namespace dragoman {
namespace {

/// `markup` is not kNone.
MarkupSyntax tag_syntax(Markup markup) {
  return markup == Markup::kXml ? MarkupSyntax::kXml : MarkupSyntax::kHtml;
}

MarkedText one_sentence(const std::string& fragment, Markup markup) {
  return {fragment, {.syntax = tag_syntax(markup), .is_one_sentence = true}};
}

std::string plain_text(const MarkedText& fragment) {
  return fragment.plain().empty() ? "" : fragment.plain().front();
}

/// Returns the tokens of a text, separated by spaces.
std::string in_tokens(const std::string& text) {
  std::string parted;
  for (const ByteSpan& token : text_tokens(text)) {
    if (!parted.empty()) parted += ' ';
    parted += token.of(text);
  }
  return parted;
}

size_t num_words(const std::string& text, bool in_tokens) {
  return in_tokens ? text_tokens(text).size() : split_words(text).size();
}

/// Returns what is written after a fragment without words to translate: the translation as markup,
/// unless it is blank, or the fragment has text, which is kept.
std::string unplaced_text(const std::string& fragment, const std::string& translation,
                          MarkupSyntax syntax) {
  const Fragment parsed = parse_fragment(fragment, syntax);
  for (size_t i = 0; i < parsed.pieces.size(); ++i) {
    if (!parsed.pieces[i].is_tag() && !is_space_only(parsed.bytes(i), syntax)) return "";
  }
  return split_words(translation).empty() ? "" : Spelling(syntax).encode(translation);
}

}  // namespace

std::string strip_markup(const std::string& fragment, const MarkupProjectionOptions& options) {
  check_settings(options);
  const std::string text = options.markup == Markup::kNone
                               ? fragment
                               : plain_text(one_sentence(fragment, options.markup));
  return options.tokens ? in_tokens(text) : text;
}

std::string project_markup(const std::string& fragment, const std::string& translation,
                           const std::vector<AlignmentLink>& links,
                           const MarkupProjectionOptions& options) {
  check_settings(options);
  if (options.markup == Markup::kNone)
    throw std::invalid_argument(
        "markup is none, so there are no tags to put into a translation: name html or xml");
  const MarkedText marked = one_sentence(fragment, options.markup);
  const std::string text = plain_text(marked);
  const std::string wrong = describe_missing_word(links, num_words(text, options.tokens),
                                                  num_words(translation, options.tokens));
  if (!wrong.empty()) throw std::invalid_argument(wrong);
  if (marked.plain().empty())
    return marked.translated({}) + unplaced_text(fragment, translation, tag_syntax(options.markup));
  std::vector<TokenLink> token_links;
  for (const AlignmentLink& link : links) token_links.push_back({link.source, link.target});
  if (!options.tokens) token_links = links_of_words(token_links, text, translation);
  return marked.translated({{translation, std::move(token_links)}});
}

}  // namespace dragoman
