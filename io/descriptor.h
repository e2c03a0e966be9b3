#pragma once

#include <string>

namespace dragoman {

/// An open file descriptor, closed at the end of its life.
class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  ~Descriptor();
  Descriptor(Descriptor&& other) noexcept;
  Descriptor& operator=(Descriptor&& other) noexcept;

  int get() const { return number_; }
  /// Closes now; false (and errno) if the system reports that something was not written.
  bool close();

 private:
  int number_;
};

/// Throws std::runtime_error of errno, FileNotFound where that is the reason: "cannot <action>
/// <what>: <reason>; <advice>".
[[noreturn]] void throw_file_error(const std::string& action, const std::string& what);

/// `path` in quotes, as messages name it; "standard input" for "-".
std::string input_name(const std::string& path);

/// Opens a file, or stdin ("-"), for reading. Throws std::runtime_error, also for a folder.
Descriptor open_for_reading(const std::string& path);

/// read(2) into `bytes`, tried again after interruptions; 0 at the end. Throws std::runtime_error
/// naming `path`.
size_t read_bytes(const Descriptor& file, const std::string& path, char* bytes, size_t capacity);

}  // namespace dragoman
