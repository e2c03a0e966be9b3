#pragma once

#include <string>

namespace dragoman::grammar {

/// Return the cardinal number in words. Throw std::invalid_argument unless it is 0 to 999. German
/// says the ones before the tens.
std::string english_number(int number);
std::string german_number(int number);

}  // namespace dragoman::grammar
