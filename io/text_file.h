#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dragoman {

/// Reads lines from a file, plain or gzip (told by content), or from stdin ("-"). A line ends at LF
/// only; one CR before it is removed, as is a byte order mark at the start. A missing final newline
/// is no error.
class LineReader {
 public:
  /// Throws std::runtime_error if `path` cannot be opened or is a directory.
  explicit LineReader(const std::string& path);
  ~LineReader();
  LineReader(LineReader&&) noexcept;
  LineReader& operator=(LineReader&&) noexcept;

  /// The next line, without its end; false at the end of the file. Throws std::runtime_error on a
  /// read error.
  bool next(std::string& line);
  /// As next(); a line of invalid UTF-8 throws std::runtime_error with its place.
  bool next_valid(std::string& line);
  /// True if next() would not have to wait for input: a line or the end of the file is there
  /// already.
  bool ready();
  /// Number of the line that next() gave last, from 1.
  size_t line_number() const;
  const std::string& path() const;
  /// Where next()'s last line is, for messages: "file:line".
  std::string place() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// Writes text to a file, gzip if its name ends in .gz, or to stdout ("-"). A named file appears
/// under its name only when close() has succeeded (temporary name, then rename). Errors throw
/// std::runtime_error; a closed stdout throws ClosedPipe.
class TextWriter {
 public:
  explicit TextWriter(const std::string& path);
  ~TextWriter();
  TextWriter(TextWriter&&) noexcept;
  TextWriter& operator=(TextWriter&&) noexcept;

  void write(std::string_view text);
  void write_line(std::string_view line);
  void flush();
  void close();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// stdout was closed by its reader: the program ends silently with status 141.
struct ClosedPipe {};

/// All lines of a file, by LineReader's rules.
std::vector<std::string> read_lines(const std::string& path);

/// Number of lines of a regular file; none for stdin ("-"), pipes and devices, whose lines can be
/// read only once.
std::optional<size_t> count_lines(const std::string& path);

/// As read_lines, for training and scoring data: invalid UTF-8 throws std::runtime_error with
/// "file:line".
std::vector<std::string> read_valid_lines(const std::string& path);

}  // namespace dragoman
