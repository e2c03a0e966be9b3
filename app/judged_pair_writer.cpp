#include "app/judged_pair_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "app/distinct_paths.h"
#include "io/settings_values.h"

namespace dragoman {
namespace {

std::string kept_path(const JudgedPairOutputs& outputs) {
  return outputs.kept_source.empty() ? "-" : outputs.kept_source;
}

const JudgedPairOutputs& checked(const JudgedPairOutputs& outputs) {
  check_distinct_paths({kept_path(outputs), outputs.kept_target, outputs.dropped});
  if (outputs.scores && !outputs.kept_target.empty() && outputs.dropped.empty()) {
    throw std::invalid_argument(
        "--scores are columns of TSV, but kept pairs go to two files; leave it out, or add "
        "--dropped F");
  }
  return outputs;
}

std::string as_column(std::string text) {
  std::replace(text.begin(), text.end(), '\t', ' ');
  return text;
}

std::string columns_of(const SentencePair& pair) {
  return as_column(pair.source) + "\t" + as_column(pair.target);
}

/// A missing score is an empty column.
std::string score_columns(const JudgedPair& judged) {
  std::string columns;
  for (const std::optional<double>& score : {judged.lm_score, judged.source_lm_score, judged.score})
    columns += score ? fmt::format("\t{:.6g}", *score) : "\t";
  return columns;
}

}  // namespace

JudgedPairWriter::JudgedPairWriter(const JudgedPairOutputs& outputs)
    : scores_(checked(outputs).scores), kept_(kept_path(outputs)) {
  if (!outputs.kept_target.empty()) kept_target_.emplace(outputs.kept_target);
  if (!outputs.dropped.empty()) dropped_.emplace(outputs.dropped);
}

void JudgedPairWriter::write(const SentencePair& pair, const JudgedPair& judged) {
  if (judged.verdict == PairVerdict::kKept) {
    write_kept(pair, judged);
  } else if (dropped_) {
    dropped_->write_line(columns_of(pair) + "\t" + name_of(judged.verdict) +
                         (scores_ ? score_columns(judged) : ""));
  }
}

void JudgedPairWriter::write_kept(const SentencePair& pair, const JudgedPair& judged) {
  if (kept_target_) {
    kept_.write_line(pair.source);
    kept_target_->write_line(pair.target);
  } else {
    kept_.write_line(columns_of(pair) + (scores_ ? score_columns(judged) : ""));
  }
}

void JudgedPairWriter::close() {
  kept_.finish();
  if (kept_target_) kept_target_->finish();
  if (dropped_) dropped_->finish();
  kept_.close();
  if (kept_target_) kept_target_->close();
  if (dropped_) dropped_->close();
}

}  // namespace dragoman
