#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace dragoman {

// TensorBoard's `Event` in the wire format of protocol buffers, as event.proto and summary.proto of
// TensorBoard number the fields. Times are in seconds since 1970.

/// The first event of a file: the version of the format.
std::string version_event(double wall_time);

/// A start of the session (SessionLog.START): what was read before of `step` and later is dropped.
std::string start_event(double wall_time, int64_t step);

/// Scalars of one step by their tags, as float32.
std::string scalars_event(double wall_time, int64_t step,
                          std::span<const std::pair<std::string_view, double>> values);

/// `data` as one TFRecord: its length, the length's checksum, itself, its checksum.
std::string framed_record(std::string_view data);

}  // namespace dragoman
