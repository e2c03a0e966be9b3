#pragma once

#include <span>

#include "architecture/step_model.h"
#include "search/hypothesis.h"
#include "search/search_settings.h"

namespace dragoman {

/// The sources of `tasks` as one batch.
SourceBatch make_source_batch(std::span<const SearchTask> tasks,
                              const SearchVocabulary& vocabulary);

/// A step's request without best tokens: suppressed ones are excluded; attention of the layer that
/// the settings name, or else of aligning_heads(), if anything needs it. The vocabulary must
/// outlive it.
StepRequest make_request(const SearchVocabulary& vocabulary, const SearchSettings& settings);

}  // namespace dragoman
