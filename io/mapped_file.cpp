#include "io/mapped_file.h"

#include <sys/mman.h>
#include <sys/stat.h>

#include "io/descriptor.h"

namespace dragoman {

MappedFile::MappedFile(const std::string& path, Access access) {
  const Descriptor file = open_for_reading(path);
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) throw_file_error("read", input_name(path));
  size_ = static_cast<size_t>(status.st_size);
  if (size_ == 0) return;
  void* mapped = ::mmap(nullptr, size_, PROT_READ, MAP_SHARED, file.get(), 0);
  if (mapped == MAP_FAILED) throw_file_error("map", input_name(path));
  if (access == Access::kAnywhere) ::madvise(mapped, size_, MADV_RANDOM);
  data_ = static_cast<const char*>(mapped);
}

MappedFile::~MappedFile() {
  if (data_) ::munmap(const_cast<char*>(data_), size_);
}

}  // namespace dragoman
