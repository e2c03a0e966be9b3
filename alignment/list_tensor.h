#pragma once

#include <cstdint>
#include <cstring>
#include <optional>
#include <vector>

#include "io/safetensors.h"

namespace dragoman {

/// Returns a list of numbers as a tensor [n] for write_safetensors(). It points into `values`.
template <class List>
TensorView list_view(const char* name, const char* dtype, const List& values) {
  const size_t size = sizeof(typename List::value_type);
  return {name, dtype, {static_cast<int64_t>(values.size())}, values.data(), values.size() * size};
}

/// Returns the numbers of a tensor [n]; nullopt if the file has none of this name and dtype.
template <class Number>
std::optional<std::vector<Number>> read_list(const SafetensorsFile& file, const char* name,
                                             const char* dtype) {
  const TensorView* tensor = file.find(name);
  if (tensor == nullptr || tensor->dtype != dtype || tensor->shape.size() != 1) return std::nullopt;
  std::vector<Number> values(tensor->num_bytes / sizeof(Number));
  if (!values.empty()) std::memcpy(values.data(), tensor->data, values.size() * sizeof(Number));
  return values;
}

}  // namespace dragoman
