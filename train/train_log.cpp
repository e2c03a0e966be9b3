#include "train/train_log.h"

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "io/atomic_file.h"

namespace dragoman {
namespace {

using Clock = std::chrono::steady_clock;

constexpr const char* kTrainHeader =
    "update\tepoch\tloss\tlearning_rate\tgradient_norm\ttarget_tokens\tskipped\ttokens_per_"
    "second\tmemory_"
    "gb\n";
constexpr const char* kValidHeader = "update\tepoch\tloss\tperplexity\tbleu\tchrf\tbest\n";

/// The rows of a table up to `update`; its header if there is no such file.
std::string rows_up_to(const std::string& path, const char* header, int64_t update) {
  std::string kept = header;
  std::ifstream table(path);
  std::string row;
  std::getline(table, row);
  while (std::getline(table, row)) {
    if (!row.empty() && std::atoll(row.c_str()) <= update) kept += row + "\n";
  }
  return kept;
}

void append(const std::string& path, const std::string& row) {
  std::ofstream table(path, std::ios::app);
  table << row << std::flush;
  if (!table) throw std::runtime_error("cannot write " + path + ": is the disk full?");
}

std::string bar(double share) {
  constexpr int kWidth = 24;
  const int filled = static_cast<int>(share * kWidth);
  return std::string(filled, '=') + (filled < kWidth ? ">" : "") +
         std::string(std::max(0, kWidth - filled - 1), ' ');
}

}  // namespace

TrainLog::TrainLog(const std::string& folder, int64_t update, int64_t last_update, Logger logger)
    : train_path_(folder + "/train.tsv"),
      valid_path_(folder + "/valid.tsv"),
      first_update_(update),
      last_update_(last_update),
      logger_(std::move(logger)),
      on_terminal_(stderr_is_terminal()),
      start_(Clock::now()) {
  write_file_atomically(train_path_, rows_up_to(train_path_, kTrainHeader, update));
  write_file_atomically(valid_path_, rows_up_to(valid_path_, kValidHeader, update));
}

void TrainLog::report(const TrainReport& r) {
  append(train_path_, fmt::format("{}\t{}\t{:.6f}\t{:.6e}\t{:.6f}\t{}\t{}\t{:.0f}\t{:.2f}\n",
                                  r.update, r.epoch, r.loss, r.learning_rate, r.gradient_norm,
                                  r.target_tokens, r.skipped, r.tokens_per_second, r.memory_gb));
  if (on_terminal_ && last_update_ > 0) return;  // the bar says it
  logger_->info("update {} epoch {} {}", r.update, r.epoch, summary(r));
}

void TrainLog::validated(int64_t update, int64_t epoch, const ValidationScores& scores,
                         bool is_best) {
  append(valid_path_,
         fmt::format("{}\t{}\t{:.6f}\t{:.6f}\t{:.4f}\t{:.4f}\t{}\n", update, epoch, scores.loss,
                     scores.perplexity, scores.bleu, scores.chrf, is_best ? 1 : 0));
  clear_progress();
  logger_->info("validation at update {}: loss {:.4f} perplexity {:.3f} BLEU {:.2f} chrF {:.2f}{}",
                update, scores.loss, scores.perplexity, scores.bleu, scores.chrf,
                is_best ? " (best so far)" : "");
}

std::string TrainLog::summary(const TrainReport& r) const {
  return fmt::format("loss {:.4f} rate {:.3e} gradient {:.3f} {:.0f} tokens/s {:.2f} GB{}", r.loss,
                     r.learning_rate, r.gradient_norm, r.tokens_per_second, r.memory_gb,
                     time_left(r.update));
}

std::string TrainLog::time_left(int64_t update) const {
  if (last_update_ <= 0 || update <= first_update_) return "";
  const double passed = std::chrono::duration<double>(Clock::now() - start_).count();
  const auto seconds = static_cast<int64_t>(passed * static_cast<double>(last_update_ - update) /
                                            static_cast<double>(update - first_update_));
  return fmt::format(" {}:{:02}:{:02} left", seconds / 3600, seconds / 60 % 60, seconds % 60);
}

bool TrainLog::wants_progress() const {
  return on_terminal_ && last_update_ > 0 &&
         Clock::now() - last_drawn_ >= std::chrono::milliseconds(200);
}

void TrainLog::progress(const TrainReport& r) {
  const double share = static_cast<double>(r.update) / static_cast<double>(last_update_);
  const std::string text = fmt::format("\r[{}] {:3.0f} % {}/{} {}\x1b[K", bar(share), 100 * share,
                                       r.update, last_update_, summary(r));
  std::fputs(text.c_str(), stderr);
  bar_shown_ = true;
  last_drawn_ = Clock::now();
}

void TrainLog::clear_progress() {
  if (bar_shown_) std::fprintf(stderr, "\r\x1b[K");
  bar_shown_ = false;
}

}  // namespace dragoman
