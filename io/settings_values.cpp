#include "io/settings_values.h"

#include <cmath>
#include <locale>
#include <sstream>

namespace dragoman {
namespace {

std::string format_number(double number) {
  std::ostringstream text;
  text.imbue(std::locale::classic());
  text.precision(15);
  text << number;
  return text.str();
}

}  // namespace

std::string describe_numbers(std::string_view noun, const Range& range) {
  const std::string prefix(noun);
  if (range.least == range.most) return format_number(range.least);
  if (std::isfinite(range.most)) {
    return prefix + " between " + format_number(range.least) + " and " + format_number(range.most);
  }
  if (std::isfinite(range.least)) return prefix + " of at least " + format_number(range.least);
  return prefix;
}

std::string join_names(const std::vector<std::string>& names) {
  std::string joined;
  for (const std::string& name : names) {
    if (!joined.empty()) joined += ", ";
    joined += name;
  }
  return joined;
}

}  // namespace dragoman
