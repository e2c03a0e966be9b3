#pragma once

#include <string>
#include <vector>

#include "architecture/model_settings.h"

namespace dragoman {

/// One of our tensors, and those of transformers' MarianMTModel that are the same.
struct Correspondence {
  std::string ours;
  std::vector<std::string> theirs;       // their rows one after another are ours
  bool residual_rows = false;            // the first axis is the residual one, D
  bool residual_columns = false;         // the second one is
  std::vector<std::string> copies = {};  // other names under which a file may have it once more
};

/// All tensors of a model of these settings but the output's bias, which either side may lack.
std::vector<Correspondence> correspondences(const ModelSettings& settings);

}  // namespace dragoman
