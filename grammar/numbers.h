#pragma once

#include <string>

namespace dragoman::grammar {

// These functions throw std::invalid_argument unless the number is 0 to 999.

/// Return the cardinal number in words. German says the ones before the tens.
std::string english_number(int number);
std::string german_number(int number);
/// Returns the number as it stands before a noun: "zweihundertein Euro".
std::string german_number_of(int number);

}  // namespace dragoman::grammar
