#pragma once

#include <filesystem>
#include <string>

namespace dragoman {

/// Creates a folder and its parent folders if they do not exist. Throws std::runtime_error (which,
/// why, what to do).
void make_folder(const std::string& path);

/// Returns "demo" for "runs/demo", "runs/demo/" and, inside that folder, "."; "" for "".
std::string folder_name(const std::string& path);

/// Returns the message of a filesystem_error for users: which file or folder, why, what to do.
std::string message_of(const std::filesystem::filesystem_error& error);

}  // namespace dragoman
