#include "translate/translator.h"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <string_view>

#include "capi/call.h"
#include "capi/guard.h"
#include "capi/translations.h"
#include "translate/kind_of_search.h"
#include "translate/setting_effects.h"
#include "translate/terminology.h"

struct dragoman_translator {
  dragoman::Translator translator;
  dragoman::Opener opener;
};

namespace dragoman {
namespace {

const Translator& opened(const dragoman_translator* handle) {
  handle->opener.check("the translator");
  return handle->translator;
}

/// Returns the terminology, or null if there is none.
std::shared_ptr<const Terminology> terminology_of(const dragoman_lines& lines) {
  const bool has_file = lines.terminology.size > 0;
  if (has_file && lines.num_terms > 0)
    throw std::invalid_argument("terms come in a file or in a list: leave out one of them");
  if (has_file) return std::make_shared<Terminology>(path_of(lines.terminology));
  if (lines.num_terms == 0) return nullptr;
  std::vector<std::pair<std::string, std::string>> terms;
  for (const dragoman_term& term : list_of(lines.terms, lines.num_terms, "terms"))
    terms.emplace_back(string_of(term.term), string_of(term.translation));
  return std::make_shared<Terminology>(terms);
}

std::vector<ByteSpan> spans_of(const dragoman_spans& spans) {
  std::vector<ByteSpan> found;
  for (const dragoman_span& span : list_of(spans.items, spans.count, "spans"))
    found.push_back({span.begin, span.end});
  return found;
}

/// Makes requests from lines. The translator replaces invalid UTF-8 in them and counts such lines.
std::vector<TranslationRequest> requests_of(const dragoman_lines& lines) {
  const auto texts = list_of(lines.lines, lines.count, "lines");
  const std::shared_ptr<const Terminology> terminology = terminology_of(lines);
  std::vector<TranslationRequest> requests(lines.count);
  for (size_t i = 0; i < lines.count; ++i) {
    requests[i].text = view_of(texts[i]);
    if (lines.prefixes != nullptr) requests[i].prefix = string_of(lines.prefixes[i]);
    if (lines.phrases != nullptr)
      requests[i].phrases = strings_of(lines.phrases[i].items, lines.phrases[i].count);
    requests[i].terminology = terminology;
    if (lines.protected_spans != nullptr)
      requests[i].protected_spans = spans_of(lines.protected_spans[i]);
  }
  return requests;
}

void watch_text(std::vector<TranslationRequest>& requests, const Call& call) {
  if (!call.watches_text()) return;
  if (requests.size() != 1)
    throw std::invalid_argument("on_text is for one line: translate one at a time");
  requests.front().watch.on_text = [&call](const std::string& text) { call.on_text(text); };
}

/// Throws for options of a call that scoring cannot follow.
void check_scoring(const Call& call) {
  const auto given = call.settings<SearchSettings>();
  const std::map<std::string_view, bool> accepted{
      {"alignment", true},
      {"alignment_layer", true},
      {"batch_tokens", true},
      {"document", given.document == DocumentFormat::kNone},
      {"markup", given.markup == Markup::kNone},
      {"protect", given.protect.empty()},
      {"samples", given.samples == 0},
      {"num_best", given.num_best == 1}};
  SearchSettings::visit_fields(
      given, [&]<class Field>(const char* name, const Field&, const Range&, const char*) {
        const auto found = accepted.find(name);
        const bool is_accepted = found != accepted.end() && found->second;
        refuse_options({{name, call.gives(name) && !is_accepted}},
                       "is for translating, not for scoring");
      });
}

}  // namespace
}  // namespace dragoman

dragoman_error* dragoman_translator_open(const dragoman_text* runs, size_t num_runs,
                                         const dragoman_option* options, size_t num_options,
                                         dragoman_translator** out) {
  return dragoman::guarded([&] {
    dragoman::TranslatorOptions how;
    dragoman::set_options(how, options, num_options);
    std::vector<std::string> folders;
    for (const dragoman_text run : dragoman::list_of(runs, num_runs, "model folders"))
      folders.push_back(dragoman::path_of(run));
    *out = new dragoman_translator{dragoman::Translator(folders, how), {}};
  });
}

void dragoman_translator_free(dragoman_translator* translator) { delete translator; }

dragoman_error* dragoman_translate(const dragoman_translator* translator,
                                   const dragoman_lines* lines, const dragoman_call* call,
                                   dragoman_translations** out) {
  return dragoman::guarded([&] {
    const dragoman::Translator& opened = dragoman::opened(translator);
    const dragoman::Call made(call);
    const auto gives = [&](std::string_view name) { return made.gives(name); };
    dragoman::SearchSettings settings = made.settings(opened.settings());
    dragoman::reset_other_search(settings, gives);
    auto requests = dragoman::requests_of(dragoman::read_struct(lines));
    dragoman::check_effects(
        settings, gives,
        std::ranges::any_of(requests, [](const dragoman::TranslationRequest& request) {
          return !request.protected_spans.empty();
        }));
    dragoman::watch_text(requests, made);
    dragoman::TranslationCounts counts;
    auto found = opened.translate_n_best(requests, settings, &counts);
    *out = new dragoman_translations(std::move(found), std::move(counts));
  });
}

dragoman_error* dragoman_score(const dragoman_translator* translator, const dragoman_text* sources,
                               const dragoman_text* targets, size_t count,
                               const dragoman_call* call, dragoman_translations** out) {
  return dragoman::guarded([&] {
    const dragoman::Translator& opened = dragoman::opened(translator);
    const dragoman::Call made(call);
    dragoman::check_scoring(made);
    dragoman::TranslationCounts counts;
    auto scored =
        opened.score(dragoman::strings_of(sources, count), dragoman::strings_of(targets, count),
                     made.settings(opened.settings()), &counts);
    *out = dragoman::one_for_each(std::move(scored), std::move(counts));
  });
}
