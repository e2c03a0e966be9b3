#pragma once

#include <string>

namespace dragoman {

/// The kind of processor, such as "AuthenticAMD 25.1" (maker, family.model) or "ARM 0x41.0xd0c"
/// (maker, part; any one if the machine mixes several). "unknown" if the system does not say.
/// LibTorch's products give the same bits on one kind only.
std::string processor_kind();

}  // namespace dragoman
