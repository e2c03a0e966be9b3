#include "io/standard_streams.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

namespace dragoman {

void hold_closed_standard_streams() {
  // open(2) returns the lowest free number: that of the stream, as those below are open by then.
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(stream, F_GETFD) >= 0) continue;
    const int unusable_mode = stream == STDIN_FILENO ? O_WRONLY : O_RDONLY;
    static_cast<void>(::open("/dev/null", unusable_mode));
  }
}

Descriptor duplicate_for_writing(int number, const std::string& action, const std::string& what) {
  const int flags = ::fcntl(number, F_GETFL);
  const bool is_open = flags >= 0 && (flags & O_ACCMODE) != O_RDONLY;
  Descriptor copy(is_open ? ::fcntl(number, F_DUPFD_CLOEXEC, 0) : -1);
  if (!is_open) errno = EBADF;
  if (copy.get() < 0) throw_file_error(action, what);
  return copy;
}

Descriptor duplicate_standard_output(const std::string& action) {
  return duplicate_for_writing(STDOUT_FILENO, action, "standard output");
}

}  // namespace dragoman
