#include <CLI/CLI.hpp>
#include <map>
#include <memory>

#include "app/commands.h"
#include "app/distinct_paths.h"
#include "app/judged_pair_writer.h"
#include "app/pair_options.h"
#include "app/pair_scorer_options.h"
#include "app/raw_pair_reader.h"
#include "app/setting_flags.h"
#include "data/text_faults.h"
#include "io/log.h"
#include "io/settings_values.h"
#include "io/text_file.h"
#include "translate/pair_filter.h"

namespace dragoman {
namespace {

/// Pairs that are read and scored at a time, so that batches have similar lengths.
constexpr size_t kPairsAtATime = 4096;
/// A text has another encoding if at least one pair in so many is invalid UTF-8, and so many pairs.
constexpr uint64_t kInvalidShare = 20, kFewestInvalid = 10;

struct FilterArguments {
  RawPairSources input;
  JudgedPairOutputs output;
  std::string kept;
  PairFilterSettings filter;
  PairScorerArguments scorers;
};

/// Returns "kept 7 of 10 pairs; dropped: 2 empty, 1 max-ratio".
std::string summary(const std::map<PairVerdict, uint64_t>& counts) {
  uint64_t kept = 0, all = 0;
  std::string dropped;
  for (const auto& [verdict, count] : counts) {
    all += count;
    if (verdict == PairVerdict::kKept) {
      kept = count;
    } else {
      dropped +=
          (dropped.empty() ? "; dropped: " : ", ") + std::to_string(count) + " " + name_of(verdict);
    }
  }
  return "kept " + std::to_string(kept) + " of " + std::to_string(all) + " pairs" + dropped;
}

/// Shows the filter the pairs before the shard, since the shard may repeat them.
void see_pairs_before(RawPairReader& input, PairFilter& pair_filter) {
  for (auto pairs = input.read_before(kPairsAtATime); !pairs.empty();
       pairs = input.read_before(kPairsAtATime))
    pair_filter.see(pairs);
}

/// Throws for numbers of words that no pair has.
void check_words(const PairRules& rules) {
  if (rules.max_words == 0 || rules.min_words <= rules.max_words) return;
  throw std::invalid_argument("--min-words is " + std::to_string(rules.min_words) +
                              ", but --max-words only " + std::to_string(rules.max_words) +
                              ": no pair would be kept; change one of them");
}

CorpusSettings corpus_of(const RawPairSources& sources) {
  CorpusSettings corpus;
  corpus.source = sources.source;
  corpus.target = sources.target;
  corpus.tsv = sources.tsv;
  return corpus;
}

/// Warns if so many pairs are invalid UTF-8 that the text has another encoding.
void warn_of_encoding(std::map<PairVerdict, uint64_t>& counts, const std::string& name,
                      const Logger& log) {
  uint64_t all = 0;
  for (const auto& [verdict, count] : counts) all += count;
  const uint64_t invalid = counts[PairVerdict::kInvalidUtf8];
  if (invalid * kInvalidShare < all || invalid < kFewestInvalid) return;
  log->warn("{}: {} of {} pairs are dropped as invalid UTF-8; if the text has another encoding, {}",
            name, invalid, all, kConversionAdvice);
}

int filter(FilterArguments& arguments) {
  check_words(arguments.filter.rules);
  arguments.scorers.check(arguments.filter, arguments.output.scores);
  if (!arguments.kept.empty()) {
    arguments.output.kept_source = arguments.kept + ".source";
    arguments.output.kept_target = arguments.kept + ".target";
  }
  const RawPairSources& read = arguments.input;
  const JudgedPairOutputs& written = arguments.output;
  check_inputs_stay({read.source, read.target, read.tsv},
                    {written.kept_source, written.kept_target, written.dropped});
  RawPairReader input(arguments.input);
  JudgedPairWriter output(arguments.output);
  PairFilter pair_filter(arguments.filter, arguments.scorers.open());
  if (arguments.filter.drop_duplicates) see_pairs_before(input, pair_filter);
  std::map<PairVerdict, uint64_t> counts;
  TextFaults faults;
  for (auto pairs = input.read(kPairsAtATime); !pairs.empty(); pairs = input.read(kPairsAtATime)) {
    const std::vector<JudgedPair> judged = pair_filter.judge(pairs);
    for (size_t i = 0; i < pairs.size(); ++i) {
      output.write(pairs[i], judged[i]);
      ++counts[judged[i].verdict];
      if (judged[i].verdict == PairVerdict::kKept) faults.add(pairs[i]);
    }
  }
  output.close();
  const Logger log = make_stderr_logger();
  log->info("{}", summary(counts));
  const CorpusSettings corpus = corpus_of(arguments.input);
  warn_of_encoding(counts, corpus.name(), log);
  faults.warn(corpus, log);
  return 0;
}

void add_file_options(CLI::App& command, FilterArguments& arguments) {
  JudgedPairOutputs& output = arguments.output;
  RawPairSources& input = arguments.input;
  add_pair_options(command, input.source, input.target, input.tsv);
  add_shard_option(command, input.shard);
  CLI::Option* out_source = command.add_option(
      "--out-source", output.kept_source, "file for the sources that are kept; .gz is written");
  CLI::Option* out_target =
      command.add_option("--out-target", output.kept_target,
                         "file for the targets that are kept (default: TSV to stdout)");
  out_source->needs(out_target);
  out_target->needs(out_source);
  command
      .add_option("--kept", arguments.kept,
                  "replaces --out-source and --out-target: PREFIX.source and PREFIX.target")
      ->type_name("PREFIX")
      ->excludes(out_source)
      ->excludes(out_target);
  command.add_option(
      "--dropped", output.dropped,
      "TSV file for the pairs that are dropped, with the reason in the third column");
  command.add_flag("--scores", output.scores,
                   "add three columns to TSV: scores of --language-model, --source-language-model, "
                   "and the translation models");
}

void add_rule_options(CLI::App& command, PairFilterSettings& filter) {
  const auto add_words = [&](const char* name, int64_t& value, const char* help) {
    add_count_option(command, name, value, help, between(1, 1e9));
  };
  add_words("--min-words", filter.rules.min_words, "smallest number of words of each side");
  add_words("--max-words", filter.rules.max_words, "largest number of words of each side");
  add_words("--max-characters", filter.rules.max_characters,
            "largest number of characters of each side");
  add_field_flag(command, filter.rules.max_ratio, between(1, 1e9), "max_ratio",
                 "largest ratio of the longer side's words to the shorter side's");
  command.add_flag("--identical", filter.rules.drop_identical,
                   "drop pairs whose sides are the same text");
  command.add_flag("--duplicates", filter.drop_duplicates, "drop pairs that occurred before");
}

}  // namespace

void add_filter_command(CLI::App& command, std::function<int()>& run) {
  auto arguments = std::make_shared<FilterArguments>();
  add_file_options(command, *arguments);
  add_rule_options(command, arguments->filter);
  arguments->scorers.add_options(command, arguments->filter);
  command.callback([arguments, &run] { run = [arguments] { return filter(*arguments); }; });
}

}  // namespace dragoman
