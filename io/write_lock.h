#pragma once

#include <string>

#include "io/descriptor.h"

namespace dragoman {

/// Locks a file or folder that this process is to write; `file` is `path`, opened. Returns false if
/// it is not `path` any more, because the previous holder of the lock renamed or removed it in the
/// meantime. Throws std::runtime_error, "cannot write <name>: …", if another process holds the
/// lock.
bool lock_for_writing(const Descriptor& file, const std::string& path, const std::string& name);

}  // namespace dragoman
