#pragma once

#include <string>

namespace dragoman {

/// Returns true for a regular file, which can be read again. False for stdin ("-"), pipes and
/// devices, and for a file that cannot be looked at: opening it reports the error.
bool is_regular_file(const std::string& path);

/// Returns true for stdin ("-"), pipes and devices, whose content is gone once it is read. False
/// for a folder or a missing file: opening it reports the error.
bool can_be_read_once_only(const std::string& path);

/// Throws std::runtime_error if the path is something that can be read once only, such as a pipe.
void check_can_be_read_again(const std::string& path);

/// Returns true if both paths name one file or folder that exists.
bool is_same_file(const std::string& path, const std::string& other);

}  // namespace dragoman
