#include "app/distinct_paths.h"

#include <filesystem>
#include <set>
#include <stdexcept>

namespace dragoman {

namespace fs = std::filesystem;

void check_distinct_paths(const std::vector<std::string>& paths) {
  std::set<std::string> files;
  for (const std::string& path : paths) {
    if (path.empty()) continue;
    // weakly_canonical() alone leaves the name of a new file as it is.
    const std::string file = path == "-" ? path : fs::weakly_canonical(fs::absolute(path)).string();
    if (files.insert(file).second) continue;
    throw std::invalid_argument("`" + path + "` is used twice; name another file for an output");
  }
}

void check_names_file(const std::string& option, const std::string& path) {
  if (path != "-") return;
  throw std::invalid_argument(option + " is -, but a model is not written to stdout; name a file");
}

}  // namespace dragoman
