#include "interchange/npz_file.h"

#include <zip.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string_view>

namespace dragoman {
namespace {

/// Reason why a file cannot be read; read_npz() adds the file's name.
struct Malformed {
  std::string reason;
};

void require(bool condition, const std::string& reason) {
  if (!condition) throw Malformed{reason};
}

struct CloseZip {
  void operator()(zip_t* archive) const { zip_discard(archive); }
  void operator()(zip_file_t* file) const { zip_fclose(file); }
};

zip_stat_t stat_of(zip_t* archive, uint64_t index) {
  zip_stat_t stat;
  require(zip_stat_index(archive, index, 0, &stat) == 0 && (stat.valid & ZIP_STAT_NAME) != 0 &&
              (stat.valid & ZIP_STAT_SIZE) != 0,
          "its list of members is damaged");
  return stat;
}

/// Weights do not become a hundred times smaller. A file made to do so could take all memory.
void check_compression(zip_t* archive, uint64_t count, uint64_t file_size) {
  constexpr uint64_t kSmall = uint64_t{64} << 20, kMostRatio = 100;
  uint64_t left = std::max(kSmall, file_size * kMostRatio);
  for (uint64_t i = 0; i < count; ++i) {
    const uint64_t size = stat_of(archive, i).size;
    require(size <= left, "it is compressed too much to be weights");
    left -= size;
  }
}

/// Reads member `index`. libzip checks its CRC-32 at the end.
std::string read_member(zip_t* archive, uint64_t index, std::string& name) {
  const zip_stat_t stat = stat_of(archive, index);
  name = stat.name;
  const std::unique_ptr<zip_file_t, CloseZip> file(zip_fopen_index(archive, index, 0));
  require(file != nullptr, "its member " + name + " cannot be opened");
  // Grows the text block by block, because the size in the archive cannot be trusted.
  constexpr size_t kBlock = size_t{1} << 20;
  std::string content;
  for (zip_int64_t count = 1; count > 0;) {
    const size_t size = content.size();
    content.resize(size + kBlock);
    count = zip_fread(file.get(), content.data() + size, kBlock);
    require(count >= 0 && size + static_cast<size_t>(count) <= stat.size,
            "its member " + name + " is damaged");
    content.resize(size + static_cast<size_t>(count));
  }
  require(content.size() == stat.size, "its member " + name + " is cut short");
  return content;
}

/// Returns the text after `'key':` in the header, a Python dictionary, without leading space.
std::string_view value_of(std::string_view header, const std::string& key) {
  const size_t at = header.find("'" + key + "':");
  require(at != std::string_view::npos, "an array has no " + key);
  header.remove_prefix(at + key.size() + 3);
  header.remove_prefix(std::min(header.find_first_not_of(' '), header.size()));
  return header;
}

std::vector<int64_t> parse_shape(std::string_view text) {
  require(text.starts_with('('), "the shape of an array is wrong");
  std::vector<int64_t> shape;
  const char* at = text.data() + 1;
  const char* const end = text.data() + text.size();
  while (true) {
    while (at < end && (*at == ' ' || *at == ',')) ++at;
    if (at < end && *at == ')') return shape;
    int64_t extent = 0;
    const auto parsed = std::from_chars(at, end, extent);
    require(parsed.ec == std::errc() && extent >= 0, "the shape of an array is wrong");
    shape.push_back(extent);
    at = parsed.ptr;
  }
}

size_t element_size(const std::string& dtype) {
  size_t size = 0;
  const bool is_plain = dtype.size() >= 3 && (dtype[0] == '<' || dtype[0] == '|');
  if (is_plain) std::from_chars(dtype.data() + 2, dtype.data() + dtype.size(), size);
  require(size > 0 && size <= 16, "an array has the type " + dtype + ", which cannot be read");
  return size;
}

/// Converts a column-major matrix to row-major.
std::string transposed(const NpzArray& array, size_t size) {
  require(array.shape.size() == 2, "an array in column-major order does not have two axes");
  const auto rows = static_cast<size_t>(array.shape[0]),
             columns = static_cast<size_t>(array.shape[1]);
  std::string turned(array.bytes.size(), '\0');
  for (size_t row = 0; row < rows; ++row) {
    for (size_t column = 0; column < columns; ++column) {
      std::memcpy(&turned[(row * columns + column) * size],
                  &array.bytes[(column * rows + row) * size], size);
    }
  }
  return turned;
}

/// Parses numpy's format: a magic text, version, length of the header, header, elements.
NpzArray parse_npy(const std::string& name, std::string_view content) {
  constexpr std::string_view kMagic = "\x93NUMPY";
  require(content.size() > 12 && content.starts_with(kMagic), name + " is no npy file");
  const size_t length_size = content[kMagic.size()] == 1 ? 2 : 4;
  uint32_t length = 0;
  std::memcpy(&length, content.data() + kMagic.size() + 2, length_size);
  content.remove_prefix(kMagic.size() + 2 + length_size);
  require(length <= content.size(), name + " is cut short");
  const std::string_view header = content.substr(0, length);
  content.remove_prefix(length);
  const std::string_view dtype = value_of(header, "descr");
  NpzArray array;
  array.name = name.ends_with(".npy") ? name.substr(0, name.size() - 4) : name;
  require(dtype.starts_with('\''), "the type of " + name + " cannot be read");
  array.dtype = dtype.substr(1, dtype.find('\'', 1) - 1);
  array.shape = parse_shape(value_of(header, "shape"));
  array.bytes = content;
  const size_t size = element_size(array.dtype);
  size_t num_bytes = size;
  bool overflows = false;
  for (const int64_t extent : array.shape)
    overflows |= __builtin_mul_overflow(num_bytes, static_cast<size_t>(extent), &num_bytes);
  require(!overflows && num_bytes == content.size(), "the size of " + name + " is wrong");
  const bool by_columns = value_of(header, "fortran_order").starts_with("True");
  if (by_columns && array.shape.size() > 1 && !array.bytes.empty())
    array.bytes = transposed(array, size);
  return array;
}

}  // namespace

std::vector<NpzArray> read_npz(const std::string& path) {
  try {
    require(std::filesystem::is_regular_file(path), "it is not there, or no file");
    int error = 0;
    const std::unique_ptr<zip_t, CloseZip> archive(
        zip_open(path.c_str(), ZIP_RDONLY | ZIP_CHECKCONS, &error));
    require(archive != nullptr, "it is cut short, or no npz file");
    std::vector<NpzArray> arrays;
    const auto count = static_cast<uint64_t>(zip_get_num_entries(archive.get(), 0));
    check_compression(archive.get(), count, std::filesystem::file_size(path));
    for (uint64_t i = 0; i < count; ++i) {
      std::string name;
      const std::string content = read_member(archive.get(), i, name);
      arrays.push_back(parse_npy(name, content));
    }
    return arrays;
  } catch (const Malformed& malformed) {
    throw std::runtime_error("cannot read '" + path + "': " + malformed.reason +
                             "; copy the file again or name another");
  }
}

}  // namespace dragoman
