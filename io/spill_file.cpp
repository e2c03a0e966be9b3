#include "io/spill_file.h"

#include <unistd.h>

#include <cstdlib>
#include <stdexcept>

namespace dragoman {
namespace {

constexpr size_t kTemporaryBuffer = size_t{1} << 20;

}  // namespace

SpillFile::SpillFile() {
  const char* const named = std::getenv("TMPDIR");
  const std::string folder = named == nullptr || *named == '\0' ? "/tmp" : named;
  name_ = "a temporary file in '" + folder + "' (TMPDIR=FOLDER chooses another)";
  std::string path = folder + "/dragoman-XXXXXX";
  file_ = Descriptor(::mkstemp(path.data()));
  if (file_.get() < 0) throw_file_error("make", name_);
  ::unlink(path.c_str());
}

void SpillFile::write(std::string_view bytes) {
  buffer_.append(bytes);
  if (buffer_.size() >= kTemporaryBuffer) flush();
}

void SpillFile::flush() {
  if (is_incomplete_)
    throw std::runtime_error(name_ + " is incomplete, since writing it failed before; start again");
  is_incomplete_ = !write_bytes(file_, buffer_);
  if (is_incomplete_) throw_file_error("write", name_);
  buffer_.clear();
}

std::unique_ptr<const MappedFile> SpillFile::map() {
  flush();
  return std::make_unique<const MappedFile>(file_, name_, MappedFile::Access::kInOrder);
}

}  // namespace dragoman
