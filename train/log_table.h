#pragma once

#include <cstdint>
#include <string>

#include "io/log.h"

namespace dragoman {

/// A file of tab-separated rows; the first column is the number of an update. Rows that cannot be
/// written (say, on a full disk) are kept and written later, by the next append() or finish().
class LogTable {
 public:
  /// Opens or creates the table. Keeps existing rows up to `update`, with their cells under the
  /// columns of `header`; drops a last row that has no line end. Throws std::runtime_error if the
  /// table cannot be read or written.
  LogTable(std::string path, std::string header, int64_t update, Logger log);

  /// Appends `row`, given without a line end. If the file was moved away, begins another.
  void append(const std::string& row);
  /// Tries for the last time to write the rows that are kept. If that fails, logs their number.
  void finish();

 private:
  int write_pending();

  std::string path_;
  std::string header_;
  Logger log_;
  std::string pending_;  // rows not yet written
};

}  // namespace dragoman
