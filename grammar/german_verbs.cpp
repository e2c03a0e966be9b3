#include "grammar/german_verbs.h"

namespace dragoman::grammar {
namespace {

struct IrregularVerb {
  std::string_view infinitive;
  std::string_view ich;
  std::string_view du;
  std::string_view er;
  std::string_view wir;  // and sie, plural
  std::string_view preterite = "";
};

constexpr IrregularVerb kIrregularVerbs[] = {
    {"sein", "bin", "bist", "ist", "sind", "war"},
    {"haben", "habe", "hast", "hat", "haben", "hatte"},
    {"werden", "werde", "wirst", "wird", "werden"},
    {"wissen", "weiß", "weißt", "weiß", "wissen", "wusste"},
    {"kennen", "kenne", "kennst", "kennt", "kennen", "kannte"},
    {"mögen", "mag", "magst", "mag", "mögen", "mochte"},
    {"können", "kann", "kannst", "kann", "können", "konnte"},
    {"müssen", "muss", "musst", "muss", "müssen", "musste"},
    {"dürfen", "darf", "darfst", "darf", "dürfen", "durfte"},
    {"wollen", "will", "willst", "will", "wollen", "wollte"},
    // Subjunctives, which mean "should" and "would like to"; here they are verbs of their own.
    {"sollten", "sollte", "solltest", "sollte", "sollten"},
    {"möchten", "möchte", "möchtest", "möchte", "möchten"},
};

const IrregularVerb* find_irregular(std::string_view infinitive) {
  for (const IrregularVerb& verb : kIrregularVerbs) {
    if (verb.infinitive == infinitive) return &verb;
  }
  return nullptr;
}

bool is_one_of(char letter, std::string_view letters) {
  return letters.find(letter) != std::string_view::npos;
}

std::string stem_of(std::string_view infinitive) {
  const size_t ending = infinitive.ends_with("en") ? 2 : 1;
  return std::string(infinitive.substr(0, infinitive.size() - ending));
}

/// True for stems that need an e before st and t: arbeit-est, find-est, zeichn-est, but lern-st.
bool wants_e(std::string_view stem) {
  if (is_one_of(stem.back(), "td")) return true;
  if (!is_one_of(stem.back(), "mn") || stem.size() < 2) return false;
  const bool after_ch = stem.size() > 2 && stem.substr(stem.size() - 3, 2) == "ch";
  return after_ch || is_one_of(stem[stem.size() - 2], "bdfgkpt");
}

bool ends_in_s_sound(std::string_view stem) {
  return stem.ends_with('s') || stem.ends_with('z') || stem.ends_with("ß");
}

std::string second_person(const std::string& stem, bool is_changed) {
  if (!is_changed && wants_e(stem)) return stem + "est";
  return stem + (ends_in_s_sound(stem) ? "t" : "st");
}

std::string third_person(const std::string& stem, bool is_changed) {
  if (!is_changed && wants_e(stem)) return stem + "et";
  return stem.ends_with('t') ? stem : stem + "t";
}

bool has_ge(std::string_view infinitive) {
  for (const std::string_view prefix : {"be", "ver", "er", "ge"}) {
    if (infinitive.starts_with(prefix)) return false;
  }
  return !infinitive.ends_with("ieren");
}

}  // namespace

std::string german_present(std::string_view infinitive, std::string_view changed,
                           Agreement agreement) {
  const IrregularVerb* irregular = find_irregular(infinitive);
  const bool plural = agreement.number == Number::kPlural;
  if (irregular) {
    const std::string_view forms[] = {irregular->ich, irregular->du, irregular->er};
    return std::string(plural ? irregular->wir : forms[agreement.person - 1]);
  }
  if (plural) return std::string(infinitive);
  const std::string stem = stem_of(infinitive);
  if (agreement.person == 1) return stem + "e";
  const bool is_changed = !changed.empty();
  const std::string used = is_changed ? std::string(changed) : stem;
  return agreement.person == 2 ? second_person(used, is_changed) : third_person(used, is_changed);
}

std::string german_preterite(std::string_view infinitive, Agreement agreement) {
  const IrregularVerb* irregular = find_irregular(infinitive);
  if (!irregular || irregular->preterite.empty()) return "";
  const std::string form(irregular->preterite);
  if (agreement.number == Number::kPlural) return form + (form.ends_with('e') ? "n" : "en");
  return agreement.person == 2 ? form + "st" : form;
}

std::string german_participle(const Verb& verb) {
  const std::string prefix(verb.prefix);
  if (!verb.participle.empty()) return prefix + std::string(verb.participle);
  const std::string stem = stem_of(verb.german);
  return prefix + (has_ge(verb.german) ? "ge" : "") + third_person(stem, false);
}

std::string german_infinitive(const Verb& verb) {
  return std::string(verb.prefix) + std::string(verb.german);
}

}  // namespace dragoman::grammar
