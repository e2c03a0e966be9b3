#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "data/example_source.h"
#include "data/pair_encoder.h"
#include "io/content_hash.h"
#include "io/mapped_file.h"
#include "io/output_file.h"

namespace dragoman {

/// The pairs of a corpus in a file that is mapped into memory. Each pair has two byte strings
/// (token ids or text), their lengths in tokens and, in an aligned corpus, links. RUN/cache holds
/// these files. A stream is one pair: no source, and all token ids as the target. Its length in
/// tokens is not stored, as it may exceed 2^31.
class PairFile {
 public:
  /// Returns nullptr if the file is missing, incomplete or damaged, or has another format or key.
  /// Reads the whole file for its checksum.
  static std::unique_ptr<const PairFile> open(const std::string& path, uint64_t key);

  size_t size() const { return size_; }
  PairLength length(size_t index) const;
  std::string_view source(size_t index) const;
  std::string_view target(size_t index) const;
  /// Links between tokens if the strings are token ids, between words if they are text.
  std::vector<AlignmentLink> links(size_t index) const;
  /// Counts of the corpus's pairs when the file was written.
  const PairCounts& counts() const { return counts_; }
  uint64_t key() const { return key_; }
  size_t num_bytes() const { return file_.bytes().size(); }

 private:
  explicit PairFile(const std::string& path) : file_(path, MappedFile::Access::kAnywhere) {}
  std::string_view record(size_t index) const;
  /// Size of a record's header, in bytes.
  size_t header() const { return (has_links_ ? 2 : 1) * sizeof(uint32_t); }

  MappedFile file_;
  uint64_t key_ = 0;
  size_t size_ = 0;
  bool has_links_ = false;
  const char* starts_ = nullptr;   // of the records, [size + 1] of uint64_t
  const char* lengths_ = nullptr;  // [size] of PairLength
  PairCounts counts_;
};

/// Writes a PairFile, pair by pair. The caller commits the file.
class PairFileWriter {
 public:
  explicit PairFileWriter(OutputFile& file, bool has_links = false)
      : file_(file), has_links_(has_links) {}

  /// Adds a pair. Ignores `links` if the file has none.
  void add(std::string_view source, std::string_view target, PairLength length,
           const std::vector<AlignmentLink>& links = {});
  /// Appends `bytes` to the target of the last pair. The pair's length in tokens does not change.
  void append(std::string_view bytes);
  /// Completes the file; call it last. `key` identifies the corpus and the settings.
  void finish(uint64_t key, const PairCounts& counts);

 private:
  void write(std::string_view bytes);

  OutputFile& file_;
  bool has_links_;
  std::string block_;  // bytes that are not written yet
  ContentHash hash_;
  std::vector<uint64_t> starts_{0};
  std::vector<PairLength> lengths_;
};

/// Size of an id in the output of pack_ids(), in bytes.
constexpr size_t packed_id_size(int64_t vocabulary_size) {
  return vocabulary_size <= 1 << 16 ? sizeof(uint16_t) : sizeof(uint32_t);
}

/// Converts token ids to bytes: two for each if all ids are below 65,536, else four.
std::string pack_ids(const TokenIds& ids, int64_t vocabulary_size);
/// Reverses pack_ids() for `count` ids.
TokenIds unpack_ids(std::string_view bytes, int32_t count);

}  // namespace dragoman
