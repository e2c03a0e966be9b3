#pragma once

#include <string>

#include "io/descriptor.h"

namespace dragoman {

/// Keeps files that are opened later from taking the number of a standard stream that was closed
/// when the program started (`>&-`), so that nothing meant for the stream is written into them.
/// Reading from, or writing to, such a stream then fails with EBADF.
void hold_closed_standard_streams();

/// A descriptor of the open file `number` that may be closed without closing that one. Throws
/// std::runtime_error, "cannot <action> <what>: …", if it is not open for writing.
Descriptor duplicate_for_writing(int number, const std::string& action, const std::string& what);

/// A descriptor of standard output that may be closed without closing the stream. Throws
/// std::runtime_error, "cannot <action> standard output: …", if that was closed at the start.
Descriptor duplicate_standard_output(const std::string& action);

}  // namespace dragoman
