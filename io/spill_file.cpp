#include "io/spill_file.h"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <stdexcept>

namespace dragoman {
namespace {

constexpr size_t kTemporaryBuffer = size_t{1} << 20;

}  // namespace

SpillFile::SpillFile() {
  std::error_code error;
  const std::filesystem::path folder = std::filesystem::temp_directory_path(error);
  if (error) {
    throw std::runtime_error(
        "cannot make a temporary file: its folder, which TMPDIR names, is not "
        "usable (" +
        error.message() + "); set TMPDIR to another folder");
  }
  name_ = (folder / "dragoman-XXXXXX").string();
  file_ = Descriptor(::mkstemp(name_.data()));
  if (file_.get() < 0) throw_file_error("make", "the temporary file '" + name_ + "'");
  ::unlink(name_.c_str());
}

void SpillFile::write(std::string_view bytes) {
  buffer_.append(bytes);
  if (buffer_.size() >= kTemporaryBuffer) flush();
}

void SpillFile::flush() {
  if (is_incomplete_)
    throw std::runtime_error("the temporary file '" + name_ +
                             "' is incomplete, since writing it failed before; start again");
  is_incomplete_ = !write_bytes(file_, buffer_);
  if (is_incomplete_) throw_file_error("write", "the temporary file '" + name_ + "'");
  buffer_.clear();
}

std::unique_ptr<const MappedFile> SpillFile::map() {
  flush();
  return std::make_unique<const MappedFile>(file_, "the temporary file '" + name_ + "'",
                                            MappedFile::Access::kInOrder);
}

}  // namespace dragoman
