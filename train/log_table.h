#pragma once

#include <cstdint>
#include <string>

#include "io/log.h"

namespace dragoman {

/// A table of tab-separated columns that grows row by row, the first of which is the number of an
/// update. Rows that cannot be written, as when the disk is full, are kept and written later.
class LogTable {
 public:
  /// Keeps the rows up to `update` of a table that is there already, under the columns of `header`.
  LogTable(std::string path, const std::string& header, int64_t update, Logger log);

  /// `row` without its line end.
  void append(const std::string& row);

 private:
  std::string path_;
  Logger log_;
  uint64_t size_ = 0;    // of what is written whole
  std::string pending_;  // what is not
};

}  // namespace dragoman
