#pragma once

#include "io/settings.h"

namespace dragoman {

#define DRAGOMAN_CORPUS_SETTINGS(FIELD)                                                          \
  FIELD(std::string, source, "", any_value(), "Source text, one sentence a line; plain or .gz.") \
  FIELD(std::string, target, "", any_value(),                                                    \
        "Target text, line by line the translation of the source.")                              \
  FIELD(std::string, tsv, "", any_value(),                                                       \
        "Instead of both: one file of lines source<TAB>target; plain or .gz.")

/// Parallel text: a pair of files, or one file with two columns. Paths are relative to the working
/// folder.
struct CorpusSettings {
  DRAGOMAN_FIELDS(DRAGOMAN_CORPUS_SETTINGS)
  bool empty() const { return source.empty() && target.empty() && tsv.empty(); }
};

#define DRAGOMAN_DATA_SETTINGS(FIELD)                                                      \
  FIELD(std::string, source_language, "", any_value(),                                     \
        "Code of the source language, as en; a label only.")                               \
  FIELD(std::string, target_language, "", any_value(),                                     \
        "Code of the target language, as de; a label only.")                               \
  FIELD(std::vector<CorpusSettings>, train, {}, any_value(),                               \
        "Corpora to train on, taken together.")                                            \
  FIELD(CorpusSettings, valid, {}, any_value(), "Held-out corpus that validation scores.") \
  FIELD(int64_t, max_length, 256, at_least(1),                                             \
        "Pairs with more tokens than this on either side are left out of training.")

/// The text to train and validate on.
struct DataSettings {
  DRAGOMAN_FIELDS(DRAGOMAN_DATA_SETTINGS)
};

}  // namespace dragoman
