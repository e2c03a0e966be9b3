#include "io/atomic_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <cerrno>
#include <stdexcept>
#include <streambuf>
#include <system_error>
#include <utility>

#include "io/descriptor.h"
#include "io/output_file.h"
#include "io/regular_file.h"

namespace dragoman {
namespace {

/// Lets a std::ostream write to an OutputFile. Its exceptions pass through the stream unchanged.
class OutputBuffer : public std::streambuf {
 public:
  explicit OutputBuffer(OutputFile& file) : file_(file), bytes_(1 << 16, '\0') { reset(); }

 protected:
  int_type overflow(int_type character) override {
    sync();
    if (!traits_type::eq_int_type(character, traits_type::eof())) {
      sputc(traits_type::to_char_type(character));
    }
    return traits_type::not_eof(character);
  }

  std::streamsize xsputn(const char* data, std::streamsize count) override {
    if (count <= epptr() - pptr()) return std::streambuf::xsputn(data, count);
    sync();
    file_.write({data, static_cast<size_t>(count)});
    return count;
  }

  int sync() override {
    file_.write({pbase(), static_cast<size_t>(pptr() - pbase())});
    reset();
    return 0;
  }

 private:
  void reset() { setp(bytes_.data(), bytes_.data() + bytes_.size()); }

  OutputFile& file_;
  std::string bytes_;
};

/// True if the file system has no locks, or its server grants none.
bool lacks_locks(int error_number) {
  return error_number == ENOSYS || error_number == EOPNOTSUPP || error_number == ENOLCK;
}

}  // namespace

void write_file_atomically(const std::string& path,
                           const std::function<void(std::ostream&)>& write) {
  OutputFile file(path);
  OutputBuffer buffer(file);
  std::ostream stream(&buffer);
  stream.exceptions(std::ios::badbit | std::ios::failbit);
  write(stream);
  stream.flush();
  file.commit();
}

void write_file_atomically(const std::string& path, std::string_view content) {
  OutputFile file(path);
  file.write(content);
  file.commit();
}

void check_can_be_written(const std::string& path) {
  if (!can_be_read_once_only(path)) const OutputFile file(path);
}

std::string read_file(const std::string& path) {
  const Descriptor file = open_for_reading(path);
  std::string content;
  constexpr size_t kBlockSize = 1 << 16;
  for (size_t count = 1; count > 0;) {
    const size_t size = content.size();
    content.resize(size + kBlockSize);
    count = read_bytes(file, path, content.data() + size, kBlockSize);
    content.resize(size + count);
  }
  return content;
}

FolderLock::FolderLock(const std::string& folder, IfHeld if_held) {
  const std::string path = folder + "/.lock";
  Descriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
  if (file.get() < 0) throw_file_error("open", "'" + path + "'");
  const int mode = if_held == IfHeld::kWait ? LOCK_EX : LOCK_EX | LOCK_NB;
  while (::flock(file.get(), mode) != 0) {
    if (errno == EINTR) continue;
    if (lacks_locks(errno)) break;
    if (errno != EWOULDBLOCK) {
      throw std::runtime_error("cannot lock '" + path +
                               "': " + std::generic_category().message(errno) +
                               "; name a folder on another file system");
    }
    throw std::runtime_error("folder '" + folder +
                             "' is in use by another process; wait for it or name another folder");
  }
  descriptor_ = std::move(file);
}

}  // namespace dragoman
