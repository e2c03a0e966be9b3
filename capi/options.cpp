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
Descriptions describe() {
  Descriptions found;
  const Section defaults;
  Section::visit_fields(defaults, [&]<class Field>(const char* name, const Field& field,
                                                   const Range& range, const char* help) {
    found.names.emplace_back(name);
    found.texts.push_back(
        describe_key(name, write_value(field), allowed_values<Field>(range), help));
  });
  return found;
}

Descriptions describe(const std::string& section) {
  if (section == "search") return describe<SearchSettings>();
  if (section == "translator") return describe<TranslatorOptions>();
  if (section == "tokenizer") return describe<TokenizerSettings>();
  if (section == "bleu") return describe<BleuSettings>();
  if (section == "chrf") return describe<ChrfSettings>();
  if (section == "ter") return describe<TerSettings>();
  if (section == "alignment_model") return describe<AlignmentTrainingOptions>();
  if (section == "align") return describe<AlignOptions>();
  if (section == "markup") return describe<MarkupProjectionOptions>();
  throw std::invalid_argument("there are no options of `" + section +
                              "`, but of search, translator, tokenizer, bleu, chrf, ter, "
                              "alignment_model, align and markup");
}

}  // namespace
}  // namespace dragoman

dragoman_error* dragoman_describe_options(dragoman_text of, dragoman_texts** names,
                                          dragoman_texts** descriptions) {
  return dragoman::guarded([&] {
    auto [found, texts] = dragoman::describe(dragoman::string_of(of));
    auto held = std::make_unique<dragoman_texts>(std::move(found));
    *descriptions = new dragoman_texts(std::move(texts));
    *names = held.release();
  });
}

const char* dragoman_version() { return DRAGOMAN_VERSION; }

const char* dragoman_kernels() { return dragoman::chosen_kernels().name; }
