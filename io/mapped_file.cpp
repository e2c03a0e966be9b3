#include "io/mapped_file.h"

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace dragoman {

MappedFile::MappedFile(const std::string& path, Access access)
    : MappedFile(open_for_reading(path), input_name(path), access) {}

MappedFile::MappedFile(const Descriptor& file, const std::string& name, Access access) {
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) throw_file_error("read", name);
  size_ = static_cast<size_t>(status.st_size);
  if (size_ == 0) return;
  // MAP_PRIVATE, since some file systems (FUSE with direct_io) refuse MAP_SHARED. Pages that are
  // only read are those of the system's cache in both cases.
  void* mapped = ::mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, file.get(), 0);
  if (mapped == MAP_FAILED) throw_file_error("map", name);
  // A hint: not all kernels and file systems have large pages for files.
  ::madvise(mapped, size_, access == Access::kAnywhere ? MADV_RANDOM : MADV_HUGEPAGE);
  data_ = static_cast<const char*>(mapped);
}

MappedFile::~MappedFile() {
  if (data_) ::munmap(const_cast<char*>(data_), size_);
}

void MappedFile::drop(std::string_view part) const {
  const auto page = static_cast<size_t>(::sysconf(_SC_PAGESIZE));
  const auto begin = static_cast<size_t>(part.data() - data_);
  const size_t first = (begin + page - 1) / page * page, last = (begin + part.size()) / page * page;
  if (first < last) ::madvise(const_cast<char*>(data_) + first, last - first, MADV_DONTNEED);
}

}  // namespace dragoman
