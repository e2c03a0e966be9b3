#include "app/distinct_paths.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <stdexcept>

#include "io/regular_file.h"

namespace dragoman {

namespace fs = std::filesystem;

namespace {

/// Returns the same text for all paths of a file: "-" for "-", and "" for an empty path and for a
/// device or a pipe, such as /dev/null, which several outputs may share.
std::string file_of(const std::string& path) {
  if (path.empty() || path == "-") return path;
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (fs::exists(status) && !fs::is_regular_file(status)) return "";
  // weakly_canonical() alone leaves the name of a new file as it is.
  const fs::path file = fs::weakly_canonical(fs::absolute(path, error), error);
  return error ? path : file.string();
}

}  // namespace

void check_distinct_paths(const std::vector<std::string>& paths) {
  std::set<std::string> files;
  for (const std::string& path : paths) {
    const std::string file = file_of(path);
    if (file.empty() || files.insert(file).second) continue;
    throw std::invalid_argument("`" + path + "` is used twice; name another file for an output");
  }
}

void check_inputs_stay(const std::vector<std::string>& inputs,
                       const std::vector<std::string>& outputs) {
  for (const std::string& output : outputs) {
    const bool is_read = std::any_of(inputs.begin(), inputs.end(), [&](const std::string& input) {
      return output != "-" && is_regular_file(input) && is_same_file(output, input);
    });
    if (!is_read) continue;
    throw std::invalid_argument("`" + output +
                                "` is read, and the output would replace it; name another file");
  }
}

void check_names_file(const std::string& option, const std::string& path) {
  if (path != "-") return;
  throw std::invalid_argument(option + " is -, but a model is not written to stdout; name a file");
}

}  // namespace dragoman
