#pragma once

#include <cstdint>
#include <vector>

#include "data/batch.h"
#include "data/batch_plan.h"

namespace dragoman {

/// Probabilities with which the model reads unknown for a token.
struct WordDropout {
  double source = 0;
  double target = 0;
  int32_t source_unknown = 1;
  int32_t target_unknown = 1;
};

/// How examples become updates.
struct UpdateOptions {
  int64_t batch_tokens = 4096;
  int64_t accumulate = 1;  // batches in an update
  int64_t parts = 1;       // that each batch is cut into, as batches of the update
  uint64_t seed = 1;
  PadIds pad;
  WordDropout word_dropout;
};

/// A place in the data: the updates of an epoch are numbered from 0.
struct DataPosition {
  int64_t epoch = 0;
  int64_t update = 0;
};

/// The batches of one update. The last update of an epoch may have fewer of them than others; there
/// are more where batches are cut into parts, and where drawn segmentations made a batch outgrow
/// its budget, so that it was split.
struct UpdateBatches {
  DataPosition position;
  bool ends_epoch = false;
  std::vector<Batch> batches;
  int64_t target_tokens = 0;
};

/// The update at `position` of an epoch. A function of the arguments.
UpdateBatches make_update(const CorpusMix& corpora, const EpochPlan& plan,
                          const UpdateOptions& options, DataPosition position);

}  // namespace dragoman
