#include "train/exchange.h"

#include <torch/utils.h>

#include <algorithm>
#include <chrono>
#include <numeric>
#include <stdexcept>

namespace dragoman {
namespace {

/// Returns the ranges of a tensor [n] as bytes.
std::vector<torch::Tensor> split_into_ranges(const torch::Tensor& all,
                                             std::span<const int64_t> sizes, int num_ranks) {
  const bool negative = std::any_of(sizes.begin(), sizes.end(), [](int64_t n) { return n < 0; });
  const int64_t total = std::accumulate(sizes.begin(), sizes.end(), int64_t{0});
  if (negative || std::ssize(sizes) != num_ranks || total != all.numel()) {
    throw std::invalid_argument("an exchange among " + std::to_string(num_ranks) +
                                " processes has " + std::to_string(sizes.size()) +
                                " sizes with a sum of " + std::to_string(total) +
                                " for a tensor of " + std::to_string(all.numel()) + " elements");
  }
  const torch::Tensor bytes = all.detach().view(torch::kByte);
  const auto width = static_cast<int64_t>(all.element_size());
  std::vector<torch::Tensor> ranges;
  int64_t begin = 0;
  for (const int64_t size : sizes) {
    ranges.push_back(bytes.narrow(0, begin * width, size * width));
    begin += size;
  }
  return ranges;
}

/// Returns the text's own memory.
torch::Tensor tensor_of(const std::string& text) {
  return torch::from_blob(const_cast<char*>(text.data()), {std::ssize(text)}, torch::kByte);
}

/// Returns nearly equal sizes with the sum `total`.
std::vector<int64_t> even_sizes(int64_t total, int num_ranks) {
  std::vector<int64_t> sizes;
  for (int r = 0; r < num_ranks; ++r)
    sizes.push_back(total / num_ranks + (r < total % num_ranks ? 1 : 0));
  return sizes;
}

}  // namespace

Traffic Traffic::operator+(const Traffic& other) const {
  return {bytes + other.bytes, seconds + other.seconds, hidden_seconds + other.hidden_seconds};
}

Traffic Traffic::operator-(const Traffic& other) const {
  return {bytes - other.bytes, seconds - other.seconds, hidden_seconds - other.hidden_seconds};
}

void Exchange::count_and_transfer(const char* what, const std::vector<Message>& sent,
                                  const std::vector<Message>& received, const Arrived& arrived) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  for (const Message& message : sent) traffic_.bytes += message.bytes.numel();
  transfer(what, sent, received, arrived);
  traffic_.seconds += std::chrono::duration<double>(Clock::now() - start).count();
}

void Exchange::all_to_all(const torch::Tensor& sent, std::span<const int64_t> sent_sizes,
                          const torch::Tensor& received, std::span<const int64_t> received_sizes) {
  if (!reaches(sent.device())) {
    const torch::Tensor here = torch::empty_like(received, received.options().device(torch::kCPU));
    all_to_all(sent.cpu(), sent_sizes, here, received_sizes);
    received.copy_(here);
    return;
  }
  const auto from = split_into_ranges(sent, sent_sizes, size());
  const auto to = split_into_ranges(received, received_sizes, size());
  const auto own = static_cast<size_t>(rank());
  if (from[own].numel() != to[own].numel())
    throw std::invalid_argument(
        "a process must send itself as many bytes as it receives from itself");
  std::vector<Message> outgoing, incoming;
  for (int i = 1; i < size(); ++i) {  // each process starts with a different rank
    const int next = (rank() + i) % size();
    const int previous = (rank() + size() - i) % size();
    outgoing.push_back({next, from[static_cast<size_t>(next)]});
    incoming.push_back({previous, to[static_cast<size_t>(previous)]});
  }
  to[own].copy_(from[own]);
  count_and_transfer("all_to_all", outgoing, incoming);
}

/// Sends the own range of each tensor to all others.
void Exchange::exchange_ranges(const char* what, const std::vector<Divided>& tensors,
                               const Arrived& arrived) {
  const auto others = static_cast<size_t>(size() - 1);
  std::vector<Message> outgoing, incoming;
  for (const auto& [all, sizes] : tensors) {
    const auto ranges = split_into_ranges(all, sizes, size());
    for (int i = 1; i < size(); ++i) {
      const int previous = (rank() + size() - i) % size();
      outgoing.push_back({(rank() + i) % size(), ranges[static_cast<size_t>(rank())]});
      incoming.push_back({previous, ranges[static_cast<size_t>(previous)]});
    }
  }
  count_and_transfer(what, outgoing, incoming, [&](size_t message) {
    if ((message + 1) % others == 0) arrived(message / others);
  });
}

void Exchange::all_gather_in_place(const std::vector<Divided>& tensors, const Arrived& arrived) {
  std::vector<Divided> here = tensors;
  for (Divided& tensor : here)
    if (!reaches(tensor.all.device())) tensor.all = tensor.all.cpu();
  exchange_ranges("all_gather_in_place", here, [&](size_t i) {
    if (!here[i].all.is_same(tensors[i].all)) tensors[i].all.copy_(here[i].all);
    arrived(i);
  });
}

void Exchange::gather_at_first(const torch::Tensor& all, std::span<const int64_t> sizes) {
  const auto ranges = split_into_ranges(all, sizes, size());
  std::vector<Message> outgoing, incoming;
  if (!is_first()) outgoing.push_back({0, ranges[static_cast<size_t>(rank())]});
  for (int r = 1; is_first() && r < size(); ++r)
    incoming.push_back({r, ranges[static_cast<size_t>(r)]});
  count_and_transfer("gather_at_first", outgoing, incoming);
}

void Exchange::scatter_from_first(const torch::Tensor& all, std::span<const int64_t> sizes) {
  const auto ranges = split_into_ranges(all, sizes, size());
  std::vector<Message> outgoing, incoming;
  if (!is_first()) incoming.push_back({0, ranges[static_cast<size_t>(rank())]});
  for (int r = 1; is_first() && r < size(); ++r)
    outgoing.push_back({r, ranges[static_cast<size_t>(r)]});
  count_and_transfer("scatter_from_first", outgoing, incoming);
}

/// Rank 0 sends each process a piece, and all exchange the pieces. So rank 0 sends at most twice
/// the tensor, for any number of processes.
void Exchange::broadcast_in_place(const torch::Tensor& all) {
  const std::vector<int64_t> sizes = even_sizes(all.numel(), size());
  scatter_from_first(all, sizes);
  exchange_ranges("broadcast_in_place", {{all, sizes}});
}

std::string Exchange::broadcast(const std::string& bytes) {
  std::string result = is_first() ? bytes : "";
  const torch::Tensor length = torch::full({1}, std::ssize(bytes), torch::kLong);
  broadcast_in_place(length);
  result.resize(static_cast<size_t>(length.item<int64_t>()));
  broadcast_in_place(tensor_of(result));
  return result;
}

int64_t Exchange::greatest(int64_t mine) {
  for (const std::string& theirs : all_gather(std::to_string(mine)))
    mine = std::max<int64_t>(mine, std::stoll(theirs));
  return mine;
}

std::vector<std::string> Exchange::all_gather(const std::string& mine) {
  const torch::Tensor lengths = torch::zeros({size()}, torch::kLong);
  int64_t* const length_of = lengths.mutable_data_ptr<int64_t>();
  length_of[rank()] = std::ssize(mine);
  exchange_ranges("all_gather", {{lengths, std::vector<int64_t>(static_cast<size_t>(size()), 1)}});
  std::vector<std::string> all(static_cast<size_t>(size()));
  all[static_cast<size_t>(rank())] = mine;
  std::vector<Message> outgoing, incoming;
  for (int r = 0; r < size(); ++r) {
    if (r == rank()) continue;
    std::string& theirs = all[static_cast<size_t>(r)];
    theirs.resize(static_cast<size_t>(length_of[r]));
    outgoing.push_back({r, tensor_of(mine)});
    incoming.push_back({r, tensor_of(theirs)});
  }
  count_and_transfer("all_gather", outgoing, incoming);
  return all;
}

std::vector<std::vector<double>> Exchange::all_gather_numbers(const std::vector<double>& mine) {
  const std::string bytes(reinterpret_cast<const char*>(mine.data()), mine.size() * sizeof(double));
  std::vector<std::vector<double>> all;
  for (const std::string& theirs : all_gather(bytes)) {
    std::vector<double>& numbers = all.emplace_back(theirs.size() / sizeof(double));
    theirs.copy(reinterpret_cast<char*>(numbers.data()), theirs.size());
  }
  return all;
}

}  // namespace dragoman
