#pragma once

#include <string>
#include <vector>

namespace dragoman {

/// Throws std::invalid_argument if two of the paths are the same file, or both are "-". Ignores
/// empty paths, pipes and devices, such as /dev/null.
void check_distinct_paths(const std::vector<std::string>& paths);

/// Throws std::invalid_argument if one of `outputs` is the same file as one of `inputs`. Ignores
/// empty paths, "-", pipes and devices.
void check_inputs_stay(const std::vector<std::string>& inputs,
                       const std::vector<std::string>& outputs);

/// Throws std::invalid_argument if `path`, the value of `option`, is "-": a model is a file.
void check_names_file(const std::string& option, const std::string& path);

}  // namespace dragoman
