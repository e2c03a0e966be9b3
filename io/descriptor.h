#pragma once

#include <string>
#include <string_view>
#include <utility>

namespace dragoman {

/// An open file descriptor, closed on destruction, which keeps errno.
class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  ~Descriptor();
  Descriptor(Descriptor&& other) noexcept;
  Descriptor& operator=(Descriptor&& other) noexcept;

  int get() const { return number_; }
  /// Returns the number, which the caller must close from now on.
  int release() { return std::exchange(number_, -1); }
  /// Closes now. Returns false and sets errno if the system reports that data was not written.
  bool close();

 private:
  int number_;
};

/// Throws the error of errno, as FileNotFound if that is the reason, else as std::runtime_error:
/// "cannot <action> <what>: <reason>; <advice>".
[[noreturn]] void throw_file_error(const std::string& action, const std::string& what);

/// Returns `path` in quotes for messages; "standard input" for "-".
std::string input_name(const std::string& path);
/// The same without quotes.
std::string plain_name(const std::string& path);

/// Opens a file, or stdin ("-"), for reading. Throws std::runtime_error, also for a folder.
Descriptor open_for_reading(const std::string& path);

/// Calls read(2), again after interruptions. Returns the number of bytes; 0 at the end. Throws
/// std::runtime_error that names `path`.
size_t read_bytes(const Descriptor& file, const std::string& path, char* bytes, size_t capacity);

/// Calls write(2) until all bytes are written, again after interruptions; waits for a pipe that is
/// full. Returns false and sets errno on an error.
bool write_bytes(const Descriptor& file, std::string_view bytes);

}  // namespace dragoman
