#pragma once

#include "train/exchange.h"

namespace dragoman {

/// The exchange of a process that trains alone: no other processes.
inline Exchange& alone() {
  static SoloExchange exchange;
  return exchange;
}

}  // namespace dragoman
