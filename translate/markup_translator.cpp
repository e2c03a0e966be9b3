#include "translate/markup_translator.h"

#include <algorithm>
#include <span>
#include <stdexcept>

#include "io/utf8.h"
#include "markup/marked_text.h"
#include "threads/cancellation.h"
#include "translate/in_text.h"
#include "translate/plain_translation.h"
#include "translate/translation_builder.h"

namespace dragoman {
namespace {

/// Fragments, and their sentences as translation requests.
struct MarkedLines {
  std::vector<MarkedText> fragments;
  std::vector<TranslationRequest> requests;
  std::vector<size_t> fragment_of;         // for each request, its fragment
  std::vector<size_t> repaired_fragments;  // fragments with invalid UTF-8
};

MarkupSyntax syntax_of(Markup markup) {
  switch (markup) {
    case Markup::kHtml:
      return MarkupSyntax::kHtml;
    case Markup::kXml:
      return MarkupSyntax::kXml;
    case Markup::kNone:
      break;
  }
  return MarkupSyntax::kPlain;
}

MarkupOptions options_of(const SearchSettings& settings) {
  MarkupOptions options;
  options.syntax = syntax_of(settings.markup);
  options.kept_spans = kept_spans_of(settings);
  options.takes_out_new = std::find(settings.protect.begin(), settings.protect.end(), "default") !=
                          settings.protect.end();
  options.attributes = settings.markup_attributes;
  if (settings.markup_sentences) options.cut_sentences = cut_sentences;
  return options;
}

void check_watch(const TranslationWatch& watch) {
  if (watch.on_text || watch.on_step) {
    throw std::invalid_argument(
        "a translation with markup or protected parts is complete only with its last sentence and "
        "cannot be watched: leave out search.markup and search.protect, or on_text and on_step");
  }
}

/// Gives the first sentence the request's prefix and phrases, with symbols for protected parts.
void add_wishes(const TranslationRequest& request, const MarkedText& fragment,
                TranslationRequest& sentence) {
  sentence.prefix = fragment.with_symbols(0, request.prefix);
  for (const std::string& phrase : request.phrases)
    sentence.phrases.push_back(fragment.with_symbols(0, phrase));
}

void add_sentences(const TranslationRequest& request, const MarkedText& fragment,
                   MarkedLines& lines) {
  for (size_t i = 0; i < fragment.plain().size(); ++i) {
    lines.requests.push_back(sentence_request(fragment, i, request));
    if (i == 0) add_wishes(request, fragment, lines.requests.back());
    lines.fragment_of.push_back(lines.fragments.size() - 1);
  }
}

void add_fragment(const TranslationRequest& request, MarkupOptions& options, MarkedLines& lines) {
  const bool is_valid = is_valid_utf8(request.text);
  if (!is_valid && !request.protected_spans.empty())
    throw std::invalid_argument("protected spans need valid UTF-8, and this text is not");
  options.protected_spans = request.protected_spans;
  if (!is_valid) lines.repaired_fragments.push_back(lines.fragments.size());
  lines.fragments.emplace_back(is_valid ? request.text : replace_invalid_utf8(request.text),
                               options);
}

/// Cuts requests into sentences. `placeholders`: the model's symbols for protected parts.
MarkedLines cut(const std::vector<TranslationRequest>& requests, const SearchSettings& settings,
                const std::vector<std::string>& placeholders) {
  MarkedLines lines;
  MarkupOptions options = options_of(settings);
  set_symbols(placeholders, settings, options);
  for (size_t i = 0; i < requests.size(); ++i) {
    Cancellation::check();
    check_watch(requests[i].watch);
    in_text(i, requests.size(), [&] { add_fragment(requests[i], options, lines); });
    add_sentences(requests[i], lines.fragments.back(), lines);
  }
  return lines;
}

/// Adds the counts of the sentences to the counts of fragments.
void add_counts(const TranslationCounts& sentences, const MarkedLines& lines,
                TranslationCounts& counts) {
  for (const size_t sentence : sentences.split_lines) {
    const size_t fragment = static_cast<size_t>(counts.lines) + lines.fragment_of[sentence];
    const bool is_new = counts.split_lines.empty() || counts.split_lines.back() != fragment;
    if (is_new) counts.split_lines.push_back(fragment);
  }
  for (const size_t fragment : lines.repaired_fragments)
    counts.repaired_lines.push_back(static_cast<size_t>(counts.lines) + fragment);
  counts.lines += static_cast<int64_t>(lines.fragments.size());
  counts.source_tokens += sentences.source_tokens;
  counts.target_tokens += sentences.target_tokens;
}

/// Joins the translations of a fragment's sentences, `found`, to translations of the fragment, best
/// first.
std::vector<Translation> join(const MarkedText& fragment,
                              std::span<const TranslationRequest> sentences,
                              std::span<std::vector<Translation>> found, bool keeps_alignment) {
  size_t count = 1;
  for (const auto& sentence : found) count = std::max(count, sentence.size());
  std::vector<Translation> joined(count);
  for (size_t rank = 0; rank < count; ++rank) {
    std::vector<PlainTranslation> plain;
    for (size_t i = 0; i < found.size(); ++i) {
      Translation sentence = found[i][std::min(rank, found[i].size() - 1)];
      plain.push_back(plain_translation(sentences[i], sentence));
      append_translation(std::move(sentence), joined[rank], 0, 0);
    }
    joined[rank].word_alignment.clear();
    if (keeps_alignment) {
      MarkedTranslation marked = fragment.translated_with_links(plain);
      joined[rank].text = std::move(marked.text);
      for (const TokenLink& link : marked.word_links)
        joined[rank].word_alignment.push_back({link.source, link.target});
    } else {
      joined[rank].text = fragment.translated(plain);
      drop_alignment(joined[rank]);
    }
  }
  return joined;
}

}  // namespace

bool asks_for_markup(const SearchSettings& settings) {
  const bool keeps_spans =
      !settings.protect.empty() && settings.protect != std::vector<std::string>{"none"};
  return settings.markup != Markup::kNone || keeps_spans;
}

bool asks_for_markup(const SearchSettings& settings,
                     const std::vector<TranslationRequest>& requests) {
  return asks_for_markup(settings) ||
         std::any_of(requests.begin(), requests.end(), [](const TranslationRequest& request) {
           return !request.protected_spans.empty();
         });
}

std::vector<std::vector<Translation>> translate_markup(
    const LineTranslator& lines, const std::vector<TranslationRequest>& requests,
    const SearchSettings& settings, TranslationCounts& counts, AlignmentDetail detail) {
  const MarkedLines marked = cut(requests, settings, lines.placeholders());
  const SearchSettings aligned = for_sentences(settings);
  TranslationCounts of_sentences;
  auto found = lines.translate(marked.requests, aligned, of_sentences,
                               settings.alignment ? detail : AlignmentDetail::kLinks);
  add_counts(of_sentences, marked, counts);
  std::vector<std::vector<Translation>> translations;
  size_t done = 0;
  for (const MarkedText& fragment : marked.fragments) {
    Cancellation::check();
    const size_t size = fragment.plain().size();
    translations.push_back(join(fragment, std::span(marked.requests).subspan(done, size),
                                std::span(found).subspan(done, size), settings.alignment));
    done += size;
  }
  return translations;
}

void check_markup(const LineTranslator& lines, const std::vector<TranslationRequest>& requests,
                  const SearchSettings& settings) {
  lines.check(cut(requests, settings, lines.placeholders()).requests, settings);
}

}  // namespace dragoman
