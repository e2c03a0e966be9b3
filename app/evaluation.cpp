#include "app/evaluation.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "io/log.h"
#include "io/text_file.h"
#include "metrics/corpus_scorer.h"

namespace dragoman {
namespace {

/// Number of lines ending in " ." from which the text counts as tokenised.
constexpr size_t kManyTokenizedLines = 100;

class Evaluation {
 public:
  Evaluation(SegmentReader& reader, const ScoreOptions& options)
      : reader_(reader), options_(options), log_(make_stderr_logger()) {
    format_ = options.format;
    format_.colors =
        !options.no_color && std::getenv("NO_COLOR") == nullptr && isatty(STDOUT_FILENO) == 1;
  }

  void run(ScoreOutput default_output) {
    if (!reader_.next(segment_)) {
      throw std::runtime_error(
          "there is nothing to score: the files are empty; name files with text");
    }
    warn_of_marks();
    options_.check(reader_.systems().size());
    metrics_ = options_.make_metrics();
    TextWriter output("-");
    if (options_.sentence_level) {
      score_sentences(output);
    } else {
      const std::vector<CorpusScorer> scorers = score_corpora();
      output.write_line(format(scorers, options_.output.value_or(default_output)));
    }
    output.close();
  }

 private:
  void warn_of_marks() const {
    if (options_.quiet) return;
    for (const std::string& name : reader_.marked_files()) {
      log_->warn(
          "{} begins with a byte order mark, which is scored as part of its first word, as by "
          "sacreBLEU; to score the text alone, remove it: sed -i '1s/^\\xEF\\xBB\\xBF//' FILE",
          name);
    }
  }

  void count_segment(std::vector<CorpusScorer>& scorers) {
    const std::vector<std::string_view> references(segment_.references.begin(),
                                                   segment_.references.end());
    const std::vector<std::string_view> hypotheses(segment_.hypotheses.begin(),
                                                   segment_.hypotheses.end());
    for (CorpusScorer& scorer : scorers) scorer.add(references, hypotheses);
    num_tokenized_.resize(hypotheses.size());
    for (size_t s = 0; s < hypotheses.size(); ++s)
      num_tokenized_[s] += hypotheses[s].ends_with(" .") ? 1 : 0;
  }

  std::vector<CorpusScorer> make_scorers() {
    const bool keep = options_.confidence || options_.test() != SignificanceTest::kNone;
    std::vector<CorpusScorer> scorers;
    for (const auto& metric : metrics_) {
      scorers.emplace_back(*metric, reader_.systems().size(), keep);
    }
    return scorers;
  }

  void score_sentences(TextWriter& output) {
    do {
      std::vector<CorpusScorer> scorers = make_scorers();
      count_segment(scorers);
      output.write_line(format_score(report(scorers.front()), format_));
    } while (reader_.next(segment_));
  }

  std::vector<CorpusScorer> score_corpora() {
    std::vector<CorpusScorer> scorers = make_scorers();
    do {
      count_segment(scorers);
    } while (reader_.next(segment_));
    warn_of_tokenized();
    return scorers;
  }

  /// Counts each system alone, as sacreBLEU does.
  void warn_of_tokenized() const {
    const bool scores_bleu = std::any_of(metrics_.begin(), metrics_.end(), [](const auto& metric) {
      return metric->name() == "BLEU";
    });
    const size_t most = std::ranges::max(num_tokenized_);
    if (most < kManyTokenizedLines || !scores_bleu || options_.force || options_.quiet) return;
    log_->warn(
        "{} lines end in \" .\": BLEU is for text that is not tokenised; detokenise the "
        "hypotheses, or say --force",
        most);
  }

  ScoreReport report(const CorpusScorer& scorer) const {
    return {scorer.metric().name(), scorer.score(0), scorer.metric().details(scorer.sums(0)),
            scorer.signature(options_.resampling_signature()), std::nullopt};
  }

  std::string format(const std::vector<CorpusScorer>& scorers, ScoreOutput output) const {
    if (reader_.systems().size() > 1) return format_table(scorers, output);
    if (output == ScoreOutput::kLatex && !options_.quiet)
      log_->warn("--format latex is for several systems: one is printed as text, as by sacreBLEU");
    std::vector<ScoreReport> reports;
    for (const CorpusScorer& scorer : scorers) {
      reports.push_back(report(scorer));
      if (!options_.confidence) continue;
      reports.back().confidence =
          bootstrap_confidence(scorer.metric(), scorer.segments()[0], options_.resampling());
    }
    return output == ScoreOutput::kJson ? format_scores_json(reports, format_)
                                        : format_scores(reports, format_);
  }

  std::vector<PairedResult> results(const CorpusScorer& scorer) const {
    switch (options_.test()) {
      case SignificanceTest::kPairedBootstrap:
        return paired_bootstrap(scorer.metric(), scorer.segments(), options_.resampling());
      case SignificanceTest::kPairedRandomization:
        return paired_randomization(scorer.metric(), scorer.segments(), options_.resampling());
      case SignificanceTest::kNone:
        break;
    }
    std::vector<PairedResult> results;
    for (size_t s = 0; s < reader_.systems().size(); ++s) {
      results.push_back({scorer.score(s), std::nullopt, std::nullopt});
    }
    return results;
  }

  std::vector<std::string> system_names() const {
    std::vector<std::string> names = reader_.systems();
    if (options_.test() == SignificanceTest::kNone) return names;
    if (reader_.systems_are_fields()) {
      names.pop_back();  // the baseline has no number
      names.insert(names.begin(), "Baseline");
    } else {
      names.front().insert(0, "Baseline: ");
    }
    return names;
  }

  std::string format_table(const std::vector<CorpusScorer>& scorers, ScoreOutput output) const {
    ScoreTable table{system_names(), {}, options_.test(), options_.num_samples()};
    for (const CorpusScorer& scorer : scorers) {
      table.columns.push_back({scorer.metric().name(),
                               scorer.signature(options_.resampling_signature()), results(scorer)});
    }
    if (output == ScoreOutput::kJson) return format_table_json(table, format_);
    return output == ScoreOutput::kLatex ? format_table_latex(table, format_)
                                         : format_table_text(table, format_);
  }

  SegmentReader& reader_;
  const ScoreOptions& options_;
  const Logger log_;
  ScoreFormat format_;
  Segment segment_;
  std::vector<std::unique_ptr<Metric>> metrics_;
  std::vector<size_t> num_tokenized_;  // of each system
};

}  // namespace

void print_scores(SegmentReader& reader, const ScoreOptions& options, ScoreOutput default_output) {
  Evaluation(reader, options).run(default_output);
}

}  // namespace dragoman
