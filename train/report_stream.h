#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "io/descriptor.h"
#include "io/log.h"

namespace dragoman {

/// What happens in a run, for a program that watches it: a JSON object a line, each written as it
/// comes. Lines that cannot be written, as when the disk is full, are kept and written later, after
/// one warning.
class ReportStream {
 public:
  /// Appends to a file, or writes to a pipe or stdout ("-"). Throws std::runtime_error if `path`
  /// cannot be opened.
  ReportStream(const std::string& path, Logger log);

  /// Writes {"event": event, ...values}. Numbers that are not finite are null.
  void write(const std::string& event, const nlohmann::ordered_json& values);
  /// False once whoever read the pipe has closed it; nothing more is written then.
  bool has_reader();

 private:
  void write_pending();
  void handle_error();

  std::string name_;  // as messages have it
  Descriptor file_;
  Logger log_;
  std::string pending_;  // what is not written yet
  bool has_reader_ = true;
  bool has_warned_ = false;  // since a line was written whole
};

}  // namespace dragoman
