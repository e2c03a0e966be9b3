#pragma once

#include <csignal>

namespace dragoman {

/// Signals that end a program: from a user, a scheduler, or a terminal or connection that is
/// closed.
inline constexpr int kEndingSignals[] = {SIGTERM, SIGINT, SIGHUP};

/// Returns whether this process ignores a signal. A program starts so if its parent arranged it:
/// shells let scripts' commands with & ignore SIGINT, and nohup lets them ignore SIGHUP. May be
/// called after fork().
bool is_ignored(int signal);

}  // namespace dragoman
