#include "train/exchange.h"

#include <algorithm>
#include <chrono>
#include <numeric>
#include <stdexcept>

namespace dragoman {
namespace {

template <typename Byte>
std::vector<std::span<Byte>> split_into_ranges(std::span<Byte> all, std::span<const int64_t> sizes,
                                               int num_ranks) {
  const bool negative = std::any_of(sizes.begin(), sizes.end(), [](int64_t n) { return n < 0; });
  const int64_t total = std::accumulate(sizes.begin(), sizes.end(), int64_t{0});
  if (negative || std::ssize(sizes) != num_ranks || total != std::ssize(all)) {
    throw std::invalid_argument("an exchange among " + std::to_string(num_ranks) +
                                " processes has " + std::to_string(sizes.size()) +
                                " sizes with a sum of " + std::to_string(total) +
                                " for a buffer of " + std::to_string(all.size()) + " bytes");
  }
  std::vector<std::span<Byte>> ranges;
  for (const int64_t size : sizes) {
    ranges.push_back(all.first(static_cast<size_t>(size)));
    all = all.subspan(static_cast<size_t>(size));
  }
  return ranges;
}

std::span<std::byte> bytes_of(std::string& text) {
  return std::as_writable_bytes(std::span(text.data(), text.size()));
}

/// Returns nearly equal sizes with the sum `total`.
std::vector<int64_t> even_sizes(int64_t total, int num_ranks) {
  std::vector<int64_t> sizes;
  for (int r = 0; r < num_ranks; ++r)
    sizes.push_back(total / num_ranks + (r < total % num_ranks ? 1 : 0));
  return sizes;
}

}  // namespace

void Exchange::count_and_transfer(const char* what, const std::vector<Outgoing>& sent,
                                  const std::vector<Incoming>& received) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  for (const Outgoing& message : sent) traffic_.bytes += std::ssize(message.bytes);
  transfer(what, sent, received);
  traffic_.seconds += std::chrono::duration<double>(Clock::now() - start).count();
}

void Exchange::all_to_all(std::span<const std::byte> sent, std::span<const int64_t> sent_sizes,
                          std::span<std::byte> received, std::span<const int64_t> received_sizes) {
  const auto from = split_into_ranges(sent, sent_sizes, size());
  const auto to = split_into_ranges(received, received_sizes, size());
  const auto own = static_cast<size_t>(rank());
  if (from[own].size() != to[own].size())
    throw std::invalid_argument(
        "a process must send itself as many bytes as it receives from itself");
  std::vector<Outgoing> outgoing;
  std::vector<Incoming> incoming;
  for (int i = 1; i < size(); ++i) {  // each process starts with a different rank
    const int next = (rank() + i) % size();
    const int previous = (rank() + size() - i) % size();
    outgoing.push_back({next, from[static_cast<size_t>(next)]});
    incoming.push_back({previous, to[static_cast<size_t>(previous)]});
  }
  std::copy(from[own].begin(), from[own].end(), to[own].begin());
  count_and_transfer("all_to_all", outgoing, incoming);
}

void Exchange::exchange_ranges(const char* what, std::span<std::byte> all,
                               std::span<const int64_t> sizes) {
  const auto ranges = split_into_ranges(all, sizes, size());
  std::vector<Outgoing> outgoing;
  std::vector<Incoming> incoming;
  for (int i = 1; i < size(); ++i) {
    const int previous = (rank() + size() - i) % size();
    outgoing.push_back({(rank() + i) % size(), ranges[static_cast<size_t>(rank())]});
    incoming.push_back({previous, ranges[static_cast<size_t>(previous)]});
  }
  count_and_transfer(what, outgoing, incoming);
}

void Exchange::all_gather_in_place(std::span<std::byte> all, std::span<const int64_t> sizes) {
  exchange_ranges("all_gather_in_place", all, sizes);
}

void Exchange::gather_at_first(std::span<std::byte> all, std::span<const int64_t> sizes) {
  const auto ranges = split_into_ranges(all, sizes, size());
  std::vector<Outgoing> outgoing;
  std::vector<Incoming> incoming;
  if (!is_first()) outgoing.push_back({0, ranges[static_cast<size_t>(rank())]});
  for (int r = 1; is_first() && r < size(); ++r)
    incoming.push_back({r, ranges[static_cast<size_t>(r)]});
  count_and_transfer("gather_at_first", outgoing, incoming);
}

void Exchange::scatter_from_first(std::span<std::byte> all, std::span<const int64_t> sizes) {
  const auto ranges = split_into_ranges(all, sizes, size());
  std::vector<Outgoing> outgoing;
  std::vector<Incoming> incoming;
  if (!is_first()) incoming.push_back({0, ranges[static_cast<size_t>(rank())]});
  for (int r = 1; is_first() && r < size(); ++r)
    outgoing.push_back({r, ranges[static_cast<size_t>(r)]});
  count_and_transfer("scatter_from_first", outgoing, incoming);
}

/// Rank 0 sends each process a piece, and all exchange the pieces. So rank 0 sends at most twice
/// the buffer, for any number of processes.
void Exchange::broadcast_in_place(std::span<std::byte> bytes) {
  const std::vector<int64_t> sizes = even_sizes(std::ssize(bytes), size());
  scatter_from_first(bytes, sizes);
  exchange_ranges("broadcast_in_place", bytes, sizes);
}

std::string Exchange::broadcast(const std::string& bytes) {
  std::string result = is_first() ? bytes : "";
  auto length = static_cast<int64_t>(bytes.size());
  broadcast_in_place(std::as_writable_bytes(std::span(&length, 1)));
  result.resize(static_cast<size_t>(length));
  broadcast_in_place(bytes_of(result));
  return result;
}

std::vector<std::string> Exchange::all_gather(const std::string& mine) {
  const auto num_ranks = static_cast<size_t>(size());
  std::vector<int64_t> lengths(num_ranks);
  lengths[static_cast<size_t>(rank())] = static_cast<int64_t>(mine.size());
  const std::vector<int64_t> size_of_length(num_ranks, sizeof(int64_t));
  exchange_ranges("all_gather", std::as_writable_bytes(std::span(lengths)), size_of_length);
  std::vector<std::string> all(num_ranks);
  all[static_cast<size_t>(rank())] = mine;
  std::vector<Outgoing> outgoing;
  std::vector<Incoming> incoming;
  for (int r = 0; r < size(); ++r) {
    if (r == rank()) continue;
    std::string& theirs = all[static_cast<size_t>(r)];
    theirs.resize(static_cast<size_t>(lengths[static_cast<size_t>(r)]));
    outgoing.push_back({r, std::as_bytes(std::span(mine))});
    incoming.push_back({r, bytes_of(theirs)});
  }
  count_and_transfer("all_gather", outgoing, incoming);
  return all;
}

}  // namespace dragoman
