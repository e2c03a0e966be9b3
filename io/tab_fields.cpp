#include "io/tab_fields.h"

namespace dragoman {

std::vector<std::string> split_at_tabs(const std::string& line, size_t max_fields) {
  std::vector<std::string> fields;
  size_t begin = 0;
  while (fields.size() + 1 < max_fields) {
    const size_t end = line.find('\t', begin);
    if (end == std::string::npos) break;
    fields.push_back(line.substr(begin, end - begin));
    begin = end + 1;
  }
  fields.push_back(line.substr(begin));
  return fields;
}

}  // namespace dragoman
