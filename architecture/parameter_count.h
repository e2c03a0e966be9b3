#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "architecture/model_settings.h"
#include "architecture/vocabulary_sizes.h"

namespace dragoman {

/// Trained numbers of a model of these settings, by part ("embeddings", "encoder", "decoder"), by
/// formula: no weights are made.
std::vector<std::pair<std::string, int64_t>> count_parameters(const ModelSettings& settings,
                                                              const VocabularySizes& sizes);

}  // namespace dragoman
