#pragma once

#include <span>
#include <vector>

#include "architecture/step_model.h"
#include "search/hypothesis.h"
#include "search/search_settings.h"

namespace dragoman {

/// Batched beam search ("Attention Is All You Need", section 6.1). A hypothesis is finished when
/// end of sentence is among the K best candidates of its sentence, or at its maximal length. A
/// sentence is finished when settings.stopping says so, or when no prefix is left to extend; it
/// then leaves the batch. Returns up to K hypotheses a sentence, the best score first.
std::vector<std::vector<Hypothesis>> beam_search(StepModel& model,
                                                 std::span<const SearchTask> tasks,
                                                 const SearchVocabulary& vocabulary,
                                                 const SearchSettings& settings);

}  // namespace dragoman
