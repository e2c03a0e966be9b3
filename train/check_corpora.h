#pragma once

#include <string>

#include "data/data_settings.h"
#include "data/pair_encoder.h"
#include "io/log.h"

namespace dragoman {

/// Throws std::runtime_error if a corpus to train on is a pipe: hashing, tokenizers, alignments and
/// the cache read it in turn.
void check_corpora(const DataSettings& data);

/// Throws FileNotFound if text is missing: before anything of the run's folder changes.
void check_text_is_there(const DataSettings& data);

/// Warns if the validation's sources have no tag although those of all corpora have one, or if
/// corpora have tags, but none that of the validation.
void warn_of_tags(const DataSettings& data, const Logger& log);

/// Logs how many pairs of a corpus are left. It is a warning if many are too long, or if none is
/// left of one of several corpora (not `is_only`): its weight has no effect.
void log_counts(const CorpusSettings& corpus, const PairCounts& counts, bool is_only,
                const Logger& log);

/// Throws std::runtime_error because no pair of `what` is left, and says what to do.
[[noreturn]] void throw_unusable(const std::string& what, const PairCounts& counts,
                                 bool is_monolingual);

}  // namespace dragoman
