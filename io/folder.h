#pragma once

#include <string>

namespace dragoman {

/// Makes a folder, and those that it is in, where they are not there yet. Throws std::runtime_error
/// (which, why, what to do).
void make_folder(const std::string& path);

}  // namespace dragoman
