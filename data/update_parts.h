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
  int64_t part_tokens = 1024;  // at most in a part, counted as rows times the longer side
  int64_t parts = 4;           // of an update
  uint64_t seed = 1;
  PadIds pad;
  WordDropout word_dropout;
  int64_t process = 0;  // whose parts are made, of ...
  int64_t processes = 1;
};

/// A place in the data: the updates of an epoch are numbered from 0.
struct DataPosition {
  int64_t epoch = 0;
  int64_t update = 0;
};

/// A part of an update: one batch of examples of similar lengths, or several where drawn
/// segmentations made it outgrow its budget.
struct UpdatePart {
  int64_t number = 0;  // in the update
  std::vector<Batch> batches;
  int64_t target_tokens = 0;
};

/// The parts of one update that a process computes.
struct UpdateParts {
  DataPosition position;
  bool ends_epoch = false;
  int64_t num_parts = 0;          // of the update; the last one of an epoch may have fewer
  std::vector<UpdatePart> parts;  // of the process, by number
};

/// Consecutive parts of an update.
struct PartRange {
  int64_t begin = 0;
  int64_t end = 0;

  bool operator==(const PartRange&) const = default;
};

/// The parts of an update of `num_parts` that one of `processes` computes: blocks, in the order of
/// the processes, that differ by one part at most.
PartRange parts_of_process(int64_t num_parts, int64_t process, int64_t processes);

/// The update at `position` of an epoch. A function of the arguments; a part is the same for any
/// number of processes.
UpdateParts make_update(const CorpusMix& corpora, const EpochPlan& plan,
                        const UpdateOptions& options, DataPosition position);

}  // namespace dragoman
