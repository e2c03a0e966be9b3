#pragma once

#include "data/data_settings.h"

namespace dragoman {

/// Throws std::runtime_error if a corpus to train on is a pipe: hashing, tokenizers, alignments and
/// the cache read it in turn.
void check_corpora(const DataSettings& data);

/// Throws FileNotFound if text is missing: before anything of the run's folder changes.
void check_text_is_there(const DataSettings& data);

}  // namespace dragoman
