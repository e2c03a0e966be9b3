#include "data/pair_file.h"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <limits>
#include <optional>

namespace dragoman {
namespace {

// Layout of the file: records (length of the source in bytes, source, target), padding to a
// multiple of 8, starts of the records, lengths in tokens, checksum, footer. With links, a record
// is (lengths of source and target in bytes, source, target, links). Files of earlier versions
// ("dgpairs1", "dgpairs2"), which have no checksum, are made again.
constexpr uint64_t kMagic = 0x3373726961706764;           // "dgpairs3"
constexpr uint64_t kMagicWithLinks = 0x3473726961706764;  // "dgpairs4"
constexpr size_t kBytesOfBlock = 1 << 16;                 // that are hashed at a time

struct Footer {
  uint64_t magic = kMagic;
  uint64_t key = 0;
  uint64_t num_pairs = 0;
  uint64_t starts_at = 0;
  PairCounts counts;
};
static_assert(std::is_trivially_copyable_v<Footer>);

template <class T>
T load(const char* at) {
  T value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

template <class T>
std::string_view bytes_of(const T* values, size_t count) {
  return {reinterpret_cast<const char*>(values), count * sizeof(T)};
}

template <class Id>
std::string pack_as(const TokenIds& ids) {
  const std::vector<Id> narrow(ids.begin(), ids.end());
  return std::string(bytes_of(narrow.data(), narrow.size()));
}

template <class Id>
TokenIds unpack_as(std::string_view bytes) {
  TokenIds ids(bytes.size() / sizeof(Id));
  for (size_t i = 0; i < ids.size(); ++i)
    ids[i] = static_cast<int32_t>(load<Id>(bytes.data() + i * sizeof(Id)));
  return ids;
}

bool has_links(const Footer& footer) { return footer.magic == kMagicWithLinks; }

/// `size`: bytes before the checksum.
bool has_all(uint64_t size, const Footer& footer) {
  const bool is_known = footer.magic == kMagic || has_links(footer);
  return is_known && footer.starts_at <= size &&
         footer.num_pairs <
             (size - footer.starts_at) / (sizeof(uint64_t) + sizeof(PairLength)) + 1 &&
         footer.starts_at + (footer.num_pairs + 1) * sizeof(uint64_t) +
                 footer.num_pairs * sizeof(PairLength) ==
             size;
}

uint64_t checksum_of(std::string_view content, const Footer& footer) {
  ContentHash hash;
  for (; !content.empty(); content.remove_prefix(std::min(content.size(), kBytesOfBlock)))
    hash.add(content.substr(0, kBytesOfBlock));
  hash.add(bytes_of(&footer, 1));
  return hash.value();
}

/// Returns the footer of a whole and undamaged file.
std::optional<Footer> intact_footer(std::string_view file) {
  constexpr size_t kBytesAfterContent = sizeof(uint64_t) + sizeof(Footer);
  if (file.size() < kBytesAfterContent) return std::nullopt;
  const auto footer = load<Footer>(file.data() + file.size() - sizeof(Footer));
  const std::string_view content = file.substr(0, file.size() - kBytesAfterContent);
  if (!has_all(content.size(), footer)) return std::nullopt;
  const auto checksum = load<uint64_t>(content.data() + content.size());
  return checksum == checksum_of(content, footer) ? std::optional(footer) : std::nullopt;
}

/// Writes the two token numbers of each link, after a byte with the size of a number in bytes.
template <class Number>
std::string pack_links_as(const std::vector<AlignmentLink>& links) {
  std::string bytes(1, static_cast<char>(sizeof(Number)));
  for (const AlignmentLink& link : links) {
    const Number numbers[] = {static_cast<Number>(link.source), static_cast<Number>(link.target)};
    bytes += bytes_of(numbers, 2);
  }
  return bytes;
}

std::string pack_links(const std::vector<AlignmentLink>& links) {
  if (links.empty()) return "";
  const bool narrow = std::all_of(links.begin(), links.end(), [](const AlignmentLink& link) {
    return std::max(link.source, link.target) <= std::numeric_limits<uint16_t>::max();
  });
  return narrow ? pack_links_as<uint16_t>(links) : pack_links_as<uint32_t>(links);
}

std::vector<AlignmentLink> unpack_links(std::string_view bytes) {
  if (bytes.empty()) return {};
  const bool narrow = static_cast<size_t>(bytes.front()) == sizeof(uint16_t);
  bytes.remove_prefix(1);
  const TokenIds numbers = narrow ? unpack_as<uint16_t>(bytes) : unpack_as<uint32_t>(bytes);
  std::vector<AlignmentLink> links;
  for (size_t i = 0; i + 1 < numbers.size(); i += 2) links.push_back({numbers[i], numbers[i + 1]});
  return links;
}

}  // namespace

std::unique_ptr<const PairFile> PairFile::open(const std::string& path, uint64_t key) {
  if (!std::filesystem::exists(path)) return nullptr;
  const std::optional<Footer> footer = intact_footer(MappedFile(path).bytes());
  if (!footer || footer->key != key) return nullptr;
  std::unique_ptr<PairFile> file(new PairFile(path));
  file->key_ = key;
  file->size_ = footer->num_pairs;
  file->has_links_ = has_links(*footer);
  file->starts_ = file->file_.bytes().data() + footer->starts_at;
  file->lengths_ = file->starts_ + (footer->num_pairs + 1) * sizeof(uint64_t);
  file->counts_ = footer->counts;
  return file;
}

PairLength PairFile::length(size_t index) const {
  return load<PairLength>(lengths_ + index * sizeof(PairLength));
}

std::string_view PairFile::record(size_t index) const {
  const auto begin = load<uint64_t>(starts_ + index * sizeof(uint64_t));
  const auto end = load<uint64_t>(starts_ + (index + 1) * sizeof(uint64_t));
  return file_.bytes().substr(begin, end - begin);
}

std::string_view PairFile::source(size_t index) const {
  const std::string_view bytes = record(index);
  return bytes.substr(header(), load<uint32_t>(bytes.data()));
}

std::string_view PairFile::target(size_t index) const {
  const std::string_view bytes = record(index);
  const size_t begin = header() + load<uint32_t>(bytes.data());
  return has_links_ ? bytes.substr(begin, load<uint32_t>(bytes.data() + sizeof(uint32_t)))
                    : bytes.substr(begin);
}

std::vector<AlignmentLink> PairFile::links(size_t index) const {
  if (!has_links_) return {};
  const std::string_view bytes = record(index);
  return unpack_links(bytes.substr(header() + load<uint32_t>(bytes.data()) +
                                   load<uint32_t>(bytes.data() + sizeof(uint32_t))));
}

void PairFileWriter::add(std::string_view source, std::string_view target, PairLength length,
                         const std::vector<AlignmentLink>& links) {
  const uint32_t sizes[] = {static_cast<uint32_t>(source.size()),
                            static_cast<uint32_t>(target.size())};
  const std::string_view header = bytes_of(sizes, has_links_ ? 2 : 1);
  const std::string packed = has_links_ ? pack_links(links) : "";
  for (const std::string_view bytes : {header, source, target, std::string_view(packed)})
    write(bytes);
  starts_.push_back(starts_.back() + header.size() + source.size() + target.size() + packed.size());
  lengths_.push_back(length);
}

/// Hashes whole blocks, as checksum_of() does.
void PairFileWriter::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const std::string_view part = bytes.substr(0, kBytesOfBlock - block_.size());
    bytes.remove_prefix(part.size());
    block_ += part;
    if (block_.size() < kBytesOfBlock) return;
    hash_.add(block_);
    file_.write(block_);
    block_.clear();
  }
}

void PairFileWriter::append(std::string_view bytes) {
  write(bytes);
  starts_.back() += bytes.size();
}

void PairFileWriter::finish(uint64_t key, const PairCounts& counts) {
  const uint64_t padding = (8 - starts_.back() % 8) % 8;
  const Footer footer{.magic = has_links_ ? kMagicWithLinks : kMagic,
                      .key = key,
                      .num_pairs = lengths_.size(),
                      .starts_at = starts_.back() + padding,
                      .counts = counts};
  write(std::string(padding, '\0'));
  write(bytes_of(starts_.data(), starts_.size()));
  write(bytes_of(lengths_.data(), lengths_.size()));
  if (!block_.empty()) hash_.add(block_);
  hash_.add(bytes_of(&footer, 1));
  const uint64_t checksum = hash_.value();
  for (const std::string_view bytes :
       {std::string_view(block_), bytes_of(&checksum, 1), bytes_of(&footer, 1)})
    file_.write(bytes);
}

std::string pack_ids(const TokenIds& ids, int64_t vocabulary_size) {
  return packed_id_size(vocabulary_size) == sizeof(uint16_t) ? pack_as<uint16_t>(ids)
                                                             : pack_as<uint32_t>(ids);
}

TokenIds unpack_ids(std::string_view bytes, int32_t count) {
  const bool narrow = bytes.size() == static_cast<size_t>(count) * sizeof(uint16_t);
  return narrow ? unpack_as<uint16_t>(bytes) : unpack_as<uint32_t>(bytes);
}

}  // namespace dragoman
