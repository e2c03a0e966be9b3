#include "capi/options.h"

#include "alignment/alignment_trainer.h"
#include "capi/guard.h"
#include "io/settings_describe.h"
#include "kernels/kernels.h"
#include "metrics/bleu.h"
#include "metrics/chrf.h"
#include "metrics/ter.h"
#include "search/search_settings.h"
#include "tokenizer/tokenizer_settings.h"
#include "translate/markup_projection.h"
#include "translate/translator.h"

namespace dragoman {
namespace {

struct Descriptions {
  std::vector<std::string> names;
  std::vector<std::string> texts;
};

template <SettingsSection Section>
Descriptions describe(const Section& defaults) {
  Descriptions found;
  Section::visit_fields(defaults, [&]<class Field>(const char* name, const Field& field,
                                                   const Range& range, const char* help) {
    found.names.emplace_back(name);
    found.texts.push_back(
        describe_key(name, write_value(field), allowed_values<Field>(range), help));
  });
  return found;
}

/// Calls work(settings) with the defaults of a section.
template <class Work>
auto with_defaults(const std::string& section, const Work& work) {
  if (section == "search") return work(SearchSettings());
  if (section == "translator") return work(TranslatorOptions());
  if (section == "tokenizer") return work(TokenizerSettings());
  if (section == "bleu") return work(BleuSettings());
  if (section == "chrf") return work(ChrfSettings());
  if (section == "ter") return work(TerSettings());
  if (section == "alignment_model") return work(AlignmentTrainingOptions());
  if (section == "align") return work(AlignOptions());
  if (section == "markup") return work(MarkupProjectionOptions());
  throw std::invalid_argument("there are no options of `" + section +
                              "`, but of search, translator, tokenizer, bleu, chrf, ter, "
                              "alignment_model, align and markup");
}

}  // namespace
}  // namespace dragoman

dragoman_error* dragoman_describe_options(dragoman_text of, dragoman_texts** names,
                                          dragoman_texts** descriptions) {
  return dragoman::guarded([&] {
    auto [found, texts] = dragoman::with_defaults(
        dragoman::string_of(of), [](const auto& defaults) { return dragoman::describe(defaults); });
    auto held = std::make_unique<dragoman_texts>(std::move(found));
    *descriptions = new dragoman_texts(std::move(texts));
    *names = held.release();
  });
}

dragoman_error* dragoman_check_options(dragoman_text of, const dragoman_option* options,
                                       size_t num_options) {
  return dragoman::guarded([&] {
    dragoman::with_defaults(dragoman::string_of(of), [&](auto settings) {
      dragoman::set_options(settings, options, num_options);
    });
  });
}

const char* dragoman_version() { return DRAGOMAN_VERSION; }

const char* dragoman_kernels() { return dragoman::chosen_kernels().name; }
