#include "alignment/shortlist.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <stdexcept>

#include "alignment/list_tensor.h"
#include "io/content_hash.h"

namespace dragoman {
namespace {

constexpr const char* kFormat = "1";

/// Throws std::invalid_argument if there are more targets than offsets can count.
void check_number(const std::vector<TokenIds>& best) {
  size_t count = 0;
  for (const TokenIds& targets : best) count += targets.size();
  if (count <= INT32_MAX) return;
  throw std::invalid_argument("the source tokens have " + std::to_string(count) +
                              " candidates together, more than the " + std::to_string(INT32_MAX) +
                              " of a shortlist; lower --best");
}

/// Reads a tensor of ids. Throws std::runtime_error if the file lacks it or its type is wrong.
std::vector<int32_t> read_ids(const SafetensorsFile& file, const char* name,
                              const std::string& path) {
  auto ids = read_list<int32_t>(file, name, "I32");
  if (!ids) {
    throw std::runtime_error(path + " is no shortlist: it has no list of numbers `" + name +
                             "`; make it anew with `dragoman shortlist`");
  }
  return *std::move(ids);
}

void check_origin(const SafetensorsFile& file, const std::string& path, uint64_t fingerprint) {
  const auto& metadata = file.metadata();
  const auto has = [&](const char* key, const std::string& value) {
    const auto found = metadata.find(key);
    return found != metadata.end() && found->second == value;
  };
  if (!has("shortlist", kFormat)) {
    throw std::runtime_error(path +
                             " is no shortlist of this version of dragoman; make it anew with "
                             "`dragoman shortlist`");
  }
  if (!has("vocabulary", hash_text(fingerprint))) {
    throw std::runtime_error(path +
                             " was made for another vocabulary than the folder's; make it anew "
                             "with `dragoman shortlist`");
  }
}

bool are_below(const std::vector<int32_t>& ids, int64_t size) {
  return std::all_of(ids.begin(), ids.end(), [&](int32_t id) { return id >= 0 && id < size; });
}

/// A set of numbers below `size`, as one bit each.
class BitSet {
 public:
  explicit BitSet(int64_t size) : words_(static_cast<size_t>(size + 63) / 64) {}

  void insert(std::span<const int32_t> ids) {
    for (const int32_t id : ids) {
      const auto bit = static_cast<uint32_t>(id);
      words_[bit / 64] |= uint64_t{1} << (bit % 64);
    }
  }

  TokenIds sorted() const {
    TokenIds ids;
    for (size_t i = 0; i < words_.size(); ++i) {
      for (uint64_t left = words_[i]; left != 0; left &= left - 1)
        ids.push_back(static_cast<int32_t>(i) * 64 + std::countr_zero(left));
    }
    return ids;
  }

 private:
  std::vector<uint64_t> words_;
};

}  // namespace

Shortlist::Shortlist(const std::vector<TokenIds>& best, TokenIds always, int64_t target_size)
    : target_size_(target_size), always_(std::move(always)), offsets_{0} {
  check_number(best);
  for (const TokenIds& targets : best) {
    targets_.insert(targets_.end(), targets.begin(), targets.end());
    offsets_.push_back(static_cast<int32_t>(targets_.size()));
  }
  if (!is_sound({static_cast<int64_t>(best.size()), target_size}))
    throw std::invalid_argument("a shortlist has ids that are no target tokens");
}

bool Shortlist::is_sound(const VocabularySizes& sizes) const {
  return static_cast<int64_t>(offsets_.size()) == sizes.source + 1 && offsets_.front() == 0 &&
         std::is_sorted(offsets_.begin(), offsets_.end()) &&
         static_cast<size_t>(offsets_.back()) == targets_.size() &&
         are_below(targets_, sizes.target) && are_below(always_, sizes.target);
}

Shortlist Shortlist::load(const std::string& path, const VocabularySizes& sizes,
                          uint64_t fingerprint) {
  const SafetensorsFile file(path);
  check_origin(file, path, fingerprint);
  Shortlist shortlist;
  shortlist.target_size_ = sizes.target;
  shortlist.always_ = read_ids(file, "always", path);
  shortlist.offsets_ = read_ids(file, "offsets", path);
  shortlist.targets_ = read_ids(file, "targets", path);
  if (!shortlist.is_sound(sizes)) {
    throw std::runtime_error(path +
                             " does not fit the vocabulary; make it anew with `dragoman "
                             "shortlist`");
  }
  return shortlist;
}

void Shortlist::save(const std::string& path, uint64_t fingerprint) const {
  write_safetensors(path,
                    {list_view("always", "I32", always_), list_view("offsets", "I32", offsets_),
                     list_view("targets", "I32", targets_)},
                    {{"shortlist", kFormat}, {"vocabulary", hash_text(fingerprint)}});
}

TokenIds Shortlist::candidates(std::span<const int32_t> source) const {
  BitSet targets(target_size_);
  targets.insert(always_);
  for (const int32_t id : source) targets.insert(targets_of(id));
  return targets.sorted();
}

std::span<const int32_t> Shortlist::targets_of(int32_t source) const {
  const auto index = static_cast<size_t>(source);
  if (source < 0 || index + 1 >= offsets_.size()) {
    throw std::invalid_argument("source token " + std::to_string(source) +
                                " is not in the shortlist's vocabulary of " +
                                std::to_string(offsets_.size() - 1) + " tokens");
  }
  const auto begin = static_cast<size_t>(offsets_[index]);
  return std::span(targets_).subspan(begin, static_cast<size_t>(offsets_[index + 1]) - begin);
}

size_t Shortlist::num_bytes() const {
  return (always_.size() + offsets_.size() + targets_.size()) * sizeof(int32_t);
}

}  // namespace dragoman
