#pragma once

#include <map>
#include <string>

#include "engine/plan.h"

namespace dragoman {

/// Writes the weights of a plan of int8 as a safetensors file, which read_plan() maps, atomically.
/// A layer NAME of [outputs, inputs] becomes these tensors; C is outputs rounded up to whole
/// panels, W the words of 4 integers that hold the inputs:
///
///     NAME.weight I8 [C / 16, W, 16, 4]   strips of 16 columns; a word's integers are neighbours
///     NAME.scale F32 [C]                  what a column's integers are multiplied by
///     NAME.offset I32 [C]                 128 times the sum of a column's integers
///     NAME.bias F32 [C]
///
/// Throws std::runtime_error if the file cannot be written.
void write_plan(const std::string& path, const ModelSettings& settings,
                const VocabularySizes& vocabulary, const Plan& plan,
                std::map<std::string, std::string> metadata);

/// Opens a file of write_plan(): weights are used where they lie, unless `kernels` wants strips of
/// other widths. Throws std::runtime_error if the file is missing, damaged, not of this model, or
/// written in another layout.
Plan read_plan(const std::string& path, const ModelSettings& settings,
               const VocabularySizes& vocabulary, const Kernels& kernels);

}  // namespace dragoman
