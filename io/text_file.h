#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dragoman {

/// The byte order mark in UTF-8.
constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

/// Returns the place of a line, counted from 1, for messages: "file:line", or "standard input:line"
/// for "-".
std::string place_of(const std::string& path, size_t line_number);

/// What to do about a file of text that is not valid UTF-8.
constexpr const char* kConversionAdvice =
    "convert the file, as by `iconv -f LATIN1 -t UTF-8 FILE >NEW`";

/// Reads lines from a file, plain or gzip (recognised by content), or from stdin ("-"). A line ends
/// at LF only. Removes one CR before it, and a byte order mark at the start. The last line needs no
/// LF.
class LineReader {
 public:
  static constexpr size_t kLongestLine = 1 << 30;

  /// longest_line: in bytes. Throws std::runtime_error if `path` cannot be opened or is a folder.
  explicit LineReader(const std::string& path, size_t longest_line = kLongestLine);
  ~LineReader();
  LineReader(LineReader&&) noexcept;
  LineReader& operator=(LineReader&&) noexcept;

  /// Reads the next line, without its end. Returns false at the end of the file. Throws
  /// std::runtime_error on a read error, for a line that is too long, and for a file that is UTF-16
  /// by its byte order mark or compressed by zstd, xz, bzip2 or zip.
  bool next(std::string& line);
  /// As next(), but throws std::runtime_error with the line's place if it is not valid UTF-8.
  bool next_valid(std::string& line);
  /// True if next() can return without waiting, because a line or the end of the file is available.
  bool ready();
  /// Number of the line that next() returned last, from 1.
  size_t line_number() const;
  /// Whether a byte order mark was removed. Known once next() has returned the first line.
  bool had_byte_order_mark() const;
  const std::string& path() const;
  /// Place of the line that next() returned last, for messages: "file:line".
  std::string place() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// Writes text to a file, compressed if its name ends in .gz, or to stdout ("-"). A file appears
/// under its name only after a successful close() (temporary name, then rename). Errors throw
/// std::runtime_error; a closed stdout throws ClosedPipe.
class TextWriter {
 public:
  /// What becomes of the temporary file if it cannot be written any more, as on a full disk. With
  /// kKeepLines, its whole lines stay, and the error names it; but not those of compressed files.
  enum class IfFailed { kRemove, kKeepLines };

  explicit TextWriter(const std::string& path, IfFailed if_failed = IfFailed::kRemove);
  ~TextWriter();
  TextWriter(TextWriter&&) noexcept;
  TextWriter& operator=(TextWriter&&) noexcept;

  void write(std::string_view text);
  void write_line(std::string_view line);
  void flush();
  /// Ends the text and flushes it to disk; nothing may be written behind it. Of several files that
  /// belong together, all are finished before the first is closed, so that a full disk changes
  /// none.
  void finish();
  void close();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// Thrown when the reader of stdout has closed it. The program then ends silently with status 141.
struct ClosedPipe {};

/// Reads all lines of a file, by LineReader's rules.
std::vector<std::string> read_lines(const std::string& path);

/// Returns the number of lines of a regular file; nullopt for stdin ("-"), pipes and devices,
/// because their lines can be read only once.
std::optional<size_t> count_lines(const std::string& path);

/// As read_lines(), for training and scoring data: throws std::runtime_error with "file:line" for
/// invalid UTF-8.
std::vector<std::string> read_valid_lines(const std::string& path);

}  // namespace dragoman
