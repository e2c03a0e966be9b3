#include "alignment/word_pair_file.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace dragoman {
namespace {

/// Approximate number of words in a block.
constexpr size_t kBlockSize = size_t{1} << 13;

std::string_view bytes_of(std::span<const int32_t> numbers) {
  return {reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes()};
}

std::span<const int32_t> share(std::span<const int32_t> words, size_t part, size_t num_parts) {
  const size_t begin = words.size() * part / num_parts;
  return words.subspan(begin, words.size() * (part + 1) / num_parts - begin);
}

}  // namespace

std::vector<WordPair> parts_of(std::span<const int32_t> source, std::span<const int32_t> target) {
  const size_t longer = std::max({source.size(), target.size(), size_t{1}});
  const size_t num_parts = (longer + kLongestPart - 1) / kLongestPart;
  std::vector<WordPair> parts;
  for (size_t i = 0; i < num_parts; ++i)
    parts.push_back({share(source, i, num_parts), share(target, i, num_parts), i > 0});
  return parts;
}

void WordPairFile::add(std::span<const int32_t> source, std::span<const int32_t> target) {
  if (num_numbers_ - starts_.back() >= kBlockSize) starts_.push_back(num_numbers_);
  for (const WordPair& part : parts_of(source, target)) add_part(part);
}

void WordPairFile::add_part(const WordPair& pair) {
  const std::array<int32_t, kHeader> header = {static_cast<int32_t>(pair.source.size()),
                                               static_cast<int32_t>(pair.target.size()),
                                               pair.continues ? 1 : 0};
  for (const auto numbers : {std::span<const int32_t>(header), pair.source, pair.target})
    file_->write(bytes_of(numbers));
  num_numbers_ += header.size() + pair.source.size() + pair.target.size();
}

void WordPairFile::finish() {
  if (num_numbers_ > starts_.back()) starts_.push_back(num_numbers_);
  mapped_ = file_->map();
  file_.reset();
}

std::span<const int32_t> WordPairFile::numbers(size_t begin, size_t end) const {
  return {reinterpret_cast<const int32_t*>(mapped_->bytes().data()) + begin, end - begin};
}

}  // namespace dragoman
