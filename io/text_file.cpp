#include "io/text_file.h"

#include <algorithm>
#include <stdexcept>

#include "io/byte_reader.h"
#include "io/regular_file.h"
#include "io/utf8.h"

namespace dragoman {
namespace {

using namespace std::string_view_literals;

/// A format of compressed files, which is not decompressed.
struct CompressedFormat {
  const char* name;
  const char* decompress;  // command that writes to stdout
  std::string_view magic;
  size_t magic_at = 0;
};

constexpr CompressedFormat kCompressedFormats[] = {
    {"zstd", "zstd -dc", "\x28\xb5\x2f\xfd"},
    {"xz", "xz -dc", "\xfd\x37zXZ\0"sv},
    {"bzip2", "bzip2 -dc", "1AY&SY", 4},  // after "BZh" and a digit
};

constexpr std::string_view kZipMagic = "PK\x03\x04";
constexpr size_t kZipNameAt = 30;  // the first member's name
constexpr std::string_view kOfficeMembers[] = {
    "[Content_Types].xml", "_rels/", "docProps/", "xl/", "word/", "mimetypeapplication/vnd.oasis"};

/// True if a zip file is a document of a spreadsheet or word processor, by its first member.
bool is_office_document(std::string_view zip) {
  const std::string_view name = zip.substr(std::min(zip.size(), kZipNameAt));
  return std::ranges::any_of(kOfficeMembers,
                             [&](std::string_view one) { return name.starts_with(one); });
}

}  // namespace

std::string place_of(const std::string& path, size_t line_number) {
  return plain_name(path) + ":" + std::to_string(line_number);
}

struct LineReader::Impl {
  Impl(const std::string& file_path, size_t most_bytes)
      : path(file_path), bytes(file_path), longest_line(most_bytes) {}

  bool has_line() {
    if (line_end == std::string::npos) line_end = buffer.find('\n', scanned);
    if (line_end == std::string::npos) scanned = buffer.size();
    return line_end != std::string::npos;
  }

  void fill() {
    buffer.erase(0, line_start);
    line_start = 0;
    scanned = buffer.size();
    if (buffer.size() >= longest_line) fail_of_length();
    at_end = !bytes.read_some(buffer);
    has_line();
  }

  // Returns the text from line_start to `end`, without a byte order mark at the start of the file.
  std::string_view text_until(size_t end) {
    std::string_view text(buffer.data() + line_start, end - line_start);
    if (line_number == 0) check_format(text);
    if (line_number == 0 && text.starts_with(kByteOrderMark)) {
      text.remove_prefix(kByteOrderMark.size());
      had_mark = true;
    }
    return text;
  }

  // Throws if the first line shows that the file is UTF-16 or compressed.
  void check_format(std::string_view first_line) const {
    if (first_line.starts_with("\xff\xfe") || first_line.starts_with("\xfe\xff"))
      fail_of_format("is UTF-16, as its byte order mark says; convert it to UTF-8",
                     "iconv -f UTF-16 -t UTF-8");
    if (first_line.starts_with(kZipMagic)) fail_of_zip();
    for (const CompressedFormat& format : kCompressedFormats) {
      if (first_line.size() < format.magic_at) continue;
      if (first_line.substr(format.magic_at).starts_with(format.magic))
        fail_of_format(std::string("is compressed by ") + format.name + "; decompress it first",
                       format.decompress);
    }
  }

  [[noreturn]] void fail_of_format(const std::string& what, const std::string& command) const {
    throw std::runtime_error(input_name(path) + " " + what + ": " + command + " " +
                             (path == "-" ? "FILE" : path) + " >NEW");
  }

  [[noreturn]] void fail_of_zip() const {
    if (is_office_document(std::string_view(buffer).substr(line_start))) {
      throw std::runtime_error(input_name(path) +
                               " is a document of a spreadsheet or word processor; save it there "
                               "as text in UTF-8, with a tab between columns");
    }
    throw std::runtime_error(input_name(path) +
                             " is compressed by zip; decompress it first: unzip " +
                             (path == "-" ? "FILE" : path));
  }

  [[noreturn]] void fail_of_length() const {
    throw std::runtime_error(place_of(path, line_number + 1) + ": a line of more than " +
                             std::to_string(longest_line >> 20U) + " MiB: is this a text file?");
  }

  void take_line(std::string& line) {
    std::string_view text = text_until(line_end);
    if (text.ends_with('\r')) text.remove_suffix(1);
    line.assign(text);
    line_start = scanned = line_end + 1;
    line_end = std::string::npos;
    ++line_number;
  }

  bool take_rest(std::string& line) {
    const std::string_view text = text_until(buffer.size());
    if (text.empty()) return false;
    line.assign(text);
    line_start = scanned = buffer.size();
    ++line_number;
    return true;
  }

  std::string path;
  ByteReader bytes;
  size_t longest_line;
  std::string buffer;
  size_t line_start = 0;
  size_t scanned = 0;  // no line ends between line_start and here
  size_t line_end = std::string::npos;
  size_t line_number = 0;
  bool at_end = false;
  bool had_mark = false;  // a byte order mark
};

LineReader::LineReader(const std::string& path, size_t longest_line)
    : impl_(std::make_unique<Impl>(path, longest_line)) {}
LineReader::~LineReader() = default;
LineReader::LineReader(LineReader&&) noexcept = default;
LineReader& LineReader::operator=(LineReader&&) noexcept = default;

bool LineReader::next(std::string& line) {
  while (!impl_->has_line()) {
    if (impl_->at_end) return impl_->take_rest(line);
    impl_->fill();
  }
  impl_->take_line(line);
  return true;
}

bool LineReader::next_valid(std::string& line) {
  if (!next(line)) return false;
  if (is_valid_utf8(line)) return true;
  throw std::runtime_error(place() + ": invalid UTF-8; " + kConversionAdvice +
                           ", or repair the line");
}

bool LineReader::ready() {
  while (!impl_->has_line() && !impl_->at_end) {
    if (!impl_->bytes.ready()) return false;
    impl_->fill();
  }
  return true;
}

size_t LineReader::line_number() const { return impl_->line_number; }
bool LineReader::had_byte_order_mark() const { return impl_->had_mark; }
const std::string& LineReader::path() const { return impl_->path; }

std::string LineReader::place() const { return place_of(path(), line_number()); }

std::vector<std::string> read_lines(const std::string& path) {
  LineReader reader(path);
  std::vector<std::string> lines;
  for (std::string line; reader.next(line);) lines.push_back(line);
  return lines;
}

std::optional<size_t> count_lines(const std::string& path) {
  if (!is_regular_file(path)) return std::nullopt;
  LineReader reader(path);
  for (std::string line; reader.next(line);) continue;
  return reader.line_number();
}

std::vector<std::string> read_valid_lines(const std::string& path) {
  LineReader reader(path);
  std::vector<std::string> lines;
  for (std::string line; reader.next_valid(line);) lines.push_back(line);
  return lines;
}

}  // namespace dragoman
