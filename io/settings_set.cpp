#include "io/settings_set.h"

#include <stdexcept>

#include "io/ascii.h"
#include "io/json_depth.h"
#include "io/parse_number.h"
#include "io/utf8.h"

namespace dragoman {

Assignment parse_assignment(const std::string& assignment) {
  const size_t equals = assignment.find('=');
  if (equals == std::string::npos || equals == 0) {
    throw std::invalid_argument("--set takes KEY=VALUE, as train.updates=500, not `" +
                                replace_invalid_utf8(assignment) + "`");
  }
  if (!is_valid_utf8(assignment)) {
    throw std::invalid_argument("--set takes valid UTF-8, which this is not: " +
                                replace_invalid_utf8(assignment));
  }
  Assignment parsed{{""}, assignment.substr(equals + 1)};
  for (const char c : assignment.substr(0, equals)) {
    if (c == '.') {
      parsed.keys.emplace_back();
    } else {
      parsed.keys.back() += c;
    }
  }
  return parsed;
}

nlohmann::ordered_json json_or_text(const std::string& text) {
  constexpr bool kThrow = false;
  bool is_deep = false;
  const auto check = [&](int depth, nlohmann::ordered_json::parse_event_t event, auto&) {
    is_deep |= is_too_deep(depth, event);
    return !is_deep;
  };
  auto value = nlohmann::ordered_json::parse(text, check, kThrow);
  return is_deep || value.is_discarded() ? nlohmann::ordered_json(text) : value;
}

nlohmann::ordered_json number_or_text(const std::string& text) {
  std::string number = text;
  if (number.starts_with('+')) number.erase(0, 1);
  if (number.ends_with('.') && number.find('.') + 1 == number.size()) number.pop_back();
  const size_t sign = number.starts_with('-') ? 1 : 0;
  const auto is_digit = [&](size_t at) { return at < number.size() && is_ascii_digit(number[at]); };
  while (is_digit(sign + 1) && number[sign] == '0') number.erase(sign, 1);
  if (number.substr(sign).starts_with('.')) number.insert(sign, 1, '0');
  auto value = json_or_text(number);
  return value.is_number() ? value : json_or_text(text);
}

size_t parse_index(const std::string& key, size_t size, const ReadContext& context) {
  const std::optional<size_t> index = parse_number<size_t>(key);
  if (!index || *index > size) {
    throw std::invalid_argument(context.path + " is a list of " + std::to_string(size) + ": `" +
                                key + "` must be an index from 0 to " + std::to_string(size) +
                                ", where the last appends" + context.in_file());
  }
  return *index;
}

void fail_key_of_value(const std::string& key, const ReadContext& context) {
  throw std::invalid_argument(context.path + " is a single value and has no key `" + key +
                              "`; set " + context.path + " itself" + context.in_file());
}

}  // namespace dragoman
