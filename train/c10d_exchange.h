#pragma once

#ifdef DRAGOMAN_WITH_C10D
#include "train/join_processes.h"

namespace dragoman {

/// Implements join_processes() for two or more processes.
std::unique_ptr<Exchange> join_by_c10d(const ProcessPlace& place, const JoinOptions& options);

}  // namespace dragoman

#endif
