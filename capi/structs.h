#pragma once

#include <algorithm>
#include <cstring>
#include <stdexcept>

namespace dragoman {

/// Throws std::invalid_argument if a caller's struct does not say its size.
template <class Struct>
void check_struct(const Struct& given) {
  if (given.size < sizeof given.size)
    throw std::invalid_argument("the size of a struct is not set: set it to sizeof the struct");
}

/// Copies a struct of a caller who may have compiled it with fewer or more members. Members that
/// the caller lacks are zero. Null gives all zero.
template <class Struct>
Struct read_struct(const Struct* given) {
  Struct known{};
  if (given == nullptr) return known;
  check_struct(*given);
  std::memcpy(&known, given, std::min(given->size, sizeof known));
  return known;
}

/// Writes the members that the caller's struct has: none if it does not say its size.
template <class Struct>
void write_struct(Struct value, Struct* out) {
  value.size = out->size;
  std::memcpy(out, &value, std::min(out->size, sizeof value));
}

}  // namespace dragoman
