#pragma once

#include <optional>
#include <string>
#include <vector>

#include "io/text_file.h"

namespace dragoman {

/// Files of hypotheses and references.
struct SegmentSources {
  std::vector<std::string> hypotheses;  // one file a system; or "-" alone, where tabs separate
                                        // the systems' hypotheses
  std::vector<std::string> references;  // files
  size_t num_references = 1;  // in each line of a single file, separated by tabs; 0: any number
};

/// Throws std::invalid_argument if several files of references cannot have num_references each.
void check_number_of_files(const SegmentSources& sources);

/// A system's hypotheses in memory.
struct SystemLines {
  std::string name;
  std::vector<std::string> lines;
};

/// One line of each system, and its references.
struct Segment {
  std::vector<std::string> hypotheses;
  std::vector<std::string> references;
};

/// Reads files side by side. Removes white space at the ends of lines, as sacreBLEU does. Bad input
/// throws std::runtime_error that names file and line.
class SegmentReader {
 public:
  explicit SegmentReader(const SegmentSources& sources);
  /// Takes `systems` instead of sources.hypotheses.
  SegmentReader(const SegmentSources& sources, std::vector<SystemLines> systems);

  /// Returns the systems' names as in sacreBLEU: file names, or "System 1" and so on for fields.
  /// Known once the first segment is read.
  const std::vector<std::string>& systems() const { return systems_; }

  bool systems_are_fields() const { return hypotheses_are_fields_; }

  /// Returns the names of files that begin with a byte order mark. The mark is part of the first
  /// line, as in sacreBLEU. Known once the first segment is read.
  const std::vector<std::string>& marked_files() const { return marked_files_; }

  /// Reads the next segment. Returns false at the end. Throws if files differ in number of lines.
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
