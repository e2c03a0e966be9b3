#pragma once

#include <cstdlib>

namespace dragoman {

/// Returns whether QEMU's user mode runs the tests, as scripts/test arranges for ARM. There, a
/// child of a process with threads may crash.
inline bool is_emulated() { return std::getenv("QEMU_CPU") != nullptr; }

}  // namespace dragoman
