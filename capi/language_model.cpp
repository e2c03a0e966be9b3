#include "translate/language_model.h"

#include <stdexcept>

#include "capi/call.h"
#include "capi/guard.h"
#include "capi/translations.h"

struct dragoman_language_model {
  dragoman::LanguageModel model;
  dragoman::Opener opener;
};

namespace dragoman {
namespace {

const LanguageModel& opened(const dragoman_language_model* handle) {
  handle->opener.check("the language model");
  return handle->model;
}

/// Throws std::invalid_argument for options of translating.
SearchSettings settings_of(const Call& call, const LanguageModel& model) {
  return with_completion_defaults(call.settings(model.settings()),
                                  [&](const char* setting) { return call.gives(setting); });
}

}  // namespace
}  // namespace dragoman

dragoman_error* dragoman_language_model_open(dragoman_text run, const dragoman_option* options,
                                             size_t num_options, dragoman_language_model** out) {
  return dragoman::guarded([&] {
    dragoman::TranslatorOptions how;
    dragoman::set_options(how, options, num_options);
    dragoman::refuse_options(
        {{"weights", !how.weights.empty()},
         {"shortlist", how.shortlist},
         {"fusion", !how.fusion.empty()},
         {"fusion_weight", how.fusion_weight != dragoman::TranslatorOptions().fusion_weight}},
        "is for translators, not for language models");
    *out = new dragoman_language_model{dragoman::LanguageModel(dragoman::path_of(run), how), {}};
  });
}

void dragoman_language_model_free(dragoman_language_model* model) { delete model; }

dragoman_error* dragoman_complete(const dragoman_language_model* model,
                                  const dragoman_text* prompts, size_t count,
                                  const dragoman_text* stops, size_t num_stops,
                                  const dragoman_call* call, dragoman_translations** out) {
  return dragoman::guarded([&] {
    const dragoman::LanguageModel& opened = dragoman::opened(model);
    const dragoman::Call made(call);
    dragoman::CompletionOptions options{.stop = dragoman::strings_of(stops, num_stops)};
    if (made.watches_text()) {
      if (count != 1)
        throw std::invalid_argument("on_text is for one prompt: complete one at a time");
      options.on_text = [&made](std::string_view text) { made.on_text(text); };
    }
    const dragoman::SearchSettings settings = dragoman::settings_of(made, opened);
    *out = new dragoman_translations(
        opened.complete(dragoman::strings_of(prompts, count), settings, options));
  });
}

dragoman_error* dragoman_score_text(const dragoman_language_model* model,
                                    const dragoman_text* lines, size_t count,
                                    const dragoman_call* call, dragoman_translations** out) {
  return dragoman::guarded([&] {
    const dragoman::LanguageModel& opened = dragoman::opened(model);
    const dragoman::Call made(call);
    const int64_t batch_tokens = dragoman::settings_of(made, opened).batch_tokens;
    *out = dragoman::one_for_each(opened.score(dragoman::strings_of(lines, count), batch_tokens));
  });
}
