#include <filesystem>
#include <sstream>

#include "captured_stderr.h"
#include "io/atomic_file.h"
#include "several_processes.h"
#include "small_runs.h"
#include "threads/thread_count.h"
#include "train/found_alignments.h"

namespace dragoman {
namespace {

/// Words of two languages whose n-th ones translate each other, in sentences whose order is turned
/// around: word i of n is linked with word n - 1 - i.
struct TurnedCorpus {
  std::string source, target, links;

  TurnedCorpus(size_t count, uint64_t first) {
    for (uint64_t number = first; number < first + count; ++number) {
      const uint64_t words = 2 + number % 4;
      for (uint64_t i = 0; i < words; ++i) {
        const uint64_t word = number * 2654435761 / (i + 1) % 11;
        source += std::string(i > 0 ? " " : "") + static_cast<char>('a' + word);
        links += (i > 0 ? " " : "") + std::to_string(i) + "-" + std::to_string(words - 1 - i);
      }
      for (uint64_t i = 0; i < words; ++i) {
        const uint64_t word = number * 2654435761 / (words - i) % 11;
        target += std::string(i > 0 ? " " : "") + static_cast<char>('l' + word);
      }
      for (std::string* text : {&source, &target, &links}) *text += "\n";
    }
  }
};

CorpusSettings write_turned(const TemporaryFolder& folder, const std::string& name, size_t count,
                            uint64_t first) {
  const TurnedCorpus turned(count, first);
  CorpusSettings corpus;
  corpus.source = written_file(folder / (name + ".s"), turned.source);
  corpus.target = written_file(folder / (name + ".t"), turned.target);
  written_file(folder / (name + ".align"), turned.links);
  return corpus;
}

/// Aligned pairs to train on; `alignment` is a file, auto or "".
DataSettings turned_data(const TemporaryFolder& folder, const std::string& alignment) {
  DataSettings settings;
  settings.train = {write_turned(folder, "train", 60, 1)};
  settings.train[0].alignment = alignment;
  settings.valid = write_turned(folder, "valid", 8, 100);
  return settings;
}

/// Each of so many target words with the first source word, which is learnt soon.
std::string all_with_first(size_t count) {
  std::string links;
  for (size_t i = 0; i < count; ++i) links += " 0-" + std::to_string(i);
  return links;
}

Transformer guided_model(const TrainingData& data, int64_t heads = 1) {
  ModelSettings shape = small_model(data)->settings();
  shape.decoder_layers = 2;
  shape.alignment_heads = heads;
  Transformer model(shape, data.tokenizers.sizes());
  initialize_weights(*model, 1);
  return model;
}

/// The column of a run's train.tsv.
std::vector<double> column_of(const std::string& run, const std::string& name) {
  std::vector<std::string> lines = read_lines(run + "/train.tsv");
  const auto cells = [](const std::string& line) {
    std::vector<std::string> all;
    std::istringstream text(line);
    for (std::string cell; std::getline(text, cell, '\t');) all.push_back(cell);
    return all;
  };
  const std::vector<std::string> header = cells(lines.front());
  const auto found = std::find(header.begin(), header.end(), name);
  REQUIRE(found != header.end());
  std::vector<double> values;
  for (size_t i = 1; i < lines.size(); ++i)
    values.push_back(std::stod(cells(lines[i]).at(static_cast<size_t>(found - header.begin()))));
  return values;
}

}  // namespace

TEST_CASE("guided attention learns the links, in fp32, bf16 and with R-Drop") {
  const TemporaryFolder folder;
  const DataSettings turned = turned_data(folder, folder / "train.align");
  std::string links;
  for (const std::string& line : read_lines(turned.train[0].target))
    links += all_with_first(line.size() / 2 + 1) + "\n";
  written_file(folder / "train.align", links);
  const TrainingData data = make_data(folder, turned);
  TrainSettings settings = settings_to_end(40);
  settings.learning_rate = 1e-2;
  settings.precision = GENERATE(TrainPrecision::kFp32, TrainPrecision::kBf16);
  settings.r_drop = GENERATE(0.0, 2.0);
  const int64_t heads = GENERATE(1, 2);
  std::vector<double> last;
  for (const double weight : {0.0, 1.0}) {
    settings.alignment_weight = weight;
    const std::string run = folder / std::to_string(weight);
    trainer_of(guided_model(data, heads), data, run, settings).run();
    const std::vector<double> losses = column_of(run, "alignment_loss");
    CHECK(losses.front() > 1.5);
    last.push_back(losses.back());
  }
  INFO(last[0] << " " << last[1]);
  CHECK(last[1] < 0.6 * last[0]);
}

TEST_CASE("a guided run ends with the same bits for any workers and however it is stopped") {
  const TemporaryFolder folder;
  DataSettings random = turned_data(folder, folder / "train.align");
  random.bpe_dropout = 0.2;
  random.source_word_dropout = 0.1;
  random.terms.rate = 0.5;
  const TrainingData data = make_data(folder, random, TokenizerType::kBpe);
  TrainSettings settings = train_settings(5);
  settings.r_drop = GENERATE(0.0, 5.0);
  settings.precision = GENERATE(TrainPrecision::kFp32, TrainPrecision::kBf16);
  trainer_of(guided_model(data), data, folder / "straight", settings).run();
  {
    const ThreadCount threads(3);
    trainer_of(guided_model(data), data, folder / "three", settings, 3).run();
  }
  check_same_run(folder / "straight", folder / "three");
  for (int64_t updates = 1; updates <= 5; ++updates) {
    settings.updates = updates;
    Trainer part = trainer_of(guided_model(data), data, folder / "parts", settings, 1);
    CHECK(part.resume() == (updates > 1));
    part.run();
  }
  check_same_weights(folder / "straight", folder / "parts");
}

TEST_CASE("a guided run ends with the same bits in two processes") {
  if (!has_c10d()) return;
  const TemporaryFolder folder;
  const DataSettings settings = turned_data(folder, "auto");
  const auto train = [&](Exchange& exchange, const std::string& run) {
    const std::string own = exchange.is_first() ? run : run + ".other";
    std::filesystem::create_directories(folder / own);
    const TrainingData data = prepare_data(settings, TokenizerType::kChar, folder / own, exchange);
    trainer_of(guided_model(data), data, folder / own, train_settings(5), 1, exchange).run();
  };
  train(alone(), "one");
  run_well(2, [&](Exchange& exchange) { train(exchange, "two"); });
  check_same_run(folder / "one", folder / "two");
}

TEST_CASE("heads that nothing guides are trained as if there were none") {
  const TemporaryFolder folder;
  const TrainingData data = make_data(folder, turned_data(folder, ""));
  for (const int64_t heads : {0, 2})
    trainer_of(guided_model(data, heads), data, folder / std::to_string(heads), train_settings(6))
        .run();
  check_same_weights(folder / "0", folder / "2");
}

TEST_CASE("training aligns its corpora itself, those of a tag together, and once") {
  const TemporaryFolder folder;
  DataSettings settings;
  settings.train = {write_turned(folder, "a", 50, 1), write_turned(folder, "b", 3, 60),
                    write_turned(folder, "c", 50, 1), write_turned(folder, "d", 4, 1)};
  settings.train[2].tag = "<2x>";
  for (size_t i : {0, 1, 2}) settings.train[i].alignment = "auto";
  std::filesystem::create_directories(folder / "cache");
  const auto find = [&] {
    return find_alignments(settings, folder / "cache", 2, make_null_logger());
  };
  const DataSettings found = find();
  CHECK(found.train[3].alignment.empty());
  for (size_t i : {0, 1, 2}) {
    const auto links = read_lines(found.train[i].alignment);
    const auto expected =
        read_lines(folder / (std::string(1, static_cast<char>('a' + i)) + ".align"));
    REQUIRE(links.size() == expected.size());
    size_t equal = 0;
    for (size_t line = 0; line < links.size(); ++line) {
      auto ours = parse_pharaoh(links[line], "ours"),
           theirs = parse_pharaoh(expected[line], "theirs");
      std::sort(theirs.begin(), theirs.end());
      equal += ours == theirs;
    }
    CHECK(equal * 10 > links.size() * 6);  // letters repeat
  }
  const auto written = std::filesystem::last_write_time(found.train[0].alignment);
  CHECK(find().train[0].alignment == found.train[0].alignment);
  CHECK(std::filesystem::last_write_time(found.train[0].alignment) == written);
  const std::string links = read_file(found.train[0].alignment);
  const std::string damaged = GENERATE(as<std::string>(), "", "1-", "garbage\n");
  written_file(found.train[0].alignment, damaged);
  CHECK(read_file(find().train[0].alignment) == links);
  written_file(settings.train[1].target, TurnedCorpus(3, 61).target);
  CHECK(find().train[0].alignment != found.train[0].alignment);
  CHECK(find().train[2].alignment == found.train[2].alignment);
}

TEST_CASE("links of text without spaces between words are found with a warning") {
  const TemporaryFolder folder;
  DataSettings settings = turned_data(folder, "auto");
  std::string target;
  for (int i = 0; i < 60; ++i) target += "グラフの種類を変更します" + std::to_string(i) + "\n";
  written_file(settings.train[0].target, target);
  std::filesystem::create_directory(folder / "cache");
  const std::string log = captured_stderr(
      [&] { find_alignments(settings, folder / "cache", 1, make_stderr_logger()); });
  CHECK_THAT(log, ContainsSubstring("the target is written without spaces between words"));
}

TEST_CASE("a run keeps the links that it has found, and deletes those of other text") {
  const TemporaryFolder folder;
  const auto alignments = [&] {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder / "cache"))
      if (entry.path().extension() == kFoundAlignment) names.push_back(entry.path().filename());
    return names;
  };
  DataSettings settings = turned_data(folder, "auto");
  const TrainingData first = make_data(folder, settings);
  const auto kept = alignments();
  CHECK(kept.size() == 1);
  CHECK(make_data(folder, settings).fingerprints == first.fingerprints);
  CHECK(alignments() == kept);
  settings.train = {write_turned(folder, "train", 60, 2)};
  settings.train[0].alignment = "auto";
  CHECK(make_data(folder, settings).fingerprints != first.fingerprints);
  CHECK(alignments().size() == 1);
  CHECK(alignments() != kept);
}

}  // namespace dragoman
