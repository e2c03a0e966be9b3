#pragma once

namespace dragoman {

/// Outcome of a prefix that a step of beam search considers.
enum class PrefixFate { kDropped, kKept, kFinished };

}  // namespace dragoman
