#pragma once

#include <string>

#include "io/settings.h"

namespace dragoman {

#define DRAGOMAN_TERM_SETTINGS(FIELD)                                                             \
  FIELD(double, rate, 0.0, between(0, 1),                                                         \
        "Share of the aligned training pairs whose sources get inline translations of some "      \
        "words, other words each epoch (0.5 is usual).")                                          \
  FIELD(int64_t, most, 3, between(1, 1000),                                                       \
        "Most terms in such a source; their number is drawn, from 1 on.")                         \
  FIELD(int64_t, longest, 3, between(1, 100), "Most words of a term, on either side.")            \
  FIELD(double, swap, 0.3, between(0, 1),                                                         \
        "Share of one-word terms whose translation is replaced by another word of the corpus, "   \
        "in source and target alike, so that the model can only know it from the source.")        \
  FIELD(std::string, lemmas, "", resumable(any_value()),                                          \
        "File of target words and their lemmas, form<TAB>lemma a line (plain or .gz): terms are " \
        "given as lemmas, which the model learns to inflect.")

/// Settings of training text with inline translations of terms. They teach the model to use the
/// translations of a terminology (Dinu et al. 2019).
struct TermSettings {
  DRAGOMAN_FIELDS(DRAGOMAN_TERM_SETTINGS)
  bool any() const { return rate > 0; }
};

}  // namespace dragoman
