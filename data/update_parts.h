#pragma once

#include <cstdint>
#include <unordered_set>
#include <vector>

#include "data/batch.h"
#include "data/batch_plan.h"
#include "io/log.h"

namespace dragoman {

using TokenSet = std::unordered_set<int32_t>;

/// Probabilities of replacing a token that the model reads by unknown.
struct WordDropout {
  double source = 0;
  double target = 0;
  int32_t source_unknown = 1;
  int32_t target_unknown = 1;
  TokenSet source_symbols = {};  // tokens that stay, such as tags
  TokenSet target_symbols = {};
};

/// Options for making updates of examples.
struct UpdateOptions {
  int64_t part_tokens = 1024;  // budget of plan_epoch() for a part
  int64_t parts = 4;           // number of parts of an update
  uint64_t seed = 1;
  PadIds pad;
  WordDropout word_dropout;
  int64_t process = 0;  // number of the process; its parts are made
  int64_t processes = 1;
  int64_t epochs = 0;  // after which a stream ends; 0: as long as there are examples
  ExampleWork work = [](PairLength length) { return int64_t{length.source} + length.target; };
  Logger log = make_null_logger();
};

/// A position in the data. Updates of an epoch are numbered from 0.
struct DataPosition {
  int64_t epoch = 0;
  int64_t update = 0;
};

/// A part of an update: one batch of examples of similar lengths. Drawn segmentations can be longer
/// than planned; a part with more work than any planned batch has several batches.
struct UpdatePart {
  int64_t number = 0;  // in the update
  std::vector<Batch> batches;
  int64_t target_tokens = 0;
};

/// The parts of one update that one process computes.
struct UpdateParts {
  DataPosition position;
  bool ends_epoch = false;
  int64_t epoch_updates = 0;      // of the whole epoch
  int64_t num_parts = 0;          // of the whole update; the last update of an epoch may have fewer
  std::vector<UpdatePart> parts;  // of the process, in order of their numbers

  /// Returns where the next update begins.
  DataPosition next_position() const {
    if (ends_epoch) return {position.epoch + 1, 0};
    return {position.epoch, position.update + 1};
  }
};

/// Consecutive parts of an update.
struct PartRange {
  int64_t begin = 0;
  int64_t end = 0;

  bool operator==(const PartRange&) const = default;
};

/// Returns the parts of an update of `num_parts` parts that `process` of `processes` computes. Each
/// process gets one block, in the order of processes; sizes differ by at most one part.
PartRange parts_of_process(int64_t num_parts, int64_t process, int64_t processes);

/// Makes the update at `position` of an epoch. A function of the arguments; a part is the same for
/// any number of processes. Up to `num_threads` threads read the parts.
UpdateParts make_update(const CorpusMix& corpora, const EpochPlan& plan,
                        const UpdateOptions& options, DataPosition position,
                        size_t num_threads = 1);

}  // namespace dragoman
