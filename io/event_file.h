#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "io/descriptor.h"

namespace dragoman {

/// One file of scalars as TensorBoard reads them: TFRecords of `Event` messages. A folder may hold
/// several; TensorBoard reads them as one series, by name in alphabetical order.
class EventFile {
 public:
  /// Tags, such as "train/loss", and their values, which TensorBoard keeps as float32.
  using Values = std::span<const std::pair<std::string_view, double>>;

  /// Opens a new file in `folder`, which is made if absent; its name comes after those of all event
  /// files there. What they hold of steps after `first_step` TensorBoard then takes as lost, which
  /// is right for a run that goes on from the state after that step. Throws std::runtime_error.
  explicit EventFile(const std::string& folder, int64_t first_step = 0);

  /// Adds the values of one step, and passes them to the system. The time is in seconds since 1970.
  /// Throws std::runtime_error naming the file if they cannot be written.
  void add(int64_t step, double wall_time_seconds, Values values);

  const std::string& path() const { return path_; }

 private:
  void write_record(std::string_view event);

  std::string path_;
  Descriptor file_;
};

}  // namespace dragoman
