#include "data/held_out.h"

#include <algorithm>
#include <set>

#include "catch.h"
#include "corpus_of.h"
#include "data/parallel_text.h"
#include "io/atomic_file.h"
#include "temporary_folder.h"

namespace dragoman {
namespace {

/// Pairs that are all different, but that each fifth has the source of pair 0, and each seventh the
/// target of pair 1 with a space behind it.
CorpusSettings write_repetitive_corpus(const TemporaryFolder& folder, size_t count) {
  std::string source, target;
  for (size_t i = 0; i < count; ++i) {
    source += i % 5 == 0 ? "the same\n" : "source " + std::to_string(i) + "\n";
    target += i % 7 == 1 ? "dasselbe \n" : "target " + std::to_string(i) + "\n";
  }
  write_file_atomically(folder / "a", source);
  write_file_atomically(folder / "b", target);
  return corpus_of(folder / "a", folder / "b");
}

}  // namespace

TEST_CASE("what is held out depends on the seed alone, and comes in order") {
  const TemporaryFolder folder;
  const CorpusSettings corpus = write_repetitive_corpus(folder, 1000);
  const auto chosen = choose_held_out(corpus, 50, 1);
  CHECK(chosen.size() == 50);
  CHECK(std::is_sorted(chosen.begin(), chosen.end()));
  CHECK(chosen == choose_held_out(corpus, 50, 1));
  CHECK(chosen != choose_held_out(corpus, 50, 2));
}

TEST_CASE("no side of a pair that is held out is left to train on, and no pair is lost") {
  const TemporaryFolder folder;
  const CorpusSettings corpus = write_repetitive_corpus(folder, 1000);
  const auto chosen = choose_held_out(corpus, 100, 1);
  const DividedFiles files{folder / "ta", folder / "tb", folder / "va", folder / "vb"};
  divide_corpus(corpus, chosen, files);
  const ParallelText train = read_parallel_text(corpus_of(files.train_source, files.train_target));
  const ParallelText valid = read_parallel_text(corpus_of(files.valid_source, files.valid_target));
  CHECK(valid.size() == 100);
  CHECK(train.size() == 900);
  const std::set<std::string> sources(train.source.begin(), train.source.end());
  const std::set<std::string> targets(train.target.begin(), train.target.end());
  for (size_t i = 0; i < valid.size(); ++i) {
    CHECK(sources.count(valid.source[i]) == 0);
    CHECK(targets.count(valid.target[i]) == 0);
    CHECK(valid.source[i].substr(7) == valid.target[i].substr(7));  // still translations
  }
}

TEST_CASE("nothing is held out that is blank, lopsided or long, or there more than once") {
  const TemporaryFolder folder;
  write_file_atomically(folder / "a", "\nshort\n" + std::string(1001, 'x') + "\ntwice\n twice\n");
  write_file_atomically(folder / "b", "b\n" + std::string(100, 'y') + "\n" +
                                          std::string(1001, 'z') + "\nzwei\ndrei\n");
  CHECK(choose_held_out(corpus_of(folder / "a", folder / "b"), 5, 1).empty());
}

TEST_CASE("lines that may be held out are measured in characters") {
  const TemporaryFolder folder;
  std::string thai, long_thai;
  for (int i = 0; i < 1000; ++i) thai += "ก";
  for (int i = 0; i < 1001; ++i) long_thai += "ก";
  write_file_atomically(folder / "a", thai + "\n" + long_thai + "\n");
  write_file_atomically(folder / "b", std::string(240, 'x') + "\n" + std::string(1000, 'y') + "\n");
  const auto chosen = choose_held_out(corpus_of(folder / "a", folder / "b"), 5, 1);
  CHECK(chosen == std::vector<size_t>{0});
}

TEST_CASE("all pairs that are there once are found among many that repeat") {
  const TemporaryFolder folder;
  std::string lines;
  for (int i = 0; i < 6000; ++i) lines += i % 100 == 7 ? std::to_string(i) + "\n" : "the same\n";
  write_file_atomically(folder / "a", lines);
  write_file_atomically(folder / "b", lines);
  const CorpusSettings corpus = corpus_of(folder / "a", folder / "b");
  const auto chosen = choose_held_out(corpus, 300, 1);
  CHECK(chosen.size() == 60);
  CHECK(std::all_of(chosen.begin(), chosen.end(), [](size_t i) { return i % 100 == 7; }));
  CHECK(choose_held_out(corpus, 60, 2) == chosen);
  CHECK(choose_held_out(corpus, 50, 1).size() == 50);
}

TEST_CASE("pairs of two corpora are shared if both sides are, but for white space around them") {
  const TemporaryFolder folder;
  write_file_atomically(folder / "train.en", "one\ntwo \n\nthree\none\n");
  write_file_atomically(folder / "train.de", "eins\n zwei\n\ndrei\neins\n");
  write_file_atomically(folder / "valid.en", "one\ntwo\ntwo\n\nthree\nfour\n");
  write_file_atomically(folder / "valid.de", "eins\nzwei\nzwei\n\nvier\ndrei\n");
  const CorpusSettings train = corpus_of(folder / "train.en", folder / "train.de"),
                       valid = corpus_of(folder / "valid.en", folder / "valid.de");
  CHECK(count_shared_pairs(valid, train) == 3);
  CHECK(count_shared_pairs(train, valid) == 3);
  CHECK(count_shared_pairs(valid, valid) == 5);
}

}  // namespace dragoman
