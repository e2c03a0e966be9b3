#include "train/train_log.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>

#include "io/atomic_file.h"
#include "io/escaped_text.h"

namespace dragoman {
namespace {

constexpr auto kBarInterval = std::chrono::milliseconds(200);

/// A column of train.tsv. Reports for programs have its value, too, and so has TensorBoard.
struct Column {
  std::string name, tag;
  nlohmann::ordered_json value;
  std::string printed;
};

template <class Number>
Column make_column(const std::string& name, Number value, const char* format = "{}") {
  return {name, "train/" + name, value, fmt::format(fmt::runtime(format), value)};
}

std::vector<Column> columns_of(const TrainReport& r, bool is_guided) {
  std::vector<Column> columns = {
      make_column("update", r.update),
      make_column("epoch", r.epoch),
      make_column("loss", r.loss, "{:.6f}"),
      make_column("alignment_loss", r.alignment_loss, "{:.6f}"),
      make_column("learning_rate", r.learning_rate, "{:.6e}"),
      make_column("gradient_norm", r.gradient_norm, "{:.6f}"),
      make_column("target_tokens", r.target_tokens),
      make_column("skipped", r.skipped),
      make_column("tokens_per_second", r.tokens_per_second, "{:.0f}"),
      make_column("memory_gb", r.memory_gb, "{:.2f}"),
  };
  if (!is_guided)
    std::erase_if(columns, [](auto& column) { return column.name == "alignment_loss"; });
  return columns;
}

std::string train_header(const LogOptions& options) {
  std::string header;
  for (const Column& column : columns_of({}, options.is_guided))
    header += (header.empty() ? "" : "\t") + column.name;
  return header;
}

/// A validation score other than the loss.
struct Score {
  std::string_view column, tag, label;
  double value;
};

std::vector<Score> scores_of(const ValidationScores& scores, bool is_language_model) {
  if (is_language_model)
    return {{"bits_per_character", "valid/bits_per_character", "bits per character",
             scores.bits_per_character}};
  return {{"bleu", "valid/bleu", "BLEU", scores.bleu}, {"chrf", "valid/chrf", "chrF", scores.chrf}};
}

std::string valid_header(const LogOptions& options) {
  std::string header = "update\tepoch\tloss\tperplexity";
  for (const Score& score : scores_of({}, options.is_language_model))
    header += fmt::format("\t{}", score.column);
  header += "\tbest";
  for (int64_t i = 1; i <= options.num_samples; ++i) header += "\tsample_" + std::to_string(i);
  return header;
}

/// Replaces tabs by spaces: a tab would end the column.
std::string without_tabs(std::string text) {
  std::replace(text.begin(), text.end(), '\t', ' ');
  return text;
}

}  // namespace

std::vector<SampleText> first_samples(const ParallelText& valid, int64_t count) {
  std::vector<SampleText> texts;
  const size_t most = std::min(valid.size(), static_cast<size_t>(count));
  for (size_t i = 0; i < most; ++i) texts.push_back({valid.source[i], valid.target[i]});
  return texts;
}

TrainLog::TrainLog(const std::string& folder, const LogOptions& options, Logger logger)
    : options_(options),
      logger_(std::move(logger)),
      train_(folder + "/train.tsv", train_header(options), options.first_update, logger_),
      valid_(folder + "/valid.tsv", valid_header(options),
             options.first_update - (options.lacks_validation ? 1 : 0), logger_),
      events_folder_(folder + "/tensorboard"),
      bar_(stderr_is_terminal() && options.has_end, std::max<int64_t>(options.first_update, 0), 0,
           kBarInterval) {
  if (options.is_language_model) options_.sample_texts.clear();
  if (!options_.sample_texts.empty()) write_sample_texts(folder + "/samples.tsv");
  if (options.tensorboard) events_.emplace(events_folder_, options.first_update);
}

void TrainLog::report(const TrainReport& r) {
  std::string row;
  Scalars scalars;
  nlohmann::ordered_json values;
  const std::vector<Column> columns = columns_of(r, options_.is_guided);
  for (const Column& column : columns) {
    row += (row.empty() ? "" : "\t") + column.printed;
    if (column.name != "update") scalars.emplace_back(column.tag, column.value.get<double>());
    values[column.name] = column.value;
  }
  train_.append(row);
  add_event(r.update, scalars);
  if (options_.reports != nullptr) options_.reports->write("report", values);
  if (bar_.shown()) return;  // the bar shows it
  bar_.set_last(r.last_update);
  logger_->info("update {} epoch {} {}{}", r.update, r.epoch, summary(r), bar_.time_left(r.update));
}

void TrainLog::validated(int64_t update, int64_t epoch, const ValidationScores& scores,
                         bool is_best) {
  std::string row =
      fmt::format("{}\t{}\t{:.6f}\t{:.6f}", update, epoch, scores.loss, scores.perplexity);
  std::string summary;
  Scalars scalars{{"valid/epoch", static_cast<double>(epoch)},
                  {"valid/loss", scores.loss},
                  {"valid/perplexity", scores.perplexity}};
  for (const Score& score : scores_of(scores, options_.is_language_model)) {
    row += fmt::format("\t{:.4f}", score.value);
    summary +=
        fmt::format(" {} {:.{}f}", score.label, score.value, options_.is_language_model ? 4 : 2);
    scalars.emplace_back(score.tag, score.value);
  }
  row += is_best ? "\t1" : "\t0";
  for (size_t i = 0; i < static_cast<size_t>(options_.num_samples); ++i) {
    row += '\t';
    if (i < scores.samples.size()) row += without_tabs(scores.samples[i]);
  }
  valid_.append(row);
  scalars.emplace_back("valid/best", is_best ? 1.0 : 0.0);
  add_event(update, scalars);
  tell(update, epoch, scores, is_best);
  bar_.clear();
  logger_->info("validation at update {}: loss {:.4f} perplexity {:.3f}{}{}", update, scores.loss,
                scores.perplexity, summary, is_best ? " (best so far)" : "");
  for (size_t i = 0; i < scores.samples.size(); ++i) show_sample(i, scores.samples[i]);
}

void TrainLog::finish() {
  clear_progress();
  train_.finish();
  valid_.finish();
}

void TrainLog::write_sample_texts(const std::string& path) const {
  std::string table = "source\treference\n";
  for (const SampleText& text : options_.sample_texts)
    table += without_tabs(text.source) + "\t" + without_tabs(text.reference) + "\n";
  try {
    write_file_atomically(path, table);
  } catch (const std::exception& error) {
    logger_->warn("{}; the page shows samples without their sources", error.what());
  }
}

void TrainLog::show_sample(size_t number, const std::string& sample) const {
  if (number >= options_.sample_texts.size()) return logger_->info("  {}", escape_controls(sample));
  const SampleText& text = options_.sample_texts[number];
  logger_->info("  source       {}", escape_controls(text.source));
  logger_->info("  reference    {}", escape_controls(text.reference));
  logger_->info("  translation  {}", escape_controls(sample));
}

void TrainLog::add_event(int64_t update, const Scalars& scalars) {
  if (!options_.tensorboard) return;
  const std::chrono::duration<double> now = std::chrono::system_clock::now().time_since_epoch();
  try {
    if (!events_) events_.emplace(events_folder_, update);
    events_->add(update, now.count(), scalars);
  } catch (const std::exception& error) {
    logger_->error("{}; the next row begins another file for TensorBoard", error.what());
    events_.reset();
  }
}

void TrainLog::tell(int64_t update, int64_t epoch, const ValidationScores& scores, bool is_best) {
  if (options_.reports == nullptr) return;
  nlohmann::ordered_json values{{"update", update},
                                {"epoch", epoch},
                                {"loss", scores.loss},
                                {"perplexity", scores.perplexity}};
  for (const Score& score : scores_of(scores, options_.is_language_model))
    values[std::string(score.column)] = score.value;
  values["best"] = is_best;
  for (size_t i = 0; i < scores.samples.size(); ++i) {
    const std::string number = std::to_string(i + 1);
    if (i < options_.sample_texts.size()) {
      values["source_" + number] = options_.sample_texts[i].source;
      values["reference_" + number] = options_.sample_texts[i].reference;
    }
    values["sample_" + number] = scores.samples[i];
  }
  options_.reports->write("validation", values);
}

std::string TrainLog::summary(const TrainReport& r) const {
  const std::string alignment =
      options_.is_guided ? fmt::format(" alignment {:.4f}", r.alignment_loss) : std::string();
  return fmt::format("loss {:.4f}{} rate {:.3e} gradient {:.3f} {:.0f} tokens/s {:.2f} GB", r.loss,
                     alignment, r.learning_rate, r.gradient_norm, r.tokens_per_second, r.memory_gb);
}

void TrainLog::progress(const TrainReport& r) {
  bar_.set_last(r.last_update);
  // A narrow terminal shows the beginning alone.
  const std::string left = bar_.time_left(r.update);
  bar_.draw(r.update, left.empty() ? summary(r) : left.substr(1) + ", " + summary(r));
}

}  // namespace dragoman
