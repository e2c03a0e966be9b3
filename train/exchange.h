#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace dragoman {

struct Traffic {
  int64_t bytes = 0;   // that this process has sent, those of buffers and strings
  double seconds = 0;  // that its calls took; those that others let it wait count
};

/// How the processes that train one model together exchange bytes. All of them make the same calls
/// in the same order. Each call is complete when it returns, and throws std::runtime_error, of one
/// line, if a process is gone or does not answer; after that, leave() alone is of use. For use by
/// one thread at a time.
///
/// Lengths and sizes are in bytes. `sizes` has one entry for each rank; ranges of a buffer lie one
/// after the other, in the order of ranks. Buffers are used where they lie, without a copy. Throws
/// std::invalid_argument if sizes do not fit the buffer.
class Exchange {
 public:
  virtual ~Exchange() = default;
  Exchange(const Exchange&) = delete;
  Exchange& operator=(const Exchange&) = delete;

  virtual int rank() const = 0;
  virtual int size() const = 0;
  bool is_first() const { return rank() == 0; }

  /// What each process gives, by rank. Lengths may differ.
  std::vector<std::string> all_gather(const std::string& mine);
  /// What the process of rank 0 gives, in all processes; the others' arguments are ignored.
  std::string broadcast(const std::string& bytes);
  /// The same for a buffer whose length all know.
  void broadcast_in_place(std::span<std::byte> bytes);
  /// Range r of `sent` travels to rank r; range r of `received` is filled by what r sent here.
  void all_to_all(std::span<const std::byte> sent, std::span<const int64_t> sent_sizes,
                  std::span<std::byte> received, std::span<const int64_t> received_sizes);
  /// Range r of `all`, which rank r has filled, travels to all others.
  void all_gather_in_place(std::span<std::byte> all, std::span<const int64_t> sizes);
  /// Range r of `all`, which rank r has filled, travels to rank 0.
  void gather_at_first(std::span<std::byte> all, std::span<const int64_t> sizes);
  /// Range r of `all`, which rank 0 has filled, travels to rank r.
  void scatter_from_first(std::span<std::byte> all, std::span<const int64_t> sizes);

  /// Tells the other processes why this one gives up, after an error of its own or of a call, and
  /// leaves them: their next call says why. Takes some seconds at most.
  virtual void leave(const std::string& reason) noexcept = 0;
  /// Of all calls so far.
  const Traffic& traffic() const { return traffic_; }

 protected:
  struct Outgoing {
    int rank;  // of another process
    std::span<const std::byte> bytes;
  };
  struct Incoming {
    int rank;
    std::span<std::byte> bytes;
  };

  Exchange() = default;

 private:
  /// Sends and receives all of it, in any order. `what` names the call in errors.
  virtual void transfer(const char* what, const std::vector<Outgoing>& sent,
                        const std::vector<Incoming>& received) = 0;
  void count_and_transfer(const char* what, const std::vector<Outgoing>& sent,
                          const std::vector<Incoming>& received);
  void exchange_ranges(const char* what, std::span<std::byte> all, std::span<const int64_t> sizes);

  Traffic traffic_;
};

/// The form for one process.
class SoloExchange : public Exchange {
 public:
  int rank() const override { return 0; }
  int size() const override { return 1; }
  void leave(const std::string&) noexcept override {}

 private:
  void transfer(const char*, const std::vector<Outgoing>&, const std::vector<Incoming>&) override {}
};

}  // namespace dragoman
