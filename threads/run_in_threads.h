#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <system_error>

namespace dragoman {

/// Calls work(0) in the calling thread and work(1) to work(count - 1) in a thread each, and waits
/// for all. Rethrows the exception of the call with the lowest number. A Cancellation of the
/// calling thread applies to all threads. Throws std::runtime_error if the system starts too few
/// threads; those that it started then finish their calls.
void run_in_threads(size_t count, const std::function<void(size_t)>& work);

/// Returns the message for the error of a thread that the system did not start.
std::string message_without_thread(const std::system_error& error);

}  // namespace dragoman
