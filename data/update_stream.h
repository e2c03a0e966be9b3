#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "data/batch.h"

namespace dragoman {

/// How examples become updates.
struct UpdateOptions {
  int64_t batch_tokens = 4096;
  int64_t accumulate = 1;  // batches in an update
  uint64_t seed = 1;
  PadIds pad;
};

/// A place in the data: the updates of an epoch are numbered from 0.
struct DataPosition {
  int64_t epoch = 0;
  int64_t update = 0;
};

/// The batches of one update; the last update of an epoch may have fewer of them.
struct UpdateBatches {
  DataPosition position;
  bool ends_epoch = false;
  std::vector<Batch> batches;
  int64_t target_tokens = 0;
};

/// An endless stream of updates, epoch after epoch, made by a thread of its own a few updates
/// ahead. What it gives is a function of the examples, the options and the position it starts from.
class UpdateStream {
 public:
  /// `examples` must outlive the stream and not be empty.
  UpdateStream(const Examples& examples, const UpdateOptions& options, DataPosition start);
  ~UpdateStream();
  UpdateStream(const UpdateStream&) = delete;
  UpdateStream& operator=(const UpdateStream&) = delete;

  UpdateBatches next();

 private:
  void produce(DataPosition position);
  bool put(UpdateBatches&& update);

  const Examples& examples_;
  const UpdateOptions options_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<UpdateBatches> ready_;
  std::exception_ptr failure_;
  bool stopped_ = false;
  std::thread producer_;
};

}  // namespace dragoman
