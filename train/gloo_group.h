#pragma once

#ifdef DRAGOMAN_WITH_C10D
#include <chrono>
#include <memory>
#include <torch/csrc/distributed/c10d/Backend.hpp>

#include "train/meeting_point.h"

namespace dragoman {

using ProcessGroup = c10::intrusive_ptr<c10d::Backend>;

/// Stops c10d from writing stack traces to stderr for a broken connection: our error has one line.
/// The user gets them by setting TORCH_CPP_LOG_LEVEL.
void keep_c10d_quiet();

/// Throws std::runtime_error for a network interface that this machine lacks.
void check_interfaces(const ProcessPlace& place);

/// Connects the processes by Gloo, within `time`, unless another one notes why it failed: Gloo
/// would wait for it, and this throws OtherProcessFailed. Throws std::runtime_error, with one line.
ProcessGroup connect_by_gloo(const ProcessPlace& place,
                             const std::shared_ptr<MeetingPoint>& meeting,
                             std::chrono::milliseconds time);

/// Returns the first sentence of c10d's error, without its place in the source.
std::string first_sentence(const std::exception& error);

}  // namespace dragoman

#endif
