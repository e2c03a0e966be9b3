#pragma once

#include <map>
#include <string>

#include "engine/plan.h"

namespace dragoman {

/// Writes the weights of an int8 plan as a safetensors file for read_plan(), atomically. A layer
/// NAME of [outputs, inputs] becomes the tensors below. C is outputs rounded up to whole panels, W
/// the number of 4-integer words that hold the inputs:
///
///     NAME.weight I8 [C / 16, W, 16, 4]   strips of 16 columns; a word's integers are neighbours
///     NAME.scale F32 [C]                  factor of a column's integers
///     NAME.offset I32 [C]                 128 times the sum of a column's integers
///     NAME.bias F32 [C]
///
/// Throws std::runtime_error if the file cannot be written.
void write_plan(const std::string& path, const ModelSettings& settings,
                const VocabularySizes& vocabulary, const Plan& plan,
                std::map<std::string, std::string> metadata);

/// Maps a file of write_plan(). Uses the weights in place unless `kernels` needs strips of another
/// width. Throws std::runtime_error if the file is missing, damaged, of another model, or in
/// another layout.
Plan read_plan(const std::string& path, const ModelSettings& settings,
               const VocabularySizes& vocabulary, const Kernels& kernels);

}  // namespace dragoman
