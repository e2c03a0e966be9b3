#pragma once

#include <memory>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "data/example_source.h"
#include "data/pair_encoder.h"
#include "io/mapped_file.h"

namespace dragoman {

/// The pairs of a corpus in a file that is mapped into memory: two strings of bytes each (token ids
/// or text), their lengths in tokens and, of an aligned corpus, their links. RUN/cache is made of
/// these. A stream is one pair, of no
/// source and all token ids, whose length in tokens is not told: it may be beyond 2^31.
class PairFile {
 public:
  /// nullptr if there is no such file, or it is not whole, or of another format or key.
  static std::unique_ptr<const PairFile> open(const std::string& path, uint64_t key);

  size_t size() const { return size_; }
  PairLength length(size_t index) const;
  std::string_view source(size_t index) const;
  std::string_view target(size_t index) const;
  /// Between tokens where the strings are token ids, between words where they are text.
  std::vector<AlignmentLink> links(size_t index) const;
  /// What became of the corpus's pairs when the file was written.
  const PairCounts& counts() const { return counts_; }
  uint64_t key() const { return key_; }
  size_t num_bytes() const { return file_.bytes().size(); }

 private:
  explicit PairFile(const std::string& path) : file_(path, MappedFile::Access::kAnywhere) {}
  std::string_view record(size_t index) const;
  /// Bytes of a record before its source.
  size_t header() const { return (has_links_ ? 2 : 1) * sizeof(uint32_t); }

  MappedFile file_;
  uint64_t key_ = 0;
  size_t size_ = 0;
  bool has_links_ = false;
  const char* starts_ = nullptr;   // of records, [size + 1] of uint64_t
  const char* lengths_ = nullptr;  // [size] of PairLength
  PairCounts counts_;
};

/// Writes a PairFile to a stream, pair after pair.
class PairFileWriter {
 public:
  explicit PairFileWriter(std::ostream& stream, bool has_links = false)
      : stream_(stream), has_links_(has_links) {}

  /// `links` are left out of a file that has none.
  void add(std::string_view source, std::string_view target, PairLength length,
           const std::vector<AlignmentLink>& links = {});
  /// Makes the target of the pair that was added last longer by `bytes`; its length in tokens stays
  /// what it was.
  void append(std::string_view bytes);
  /// To be called last. `key` says what the file is made of.
  void finish(uint64_t key, const PairCounts& counts);

 private:
  std::ostream& stream_;
  bool has_links_;
  std::vector<uint64_t> starts_{0};
  std::vector<PairLength> lengths_;
};

/// Bytes of each id in what pack_ids makes.
constexpr size_t packed_id_size(int64_t vocabulary_size) {
  return vocabulary_size <= 1 << 16 ? sizeof(uint16_t) : sizeof(uint32_t);
}

/// Token ids as bytes: two for each where all are below 65,536, else four.
std::string pack_ids(const TokenIds& ids, int64_t vocabulary_size);
/// The `count` ids that pack_ids made `bytes` of.
TokenIds unpack_ids(std::string_view bytes, int32_t count);

}  // namespace dragoman
