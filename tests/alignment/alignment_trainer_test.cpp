#include "alignment/alignment_trainer.h"

#include "alignment/corpus_aligner.h"
#include "catch.h"
#include "file_size_limit.h"
#include "io/atomic_file.h"
#include "temporary_folder.h"
#include "threads/cancellation.h"

namespace dragoman {
namespace {

const std::vector<SentencePair> kPairs = {{"the house", "das Haus"},
                                          {"The house is small.", "Das Haus ist klein."},
                                          {"", ""},
                                          {"the book", "das Buch"},
                                          {"the book is here", "hier ist das Buch"},
                                          {"a small book", "ein kleines Buch"},
                                          {"the small house", "das kleine Haus"},
                                          {"nothing on the other side", ""},
                                          {"here is a house", "hier ist ein Haus"},
                                          {"\"Here is the book,\"", "„Hier ist das Buch“,"}};

AlignmentCorpus corpus_of(const std::vector<SentencePair>& pairs) {
  AlignmentCorpus corpus;
  for (const SentencePair& pair : pairs) corpus.add(pair.source, pair.target);
  corpus.finish();
  return corpus;
}

/// The same pairs over and over with another word in each, and a line that is cut into parts.
std::vector<SentencePair> many_pairs() {
  std::vector<SentencePair> pairs;
  SentencePair all;
  for (int i = 0; i < 400; ++i) {
    for (SentencePair pair : kPairs) {
      const std::string number = " " + std::to_string(i % 37);
      pair.source += number;
      pair.target += number;
      if (i < 40) {
        all.source += " " + pair.source;
        all.target += " " + pair.target;
      }
      pairs.push_back(std::move(pair));
    }
  }
  pairs.push_back(all);
  return pairs;
}

AlignmentModel model_of(const AlignmentCorpus& corpus, int64_t threads) {
  return train_alignment_model(corpus, {.threads = threads});
}

std::string lines_of(const AlignmentCorpus& corpus, const AlignmentModel& model, Symmetrization how,
                     int64_t threads) {
  std::string text;
  align_word_pairs(corpus.pairs(), model.parameters(), {.symmetrize = how, .threads = threads},
                   [&](const std::string& lines) { text += lines; });
  return text;
}

std::string joined(const std::vector<std::vector<AlignmentLink>>& pairs) {
  std::string text;
  for (const auto& links : pairs) text += to_pharaoh(links) + "\n";
  return text;
}

constexpr auto kGrow = Symmetrization::kGrowDiagFinalAnd;

}  // namespace

TEST_CASE("words that go together are linked, across other orders and punctuation") {
  const AlignmentCorpus corpus = corpus_of(kPairs);
  const AlignmentModel model = model_of(corpus, 1);
  CHECK(to_pharaoh(model.align("the small house", "das kleine Haus", kGrow)) == "0-0 1-1 2-2");
  CHECK(to_pharaoh(model.align("The book is here!", "Hier ist das Buch!", kGrow)) ==
        "0-2 1-3 2-1 3-0");
}

TEST_CASE("a model and its links have the same bits for any number of threads") {
  const TemporaryFolder folder;
  const AlignmentCorpus corpus = corpus_of(many_pairs());
  const AlignmentModel one = model_of(corpus, 1), three = model_of(corpus, 3);
  one.save(folder / "one");
  three.save(folder / "three");
  CHECK(read_file(folder / "one") == read_file(folder / "three"));
  CHECK(lines_of(corpus, one, kGrow, 1) == lines_of(corpus, three, kGrow, 4));
}

TEST_CASE("a saved model gives the links that training gave, one line for each pair") {
  const TemporaryFolder folder;
  const std::vector<SentencePair> pairs = many_pairs();
  const AlignmentCorpus corpus = corpus_of(pairs);
  const AlignmentModel model = model_of(corpus, 2);
  model.save(folder / "model");
  const AlignmentModel loaded = AlignmentModel::load(folder / "model");
  for (const auto& [how, name] : enum_names(kGrow)) {
    INFO(name);
    CHECK(lines_of(corpus, model, how, 2) ==
          joined(loaded.align(pairs, {.symmetrize = how, .threads = 2})));
  }
}

TEST_CASE("words that the model does not know are aligned by their neighbours") {
  const AlignmentModel model = model_of(corpus_of(kPairs), 1);
  CHECK(to_pharaoh(model.align("the zebra is here", "das Zebra ist hier", kGrow)) ==
        "0-0 1-1 2-2 3-3");
}

TEST_CASE("a line of 5,000 words is aligned in parts") {
  const AlignmentModel model = model_of(corpus_of(kPairs), 1);
  std::string source, target;
  for (int i = 0; i < 2500; ++i) {
    source += "the house ";
    target += "das Haus ";
  }
  const auto links = model.align(source, target, kGrow);
  CHECK(links.size() > 4500);
  CHECK(links.back().source > 4990);
  CHECK(model.align(source, "Haus", kGrow).size() <= 1000);
}

TEST_CASE("training and aligning end when they are cancelled") {
  std::vector<SentencePair> pairs;
  for (int i = 0; i < 10; ++i) {
    for (const SentencePair& pair : many_pairs()) pairs.push_back(pair);
  }
  const AlignmentCorpus corpus = corpus_of(pairs);
  const AlignmentModel model = model_of(corpus, 1);
  for (const int64_t threads : {1, 3}) {
    const Cancellation cancellation([] { return false; });
    CHECK_THROWS_AS(model.align(pairs, {.threads = threads}), Cancelled);
    CHECK_THROWS_AS(model_of(corpus, threads), Cancelled);
  }
}

TEST_CASE("aligning a single long line ends when it is cancelled") {
  const AlignmentModel model = model_of(corpus_of(kPairs), 1);
  std::string words;
  for (int i = 0; i < 5000; ++i) words += "the ";
  const Cancellation cancellation([] { return false; });
  CHECK_THROWS_AS(model.align(words, words), Cancelled);
}

TEST_CASE("a corpus takes no pairs once it is finished, and may be finished twice") {
  AlignmentCorpus corpus = corpus_of(kPairs);
  corpus.finish();
  CHECK_THROWS_WITH(corpus.add("a", "b"), ContainsSubstring("begin a new one"));
  CHECK(model_of(corpus, 1).align("the", "das", kGrow).size() == 1);
  AlignmentCorpus unfinished;
  unfinished.add("the", "das");
  CHECK_THROWS_WITH(model_of(unfinished, 1), ContainsSubstring("finish()"));
}

TEST_CASE("a corpus that a full disk cut off cannot be trained on") {
  AlignmentCorpus corpus;
  {
    const FileSizeLimit limit(1000);
    for (int i = 0; i < 1000; ++i) corpus.add("the house", "das Haus");
    CHECK_THROWS_WITH(corpus.finish(), ContainsSubstring("cannot write"));
  }
  CHECK_THROWS_WITH(corpus.finish(), ContainsSubstring("is incomplete"));
  CHECK_THROWS_AS(model_of(corpus, 1), std::invalid_argument);
}

TEST_CASE("sides without words have no links") {
  const AlignmentModel model = model_of(corpus_of(kPairs), 1);
  CHECK(model.align("", "das Haus", kGrow).empty());
  CHECK(model.align("the house", "", Symmetrization::kUnion).empty());
}

TEST_CASE("options out of range are refused") {
  const AlignmentCorpus corpus = corpus_of(kPairs);
  const auto refused = [&](const char* message, auto change) {
    AlignmentTrainingOptions options;
    change(options);
    CHECK_THROWS_WITH(train_alignment_model(corpus, options), message);
  };
  refused("threads is -4, but must be an integer between 0 and 4096",
          [](AlignmentTrainingOptions& options) { options.threads = -4; });
  refused("null_probability is 2.0, but must be a number between 0 and 1",
          [](AlignmentTrainingOptions& options) { options.null_probability = 2; });
  refused("alpha is -1.0, but must be a number between 0 and 1000000",
          [](AlignmentTrainingOptions& options) { options.alpha = -1; });
  AlignOptions how;
  how.symmetrize = static_cast<Symmetrization>(9);
  CHECK_THROWS_AS(model_of(corpus, 1).align({{"the house", "das Haus"}}, how),
                  std::invalid_argument);
}

TEST_CASE("a corpus without words is refused") {
  CHECK_THROWS_WITH(model_of(corpus_of({}), 1), ContainsSubstring("no pairs with words"));
  CHECK_THROWS_AS(model_of(corpus_of({{"", "x"}, {"", ""}}), 1), std::runtime_error);
}

TEST_CASE("a file that is no alignment model is refused, and so is a damaged one") {
  const TemporaryFolder folder;
  write_file_atomically(folder / "text", "no model");
  CHECK_THROWS_AS(AlignmentModel::load(folder / "text"), std::runtime_error);
  CHECK_THROWS_AS(AlignmentModel::load(folder / "none"), std::runtime_error);
  model_of(corpus_of(kPairs), 1).save(folder / "model");
  std::string content = read_file(folder / "model");
  content.back() = static_cast<char>(content.back() ^ 1);
  write_file_atomically(folder / "model", content);
  CHECK_THROWS_AS(AlignmentModel::load(folder / "model"), std::runtime_error);
}

}  // namespace dragoman
