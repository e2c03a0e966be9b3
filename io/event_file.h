#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "io/descriptor.h"

namespace dragoman {

/// A file of scalars for TensorBoard: TFRecords of `Event` messages. TensorBoard reads several
/// files of a folder as one series, in alphabetical order.
class EventFile {
 public:
  /// Tags, such as "train/loss", with their values. TensorBoard stores them as float32.
  using Values = std::span<const std::pair<std::string_view, double>>;

  /// Opens a new file in `folder`, which is created if absent; its name sorts after all event files
  /// there. TensorBoard then drops the earlier files' events after `first_step`, as is right for a
  /// run resumed from the state after that step. Throws std::runtime_error.
  explicit EventFile(const std::string& folder, int64_t first_step = 0);

  /// Writes the values of one step, unbuffered. The time is in seconds since 1970. Throws
  /// std::runtime_error that names the file if they cannot be written.
  void add(int64_t step, double wall_time_seconds, Values values);

  const std::string& path() const { return path_; }

 private:
  void write_record(std::string_view event);

  std::string path_;
  Descriptor file_;
};

}  // namespace dragoman
