#pragma once

#include "interchange/foreign_model.h"
#include "interchange/huggingface_folder.h"

namespace dragoman {

/// Sets the model's search settings to those of transformers. Adds warnings about settings that
/// have no equivalent.
void take_over_search(const MarianGeneration& generation, ForeignModel& model);

/// Returns notes about settings of search that to_generation() loses.
std::vector<std::string> search_notes(const SearchSettings& search);

/// Converts search settings to transformers', as far as they have an equivalent.
MarianGeneration to_generation(const ModelFolder& model);

}  // namespace dragoman
