#pragma once

#include <span>

#include "architecture/step_model.h"
#include "search/hypothesis.h"
#include "search/search_settings.h"

namespace dragoman {

/// Makes one batch of the sources of `tasks`.
SourceBatch make_source_batch(std::span<const SearchTask> tasks,
                              const SearchVocabulary& vocabulary);

/// Makes a step's request, without best tokens. It excludes suppressed tokens. If anything needs
/// attention, it asks for the layer of the settings, or else for aligning_heads(). The vocabulary
/// must outlive it.
StepRequest make_request(const SearchVocabulary& vocabulary, const SearchSettings& settings);

}  // namespace dragoman
