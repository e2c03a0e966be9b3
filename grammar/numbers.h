#pragma once

#include <string>

namespace dragoman::grammar {

/// The cardinal number in words, 0 to 999; throws std::invalid_argument beyond. German says the
/// ones before the tens.
std::string english_number(int number);
std::string german_number(int number);

}  // namespace dragoman::grammar
