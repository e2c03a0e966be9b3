#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace dragoman {

// TensorBoard's `Event` messages in the wire format of protocol buffers, with the field numbers of
// its event.proto and summary.proto. Times are in seconds since 1970.

/// The first event of a file: the format's version.
std::string version_event(double wall_time);

/// A start of the session (SessionLog.START): readers drop earlier events of `step` and later
/// steps.
std::string start_event(double wall_time, int64_t step);

/// Scalars of one step by tag, as float32.
std::string scalars_event(double wall_time, int64_t step,
                          std::span<const std::pair<std::string_view, double>> values);

/// Returns `data` as one TFRecord: length, the length's checksum, data, the data's checksum.
std::string framed_record(std::string_view data);

}  // namespace dragoman
