#pragma once

#include <optional>
#include <string>
#include <vector>

#include "io/text_file.h"

namespace dragoman {

/// Where hypotheses and references come from.
struct SegmentSources {
  std::vector<std::string> hypotheses;  // files, one a system; one alone may be "-", where
                                        // tab-separated fields are several systems
  std::vector<std::string> references;  // files
  size_t num_references = 1;  // tab-separated fields of each line, where one file has them all; 0:
                              // as many as the line has
};

/// Hypotheses of a system that are there already.
struct SystemLines {
  std::string name;
  std::vector<std::string> lines;
};

/// One line of each system, and what it should have been.
struct Segment {
  std::vector<std::string> hypotheses;
  std::vector<std::string> references;
};

/// Reads files side by side. White space at the end of a line is left out, as sacreBLEU does. Bad
/// input throws std::runtime_error that names file and line.
class SegmentReader {
 public:
  explicit SegmentReader(const SegmentSources& sources);
  /// With systems in place of sources.hypotheses.
  SegmentReader(const SegmentSources& sources, std::vector<SystemLines> systems);

  /// As sacreBLEU calls them: files by their names, fields "System 1" and so on. Known once the
  /// first segment is read.
  const std::vector<std::string>& systems() const { return systems_; }

  bool systems_are_fields() const { return hypotheses_are_fields_; }

  /// Names of the files that begin with a byte order mark, which is part of their first line, as it
  /// is for sacreBLEU. Known once the first segment is read.
  const std::vector<std::string>& marked_files() const { return marked_files_; }

  /// False at the end of all files, which have as many lines each.
  bool next(Segment& segment);

 private:
  /// Lines of a file or of memory.
  struct Lines {
    std::string name;
    std::optional<LineReader> file;
    std::vector<std::string> memory;
    size_t num_read = 0;
    bool next(std::string& line);
    bool is_at_mark() const { return num_read == 1 && file && file->had_byte_order_mark(); }
  };

  bool read(Lines& lines, std::string& line);
  void open_references(const SegmentSources& sources);
  [[noreturn]] void fail_of_lengths();
  void split_systems(std::vector<std::string>& hypotheses);
  void split_references(std::vector<std::string>& references);

  std::vector<Lines> hypotheses_;
  std::vector<Lines> references_;
  std::vector<std::string> systems_;
  std::vector<std::string> marked_files_;
  bool hypotheses_are_fields_ = false;
  size_t num_reference_fields_;
};

}  // namespace dragoman
