#pragma once

namespace dragoman {

/// Returns whether this process ignores a signal. A program starts so if its parent arranged it:
/// shells let scripts' commands with & ignore SIGINT, and nohup lets them ignore SIGHUP. May be
/// called after fork().
bool is_ignored(int signal);

}  // namespace dragoman
