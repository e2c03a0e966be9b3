#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <numeric>

#include "app/commands.h"
#include "app/setting_flags.h"
#include "data/alignment_link.h"
#include "grammar/embedded_corpus.h"
#include "io/folder.h"
#include "io/log.h"
#include "io/text_file.h"

namespace dragoman {
namespace {

struct CorpusOptions {
  std::string out;
  size_t num_pairs = 20000;
  uint64_t seed = 1;
  bool alignment = false;
};

void write_alignment(const std::string& path, const std::vector<GrammarPair>& pairs) {
  TextWriter file(path);
  for (const GrammarPair& pair : pairs) {
    std::vector<AlignmentLink> links;
    for (const grammar::WordLink& link : pair.links) links.push_back({link.english, link.german});
    file.write_line(to_pharaoh(links));
  }
  file.close();
}

/// Writes NAME.en and NAME.de, and NAME.align if there is an alignment. Otherwise removes
/// NAME.align, which would be that of an earlier text.
void write_part(const std::string& name, const std::vector<GrammarPair>& pairs, bool alignment) {
  if (!alignment) std::filesystem::remove(name + ".align");
  TextWriter english(name + ".en");
  TextWriter german(name + ".de");
  for (const GrammarPair& pair : pairs) {
    english.write_line(pair.english);
    german.write_line(pair.german);
  }
  english.finish();
  german.finish();
  english.close();
  german.close();
  if (alignment) write_alignment(name + ".align", pairs);
}

double mean_of(const std::vector<double>& numbers) {
  return std::accumulate(numbers.begin(), numbers.end(), 0.0) / static_cast<double>(numbers.size());
}

int write_corpus(const CorpusOptions& options) {
  make_folder(options.out);
  const PairLinks links = options.alignment ? PairLinks::kAll : PairLinks::kNone;
  const EmbeddedCorpus corpus = generate_corpus(options.num_pairs, options.seed, links);
  write_part(options.out + "/train", corpus.train, options.alignment);
  write_part(options.out + "/valid", corpus.valid, options.alignment);
  write_part(options.out + "/test", corpus.test, options.alignment);
  const Logger log = make_stderr_logger();
  log->info("{}: {} pairs in train, {} in valid, {} in test", options.out, corpus.train.size(),
            corpus.valid.size(), corpus.test.size());
  log->info("entropy of an English sentence, by the grammar: {:.2f} nats in valid, {:.2f} in test",
            mean_of(corpus.valid_nats), mean_of(corpus.test_nats));
  return 0;
}

}  // namespace

void add_corpus_command(CLI::App& command, std::function<int()>& run) {
  const auto options = std::make_shared<CorpusOptions>();
  command.add_option("--out", options->out, "folder for {train,valid,test}.{en,de}")->required();
  add_count_option(command, "--pairs", options->num_pairs,
                   "pairs in train; valid and test each have a twentieth of them, at most 1000",
                   between(kFewestCorpusPairs, kMostCorpusPairs))
      ->default_str(std::to_string(options->num_pairs));
  add_count_option(command, "--seed", options->seed, "the same seed gives the same corpus")
      ->default_str(std::to_string(options->seed));
  command.add_flag("--alignment", options->alignment,
                   "also write {train,valid,test}.align: links of words, as 0-0 1-2");
  command.callback([options, &run] { run = [options] { return write_corpus(*options); }; });
}

}  // namespace dragoman
