#pragma once

#include <string>
#include <vector>

#include "architecture/model_settings.h"

namespace dragoman {

/// One of our tensors, and the same tensors of transformers' MarianMTModel.
struct Correspondence {
  std::string ours;
  std::vector<std::string> theirs;       // their concatenated rows are ours
  bool residual_rows = false;            // the first axis is the residual axis, D
  bool residual_columns = false;         // the second axis is the residual axis
  std::vector<std::string> copies = {};  // further names under which a file may contain it
};

/// Returns all tensors of a model with these settings, except the output's bias, which may be
/// missing.
std::vector<Correspondence> correspondences(const ModelSettings& settings);

}  // namespace dragoman
