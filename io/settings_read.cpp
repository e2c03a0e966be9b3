#include "io/settings_read.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>

#include "io/closest_name.h"
#include "io/escaped_text.h"

namespace dragoman {
namespace {

using nlohmann::ordered_json;

std::string shown(const ordered_json& value) {
  // JSON has no such numbers; only programs can give them.
  if (value.is_number_float() && !std::isfinite(value.get<double>()))
    return std::to_string(value.get<double>());
  return in_brief(value.dump(-1, ' ', false, ordered_json::error_handler_t::replace));
}

// Accepts integers such as 1e3, but not 1.5 or 1e30.
std::optional<int64_t> as_integer(const ordered_json& value) {
  if (value.is_number_float()) {
    const double number = value.get<double>();
    if (number != std::floor(number) || std::abs(number) >= 0x1p63) return std::nullopt;
    return static_cast<int64_t>(number);
  }
  if (!value.is_number_integer()) return std::nullopt;
  const bool too_large = value.is_number_unsigned() && value.get<uint64_t>() > INT64_MAX;
  return too_large ? std::nullopt : std::optional(value.get<int64_t>());
}

// Names the limit of the type for an integer beyond it, unless the range has a limit.
std::string upper_limit(const ordered_json& value, const Range& range) {
  const bool is_beyond = value.is_number() && value.get<double>() >= 0x1p63;
  return is_beyond && std::isinf(range.most) ? " and at most " + std::to_string(INT64_MAX) : "";
}

}  // namespace

ReadContext ReadContext::inside(const std::string& name) const {
  return {file, path.empty() ? name : path + "." + name};
}

std::string ReadContext::in_file() const { return file.empty() ? "" : " (" + file + ")"; }

void fail_value(const ordered_json& value, const std::string& allowed, const ReadContext& context) {
  const std::string what = context.path.empty() ? "the configuration" : context.path;
  throw std::invalid_argument(what + " is " + shown(value) + ", but must be " + allowed +
                              context.in_file());
}

void fail_unknown_key(const std::string& key, std::vector<std::string> known,
                      const ReadContext& context) {
  known.insert(known.end(), context.ignored.begin(), context.ignored.end());
  const std::string closest = closest_name(key, known);
  const std::string advice =
      closest.empty() ? "; known keys: " + join_names(known) : ", did you mean `" + closest + "`?";
  const std::string section = context.path.empty() ? "" : " in " + context.path;
  throw std::invalid_argument("unknown key " + in_backquotes(key) + section + context.in_file() +
                              advice);
}

void check_keys(const ordered_json& value, const std::vector<std::string>& known,
                const ReadContext& context) {
  if (!value.is_object()) fail_value(value, "an object", context);
  const auto is_one_of = [](const std::vector<std::string>& names, const std::string& key) {
    return std::find(names.begin(), names.end(), key) != names.end();
  };
  for (const auto& [key, _] : value.items()) {
    if (!is_one_of(known, key) && !is_one_of(context.ignored, key)) {
      fail_unknown_key(key, known, context);
    }
  }
}

void read_value(const ordered_json& value, bool& field, const Range& range,
                const ReadContext& context) {
  if (!value.is_boolean()) fail_value(value, allowed_values<bool>(range), context);
  field = value.get<bool>();
}

void read_value(const ordered_json& value, int64_t& field, const Range& range,
                const ReadContext& context) {
  const std::optional<int64_t> number = as_integer(value);
  if (!number || !range.contains(static_cast<double>(*number))) {
    fail_value(value, allowed_values<int64_t>(range) + upper_limit(value, range), context);
  }
  field = *number;
}

void read_value(const ordered_json& value, double& field, const Range& range,
                const ReadContext& context) {
  if (!value.is_number() || !range.contains(value.get<double>())) {
    fail_value(value, allowed_values<double>(range), context);
  }
  field = value.get<double>();
}

void read_value(const ordered_json& value, std::string& field, const Range& range,
                const ReadContext& context) {
  if (!value.is_string()) fail_value(value, allowed_values<std::string>(range), context);
  field = value.get<std::string>();
}

}  // namespace dragoman
