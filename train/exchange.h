#pragma once

#include <torch/types.h>

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace dragoman {

struct Traffic {
  int64_t bytes = 0;          // sent by this process, in tensors and strings
  double seconds = 0;         // spent in its calls, including waits for other processes
  double hidden_seconds = 0;  // of these, training did not wait for; the callers measure them

  Traffic operator+(const Traffic& other) const;
  Traffic operator-(const Traffic& other) const;
};

/// A part of a call: what a process sends to another process, or receives from it.
struct Message {
  int rank;             // of the other process
  torch::Tensor bytes;  // [n] uint8
};

/// A tensor and the sizes of its ranges, one of each process.
struct Divided {
  torch::Tensor all;
  std::vector<int64_t> sizes;
};

/// Exchanges tensors and strings between the processes that train one model. All processes make the
/// same calls in the same order, with the same types. A call returns when it is complete. It throws
/// std::runtime_error, with one line, if a process is gone or does not answer (OtherProcessFailed,
/// if another process has said so, or why it left); after that, only leave() may be called. Not
/// thread-safe.
///
/// Tensors are contiguous, [n], on the CPU, and used in place, without a copy. Those of
/// all_to_all() and all_gather_in_place() may also be on the process's device. `sizes` has one
/// entry for each rank, in elements; the ranges of a tensor are adjacent, in the order of ranks.
/// Calls throw std::invalid_argument if the sizes do not fit the tensor.
class Exchange {
 public:
  /// Called with the index of each tensor or message that is complete.
  using Arrived = std::function<void(size_t)>;

  virtual ~Exchange() = default;
  Exchange(const Exchange&) = delete;
  Exchange& operator=(const Exchange&) = delete;

  virtual int rank() const = 0;
  virtual int size() const = 0;
  bool is_first() const { return rank() == 0; }

  /// Connects this process's device with those of the others, if each process has a GPU of its own
  /// and LibTorch has NCCL. Returns whether it did; else the CPUs exchange the devices' tensors.
  virtual bool connect_devices(const torch::Device&) { return false; }

  /// Returns the strings of all processes, by rank. Lengths may differ.
  std::vector<std::string> all_gather(const std::string& mine);
  /// Returns the numbers of all processes, by rank. Lengths may differ.
  std::vector<std::vector<double>> all_gather_numbers(const std::vector<double>& mine);
  /// Returns the greatest of the numbers of all processes.
  int64_t greatest(int64_t mine);
  /// Returns the string of rank 0 in all processes; arguments of other ranks are ignored.
  std::string broadcast(const std::string& bytes);
  /// Copies the tensor of rank 0 into that of all processes; all tensors have the same length.
  void broadcast_in_place(const torch::Tensor& all);
  /// Sends range r of `sent` to rank r; receives range r of `received` from rank r.
  void all_to_all(const torch::Tensor& sent, std::span<const int64_t> sent_sizes,
                  const torch::Tensor& received, std::span<const int64_t> received_sizes);
  /// Sends range r of each tensor from rank r to all other ranks. Calls arrived(i) when tensor i is
  /// complete, in order.
  void all_gather_in_place(
      const std::vector<Divided>& tensors, const Arrived& arrived = [](size_t) {});
  /// Sends range r of `all` from rank r to rank 0.
  void gather_at_first(const torch::Tensor& all, std::span<const int64_t> sizes);
  /// Sends range r of `all` from rank 0 to rank r.
  void scatter_from_first(const torch::Tensor& all, std::span<const int64_t> sizes);

  /// Tells the other processes why this process stops, after an error of its own or of a call, and
  /// disconnects. Their next call throws that reason. Takes a few seconds at most.
  virtual void leave(const std::string& reason) noexcept = 0;
  /// Returns the traffic of all calls so far, without hidden seconds.
  const Traffic& traffic() const { return traffic_; }

 protected:
  Exchange() = default;

 private:
  /// Sends and receives all messages. `what` names the call in errors. Calls arrived(i) when
  /// received message i is complete, in order.
  virtual void transfer(const char* what, const std::vector<Message>& sent,
                        const std::vector<Message>& received, const Arrived& arrived) = 0;
  /// Returns whether transfer() takes tensors on the device. Others are copied to the CPU before.
  virtual bool reaches(const torch::Device& device) const { return device.is_cpu(); }
  void count_and_transfer(
      const char* what, const std::vector<Message>& sent, const std::vector<Message>& received,
      const Arrived& arrived = [](size_t) {});
  void exchange_ranges(
      const char* what, const std::vector<Divided>& tensors,
      const Arrived& arrived = [](size_t) {});

  Traffic traffic_;
};

/// The Exchange of a single process.
class SoloExchange : public Exchange {
 public:
  int rank() const override { return 0; }
  int size() const override { return 1; }
  void leave(const std::string&) noexcept override {}

 private:
  void transfer(const char*, const std::vector<Message>&, const std::vector<Message>&,
                const Arrived&) override {}
};

}  // namespace dragoman
