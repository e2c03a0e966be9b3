#include "translate/setting_effects.h"

#include <string>

#include "io/settings_check.h"
#include "translate/markup_translator.h"

namespace dragoman {
namespace {

class EffectCheck {
 public:
  EffectCheck(const SearchSettings& settings,
              const std::function<bool(std::string_view name)>& gives, bool has_spans)
      : settings_(settings), gives_(gives), has_spans_(has_spans) {}

  void check() const {
    const DocumentFormat format = settings_.document;
    const bool has_entries = format == DocumentFormat::kPo || format == DocumentFormat::kXliff;
    if (format != DocumentFormat::kNone) check_with_document();
    const bool marks = asks_for_markup(settings_) || has_spans_ || format != DocumentFormat::kNone;
    demand_effect("markup_sentences", settings_.markup_sentences, marks, without("search.markup"));
    demand_effect("markup_attributes", settings_.markup_attributes,
                  settings_.markup != Markup::kNone || format == DocumentFormat::kHtml,
                  without("search.markup"));
    demand_effect("stand_ins", !settings_.stand_ins.empty(), marks,
                  without("search.protect or search.markup"));
    demand_effect("document_entries",
                  settings_.document_entries != SearchSettings().document_entries, has_entries,
                  without("search.document po or xliff"));
    demand_effect("document_review", settings_.document_review, has_entries,
                  without("search.document po or xliff"));
    check_search();
    const bool aligns = marks || settings_.alignment || settings_.coverage_penalty > 0 ||
                        settings_.unknown == UnknownTokens::kReplace;
    demand_effect("alignment_layer", settings_.alignment_layer > 0, aligns,
                  without("search.alignment or search.markup"));
  }

 private:
  void check_search() const {
    const SearchSettings unchanged;
    const bool draws = settings_.samples > 0;
    demand_effect("alpha", settings_.alpha != unchanged.alpha,
                  settings_.length_penalty != LengthPenalty::kNone,
                  with("search.length_penalty none"));
    demand_effect("seed", settings_.seed != unchanged.seed, draws, without("search.samples"));
    demand_effect("beam", true, !draws, with("search.samples"));
    demand_effect("patience", settings_.patience != unchanged.patience, !draws,
                  with("search.samples"));
  }

  void check_with_document() const {
    const bool is_html = settings_.document == DocumentFormat::kHtml;
    const std::string with_document = with("search.document " + name_of(settings_.document));
    demand_effect("markup", settings_.markup != Markup::kNone,
                  is_html && settings_.markup == Markup::kHtml, with_document);
    demand_effect("markup_sentences", settings_.markup_sentences, false, with_document);
    demand_effect("markup_attributes", settings_.markup_attributes, is_html, with_document);
  }

  static std::string without(const std::string& other) {
    return "without " + other + ": set that too, or leave it out";
  }

  static std::string with(const std::string& other) {
    return "with " + other + ": leave it out, or change that";
  }

  /// `how` says without or with what it has none.
  void demand_effect(const std::string& name, bool is_set, bool has_effect,
                     const std::string& how) const {
    demand(!is_set || has_effect || !gives_(name), "search." + name + " has no effect " + how);
  }

  const SearchSettings& settings_;
  const std::function<bool(std::string_view name)>& gives_;
  const bool has_spans_;
};

}  // namespace

void check_effects(const SearchSettings& settings,
                   const std::function<bool(std::string_view name)>& gives, bool has_spans) {
  EffectCheck(settings, gives, has_spans).check();
}

}  // namespace dragoman
