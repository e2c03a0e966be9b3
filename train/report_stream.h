#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "io/descriptor.h"
#include "io/log.h"

namespace dragoman {

/// Events of a run for a program that watches it: one JSON object a line, written at once. Lines
/// that cannot be written (say, on a full disk) are kept and written later, after one warning.
class ReportStream {
 public:
  /// Appends to a file, or writes to a pipe or stdout ("-"). Cuts off a report at the end of the
  /// file that an earlier process did not complete; other text gets its line end. Throws
  /// std::runtime_error if `path` cannot be opened, and if a file cannot be read or completed.
  ReportStream(const std::string& path, Logger log);

  /// Writes {"event": event, ...values}. Numbers that are not finite become null.
  void write(const std::string& event, const nlohmann::ordered_json& values);
  /// Returns false once the reader of the pipe has closed it; nothing more is written then.
  bool has_reader();

 private:
  void write_pending();
  void handle_error();

  std::string name_;  // for messages
  Descriptor file_;
  Logger log_;
  std::string pending_;  // not yet written
  bool has_reader_ = true;
  bool has_warned_ = false;  // since the last complete line
};

}  // namespace dragoman
