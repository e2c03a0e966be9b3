#pragma once

#include <vector>

#include "data/corpus_mix.h"
#include "data/data_settings.h"
#include "io/log.h"

namespace dragoman {

/// Throws std::runtime_error if an epoch has no examples, or more than memory can hold. Warns of a
/// corpus of which no epoch has an example, although its weight is not 0. `settings`: of the
/// corpora.
void check_shares(const std::vector<CorpusSettings>& settings, const CorpusMix& corpora,
                  const Logger& log);

}  // namespace dragoman
