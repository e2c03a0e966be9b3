#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "data/parallel_text.h"
#include "io/event_file.h"
#include "io/log.h"
#include "io/progress_bar.h"
#include "train/log_table.h"
#include "train/report_stream.h"
#include "train/validation.h"

namespace dragoman {

/// One row of RUN/train.tsv: averages over the updates since the row before.
struct TrainReport {
  int64_t update = 0;
  int64_t epoch = 0;             // from 1
  double loss = 0;               // label-smoothed, per target token
  double alignment_loss = 0;     // of guided attention, per target token that has links
  double learning_rate = 0;      // of the last update
  double gradient_norm = 0;      // mean, before clipping
  int64_t target_tokens = 0;     // since the row before
  int64_t skipped = 0;           // updates skipped since then: loss or gradient not finite
  double tokens_per_second = 0;  // target tokens
  double memory_gb = 0;          // peak resident memory of the process
  int64_t last_update = 0;       // expected; 0: unknown. Not in the table
};

/// Source and reference of a translation that validations log.
struct SampleText {
  std::string source;
  std::string reference;
};

/// Returns the texts of the first `count` pairs, or of all if there are fewer.
std::vector<SampleText> first_samples(const ParallelText& valid, int64_t count);

/// Settings of the log.
struct LogOptions {
  int64_t first_update = 0;  // that the run continues from; -1: it begins. Later rows are deleted
  bool lacks_validation = false;  // of first_update: a row of it is deleted, too
  bool has_end = false;           // the run has a limit of updates or epochs
  int64_t num_samples = 0;        // translations or generated texts that each validation logs
  std::vector<SampleText> sample_texts = {};  // of a translator
  bool is_language_model = false;
  bool is_guided = false;  // training uses guided attention
  bool tensorboard = false;
  ReportStream* reports = nullptr;  // gets each row as an event; must outlive the log
};

/// The log of a run: RUN/train.tsv, RUN/valid.tsv, RUN/tensorboard and, for a translator,
/// RUN/samples.tsv (sources and references of the translations in valid.tsv). Also shows a progress
/// bar on a terminal, plain lines elsewhere, and writes events to the ReportStream, if any. Appends
/// rows.
class TrainLog {
 public:
  TrainLog(const std::string& folder, const LogOptions& options, Logger logger);

  /// Logs a report.
  void report(const TrainReport& report);
  /// Logs the scores of a validation.
  void validated(int64_t update, int64_t epoch, const ValidationScores& scores, bool is_best);
  /// Returns whether the progress bar is shown (on a terminal, if the run has an end) and due for
  /// drawing.
  bool wants_progress() const { return bar_.due(); }
  /// Draws the progress bar.
  void progress(const TrainReport& report);
  /// Ends the progress bar's line. Call it before printing anything else.
  void clear_progress() { bar_.clear(); }
  /// Ends the log: also tries for the last time to write rows that could not be written.
  void finish();

 private:
  using Scalars = std::vector<std::pair<std::string_view, double>>;
  void add_event(int64_t update, const Scalars& scalars);
  void tell(int64_t update, int64_t epoch, const ValidationScores& scores, bool is_best);
  std::string summary(const TrainReport& report) const;
  void write_sample_texts(const std::string& path) const;
  void show_sample(size_t number, const std::string& sample) const;

  LogOptions options_;
  Logger logger_;
  LogTable train_, valid_;
  std::string events_folder_;
  std::optional<EventFile> events_;  // nullopt: not wanted, or the last event was not written
  ProgressBar bar_;
};

}  // namespace dragoman
