#pragma once

#include <string>

namespace dragoman {

/// The kind of processor, as in "AuthenticAMD 25.1" (maker, family.model) or "ARM 0x41.0xd0c"
/// (maker, part; of several kinds in one machine, any); "unknown" where none is told. LibTorch's
/// products give the same bits on one kind only.
std::string processor_kind();

}  // namespace dragoman
