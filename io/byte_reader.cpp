#include "io/byte_reader.h"

#include <poll.h>

#include <stdexcept>
#include <string_view>
#include <utility>

namespace dragoman {
namespace {

constexpr size_t kBlockSize = 1 << 17;
constexpr std::string_view kGzipMagic = "\x1f\x8b";
constexpr int kGzipInputWindow = 15 + 16;  // the largest window, and a gzip header

size_t append_block(const Descriptor& file, const std::string& path, std::string& out) {
  const size_t size = out.size();
  out.resize(size + kBlockSize);
  const size_t count = read_bytes(file, path, out.data() + size, kBlockSize);
  out.resize(size + count);
  return count;
}

}  // namespace

void ByteReader::EndInflate::operator()(z_stream* stream) const {
  inflateEnd(stream);
  delete stream;
}

ByteReader::ByteReader(const std::string& path) : path_(path), file_(open_for_reading(path)) {}

bool ByteReader::read_some(std::string& out) {
  const size_t count = append_block(file_, path_, kind_ == Kind::kPlain ? out : input_);
  if (kind_ == Kind::kUnknown) {
    tell_kind(count == 0);
    if (kind_ == Kind::kPlain) out += std::exchange(input_, {});
  }
  if (kind_ == Kind::kGzip) inflate_input(out);
  if (count == 0) check_end();
  return count > 0;
}

bool ByteReader::ready() const {
  struct pollfd readable = {file_.get(), POLLIN, 0};
  return ::poll(&readable, 1, 0) > 0;
}

// Decides whether the file is gzip. A single byte is enough, unless it is the first one of gzip's
// magic number.
void ByteReader::tell_kind(bool at_end) {
  const bool may_be_gzip = input_ == kGzipMagic.substr(0, input_.size());
  if (input_.size() < kGzipMagic.size() && may_be_gzip && !at_end) return;
  if (!input_.starts_with(kGzipMagic)) {
    kind_ = Kind::kPlain;
    return;
  }
  kind_ = Kind::kGzip;
  auto stream = std::make_unique<z_stream>();
  if (inflateInit2(stream.get(), kGzipInputWindow) != Z_OK) {
    throw std::runtime_error("cannot read " + input_name(path_) + ": out of memory");
  }
  inflater_.reset(stream.release());
}

// Skips zeros after a member: tapes and some tools leave them as padding.
bool ByteReader::starts_member() {
  while (inflater_->avail_in > 0 && *inflater_->next_in == 0) {
    ++inflater_->next_in;
    --inflater_->avail_in;
  }
  return inflater_->avail_in > 0;
}

void ByteReader::inflate_input(std::string& out) {
  inflater_->next_in = reinterpret_cast<Bytef*>(input_.data());
  inflater_->avail_in = static_cast<uInt>(input_.size());
  // If a block is full, zlib can hold more output although it has read all input.
  bool block_full = false;
  while (block_full || (inside_member_ ? inflater_->avail_in > 0 : starts_member())) {
    inside_member_ = true;
    const size_t size = out.size();
    out.resize(size + kBlockSize);
    inflater_->next_out = reinterpret_cast<Bytef*>(out.data() + size);
    inflater_->avail_out = kBlockSize;
    const int result = inflate(inflater_.get(), Z_NO_FLUSH);
    out.resize(out.size() - inflater_->avail_out);
    if (result == Z_STREAM_END) {
      inside_member_ = false;
      inflateReset(inflater_.get());
    } else if (result != Z_OK && result != Z_BUF_ERROR) {
      throw std::runtime_error("cannot read " + input_name(path_) +
                               ": its gzip data is corrupt; make or fetch the file again");
    }
    block_full = inside_member_ && inflater_->avail_out == 0;
  }
  input_.clear();
}

void ByteReader::check_end() const {
  if (!inside_member_) return;
  throw std::runtime_error("cannot read " + input_name(path_) +
                           ": its gzip data is cut short; make or fetch the file again");
}

}  // namespace dragoman
