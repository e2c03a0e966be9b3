#pragma once

#include <array>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace dragoman {

/// Values that a field allows: bounds of numbers, both included, and whether a resumed run may
/// change the value.
struct Range {
  double least = -std::numeric_limits<double>::infinity();
  double most = std::numeric_limits<double>::infinity();
  bool is_resumable = false;

  bool contains(double value) const { return value >= least && value <= most; }
};

constexpr Range any_value() { return {}; }
constexpr Range at_least(double least) { return {least, any_value().most}; }
constexpr Range between(double least, double most) { return {least, most}; }
/// Marks a field, or a whole section, that may change when a run is resumed, because it does not
/// change the result of updates.
constexpr Range resumable(Range range) {
  range.is_resumable = true;
  return range;
}

/// An enum with named values: enum_names(E) returns an array of pairs (value, name).
template <class T>
concept NamedEnum = std::is_enum_v<T> && requires(T value) {
  enum_names(value);
};

struct VisitNothing {
  template <class... Arguments>
  void operator()(Arguments&&...) const {}
};

/// A struct whose fields are declared with DRAGOMAN_FIELDS.
template <class T>
concept SettingsSection = requires(T& section) {
  T::visit_fields(section, VisitNothing{});
};

template <class T>
struct IsVector : std::false_type {};
template <class Element>
struct IsVector<std::vector<Element>> : std::true_type {};
template <class T>
concept SettingsList = IsVector<T>::value;

template <class T>
struct IsOptional : std::false_type {};
template <class Value>
struct IsOptional<std::optional<Value>> : std::true_type {};
/// A field that may be unset.
template <class T>
concept OptionalField = IsOptional<T>::value;

/// Returns all names of an enum, in the order of its declaration.
template <NamedEnum Enum>
std::vector<std::string> names_of() {
  std::vector<std::string> names;
  for (const auto& [value, name] : enum_names(Enum{})) names.emplace_back(name);
  return names;
}

/// Returns the name of an enum's value; "" if it has none.
template <NamedEnum Enum>
std::string name_of(Enum wanted) {
  for (const auto& [value, name] : enum_names(Enum{})) {
    if (value == wanted) return name;
  }
  return "";
}

/// Returns the names of a section's fields, in the order of their declaration.
template <SettingsSection Section>
std::vector<std::string> field_names(const Section& section) {
  std::vector<std::string> names;
  Section::visit_fields(section, [&](const char* name, const auto&, const Range&, const char*) {
    names.emplace_back(name);
  });
  return names;
}

/// Throws std::invalid_argument with `message` unless `holds`.
inline void demand(bool holds, const std::string& message) {
  if (!holds) throw std::invalid_argument(message);
}

/// Returns "an integer of at least 2" from the noun "an integer" and a range.
std::string describe_numbers(std::string_view noun, const Range& range);

/// Joins names: "a, b, c".
std::string join_names(const std::vector<std::string>& names);

/// Describes the allowed values of a field of type T, in words that fit after "must be".
template <class T>
std::string allowed_values(const Range& range) {
  if constexpr (std::is_same_v<T, bool>) return "true or false";
  if constexpr (std::is_integral_v<T>) return describe_numbers("an integer", range);
  if constexpr (std::is_floating_point_v<T>) return describe_numbers("a number", range);
  if constexpr (std::is_same_v<T, std::string>) return "text";
  if constexpr (NamedEnum<T>) return "one of " + join_names(names_of<T>());
  if constexpr (SettingsList<T>) return "a list";
  if constexpr (OptionalField<T>) return allowed_values<typename T::value_type>(range);
  return "an object";
}

}  // namespace dragoman
