#include <zlib.h>

#include <stdexcept>

#include "io/output_file.h"
#include "io/text_file.h"

namespace dragoman {
namespace {

constexpr size_t kBufferSize = 1 << 16;
constexpr int kGzipOutputWindow = 15 + 16;  // the largest window, and a gzip header
constexpr int kDefaultMemoryLevel = 8;

/// Compresses text. The header contains no name and no time, so that equal text gives equal bytes.
class GzipEncoder {
 public:
  GzipEncoder() {
    if (deflateInit2(&stream_, Z_DEFAULT_COMPRESSION, Z_DEFLATED, kGzipOutputWindow,
                     kDefaultMemoryLevel, Z_DEFAULT_STRATEGY) != Z_OK) {
      throw std::runtime_error("cannot write gzip: out of memory");
    }
  }
  ~GzipEncoder() { deflateEnd(&stream_); }
  GzipEncoder(const GzipEncoder&) = delete;
  GzipEncoder& operator=(const GzipEncoder&) = delete;

  /// Compresses `text` into `file`; `flush` is zlib's Z_NO_FLUSH, Z_SYNC_FLUSH or Z_FINISH.
  void write(std::string& text, int flush, OutputFile& file) {
    stream_.next_in = reinterpret_cast<Bytef*>(text.data());
    stream_.avail_in = static_cast<uInt>(text.size());
    do {
      stream_.next_out = reinterpret_cast<Bytef*>(block_.data());
      stream_.avail_out = static_cast<uInt>(block_.size());
      deflate(&stream_, flush);
      file.write({block_.data(), block_.size() - stream_.avail_out});
    } while (stream_.avail_out == 0);
  }

 private:
  z_stream stream_ = {};
  std::string block_ = std::string(kBufferSize, '\0');
};

}  // namespace

struct TextWriter::Impl {
  Impl(const std::string& path, IfFailed chosen)
      : file(path == "-" ? OutputFile::standard_output()
                         : OutputFile(path, OutputFile::IfNotRenamed::kCopy)),
        if_failed(chosen) {
    if (path.ends_with(".gz")) encoder = std::make_unique<GzipEncoder>();
  }

  // Flushes text for stdout or a device, even if an error ends the program early.
  ~Impl() {
    if (closed || !file.is_direct()) return;
    try {
      pass_on(Z_SYNC_FLUSH);
    } catch (...) {
    }
  }

  void append(std::string_view text) {
    while (!text.empty()) {
      const std::string_view part = text.substr(0, kBufferSize);
      buffer += part;
      text.remove_prefix(part.size());
      if (buffer.size() >= kBufferSize) pass_on(Z_NO_FLUSH);
    }
  }

  void pass_on(int flush) {
    std::string text;
    text.swap(buffer);
    keep_lines_if_fails([&] {
      if (encoder) {
        encoder->write(text, flush, file);
      } else {
        file.write(text);
      }
    });
    text.clear();
    buffer.swap(text);
  }

  template <class Write>
  void keep_lines_if_fails(const Write& write) {
    try {
      write();
    } catch (const std::runtime_error& error) {
      if (if_failed == IfFailed::kRemove || encoder) throw;
      throw std::runtime_error(error.what() + file.keep_lines());
    }
  }

  OutputFile file;
  IfFailed if_failed;
  std::unique_ptr<GzipEncoder> encoder;
  std::string buffer;
  bool finished = false;
  bool closed = false;
};

TextWriter::TextWriter(const std::string& path, IfFailed if_failed)
    : impl_(std::make_unique<Impl>(path, if_failed)) {}
TextWriter::~TextWriter() = default;
TextWriter::TextWriter(TextWriter&&) noexcept = default;
TextWriter& TextWriter::operator=(TextWriter&&) noexcept = default;

void TextWriter::write(std::string_view text) { impl_->append(text); }

void TextWriter::write_line(std::string_view line) {
  impl_->append(line);
  impl_->append("\n");
}

void TextWriter::flush() { impl_->pass_on(Z_SYNC_FLUSH); }

void TextWriter::finish() {
  if (impl_->finished) return;
  impl_->pass_on(Z_FINISH);
  impl_->finished = true;
  impl_->keep_lines_if_fails([this] { impl_->file.sync(); });
}

void TextWriter::close() {
  if (impl_->closed) return;
  finish();
  impl_->closed = true;
  impl_->file.commit();
}

}  // namespace dragoman
