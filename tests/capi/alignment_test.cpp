#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "alignment/alignment_trainer.h"
#include "emulation.h"
#include "io/atomic_file.h"
#include "opened_translator.h"
#include "temporary_folder.h"

namespace dragoman {
namespace {

const std::vector<std::string> kEnglish = {"the house", "the book", "", "a house",
                                           "The book is here."};
const std::vector<std::string> kGerman = {"das Haus", "das Buch", "", "ein Haus",
                                          "Hier ist das Buch."};

std::vector<dragoman_text> texts(const std::vector<std::string>& of) {
  std::vector<dragoman_text> views;
  for (const std::string& each : of) views.push_back(text(each));
  return views;
}

/// The C interface of a corpus and of the model that is trained on it.
struct Trained {
  Trained() {
    REQUIRE(dragoman_alignment_corpus_open(&corpus) == nullptr);
    REQUIRE(add().first == 0);
  }
  ~Trained() {
    dragoman_alignments_free(alignments);
    dragoman_alignment_model_free(model);
    dragoman_alignment_corpus_free(corpus);
  }

  std::pair<int, std::string> add() {
    return taken(dragoman_alignment_corpus_add(corpus, texts(kEnglish).data(),
                                               texts(kGerman).data(), kEnglish.size()));
  }
  std::pair<int, std::string> train(const std::vector<dragoman_option>& options = {}) {
    const dragoman_call call{sizeof call, options.data(), options.size(),
                             nullptr,     nullptr,        nullptr};
    return taken(dragoman_alignment_model_train(corpus, &call, &model));
  }
  /// Aligns the corpus. Returns a line for each pair, or the error.
  std::vector<std::string> align(const std::vector<dragoman_option>& options = {}) {
    const dragoman_call call{sizeof call, options.data(), options.size(),
                             nullptr,     nullptr,        nullptr};
    dragoman_alignments_free(alignments);
    alignments = nullptr;
    const auto [code, message] = taken(dragoman_align(
        model, texts(kEnglish).data(), texts(kGerman).data(), kEnglish.size(), &call, &alignments));
    if (code != 0) return {message};
    size_t count = 0;
    const dragoman_links* const views = dragoman_alignments_view(alignments, &count);
    std::vector<std::string> lines;
    for (size_t i = 0; i < count; ++i) {
      std::vector<AlignmentLink> links;
      for (size_t k = 0; k < views[i].count; ++k)
        links.push_back({views[i].items[k].source, views[i].items[k].target});
      lines.push_back(to_pharaoh(links));
    }
    return lines;
  }

  dragoman_alignment_corpus* corpus = nullptr;
  dragoman_alignment_model* model = nullptr;
  dragoman_alignments* alignments = nullptr;
};

/// The links that the rooms of the library find.
std::vector<std::string> expected(Symmetrization how, const AlignmentTrainingOptions& options) {
  AlignmentCorpus corpus;
  for (size_t i = 0; i < kEnglish.size(); ++i) corpus.add(kEnglish[i], kGerman[i]);
  corpus.finish();
  const AlignmentModel model = train_alignment_model(corpus, options);
  std::vector<std::string> lines;
  for (size_t i = 0; i < kEnglish.size(); ++i)
    lines.push_back(to_pharaoh(model.align(kEnglish[i], kGerman[i], how)));
  return lines;
}

constexpr auto kGrow = Symmetrization::kGrowDiagFinalAnd;

}  // namespace

TEST_CASE("a model is trained on pairs, saved, opened, and aligns as the rooms do") {
  Trained trained;
  REQUIRE(trained.train().first == 0);
  CHECK(trained.align() == expected(kGrow, {}));
  CHECK(trained.align()[2] == "");
  CHECK(trained.align({{text("symmetrize"), text("union")}, {text("threads"), text("3")}}) ==
        expected(Symmetrization::kUnion, {}));
  const TemporaryFolder folder;
  const std::string path = folder / "model";
  REQUIRE(dragoman_alignment_model_save(trained.model, text(path)) == nullptr);
  const std::vector<std::string> lines = trained.align();
  dragoman_alignment_model_free(trained.model);
  trained.model = nullptr;
  REQUIRE(dragoman_alignment_model_open(text(path), &trained.model) == nullptr);
  CHECK(trained.align() == lines);
}

TEST_CASE("options of training change the model, and the corpus may be used again") {
  Trained trained;
  REQUIRE(trained.train({{text("hmm-iterations"), text("0")}}).first == 0);
  CHECK(trained.align() == expected(kGrow, {.hmm_iterations = 0}));
  dragoman_alignment_model_free(trained.model);
  REQUIRE(trained.train({{text("model1_iterations"), text("1")}}).first == 0);
  CHECK(trained.align() == expected(kGrow, {.model1_iterations = 1}));
}

TEST_CASE("wrong use of corpora and models is an error that says what to do") {
  Trained trained;
  CHECK(trained.train({{text("threads"), text("-1")}}).second ==
        "threads is -1, but must be an integer between 0 and 4096");
  REQUIRE(trained.train().first == 0);
  CHECK(taken(dragoman_alignment_model_save(trained.model, text(""))).second ==
        "the path is empty: name a file to write");
  CHECK_THAT(trained.align({{text("symmetrize"), text("some")}}).front(),
             ContainsSubstring("symmetrize is \"some\", but must be one of forward, backward"));
  CHECK(trained.add() ==
        std::pair<int, std::string>(
            DRAGOMAN_INVALID_ARGUMENT,
            "a corpus takes no more pairs once training on it has begun: begin a new one"));
  dragoman_alignment_corpus* empty = nullptr;
  REQUIRE(dragoman_alignment_corpus_open(&empty) == nullptr);
  dragoman_alignment_model* model = nullptr;
  const auto [code, message] = taken(dragoman_alignment_model_train(empty, nullptr, &model));
  CHECK(code == DRAGOMAN_INVALID_ARGUMENT);
  CHECK_THAT(message, ContainsSubstring("no pairs with words on both sides"));
  const dragoman_text line = text("a");
  CHECK(taken(dragoman_alignment_corpus_add(empty, &line, nullptr, 1)).second ==
        "a list of targets has a count, but is NULL");
  dragoman_alignment_corpus_free(empty);
}

TEST_CASE("a child process cannot use its parent's corpus, and does not change it") {
  if (is_emulated()) return;
  Trained trained;
  const pid_t child = ::fork();
  if (child == 0) {
    ::alarm(60);
    const bool refuses =
        trained.add().first == DRAGOMAN_FAILED && trained.train().first == DRAGOMAN_FAILED;
    std::quick_exit(refuses ? 0 : 1);
  }
  int status = -1;
  REQUIRE(::waitpid(child, &status, 0) == child);
  CHECK(status == 0);
  REQUIRE(trained.train().first == 0);
  CHECK(trained.align() == expected(kGrow, {}));
}

TEST_CASE("a file that is no alignment model is an error that names it") {
  const TemporaryFolder folder;
  const std::string path = folder / "text", none = folder / "none";
  write_file_atomically(path, "no model");
  dragoman_alignment_model* model = nullptr;
  const auto [code, message] = taken(dragoman_alignment_model_open(text(path), &model));
  CHECK(code == DRAGOMAN_FAILED);
  CHECK_THAT(message, ContainsSubstring(path));
  CHECK(taken(dragoman_alignment_model_open(text(none), &model)).first == DRAGOMAN_NOT_FOUND);
  const std::string with_zero = path + std::string(1, '\0') + "2";
  CHECK(taken(dragoman_alignment_model_open(text(with_zero), &model)).second ==
        "the path '" + path + "' goes on after a zero byte: name it without");
}

TEST_CASE("training, aligning and markup can be cancelled") {
  Trained trained;
  REQUIRE(trained.train().first == 0);
  const dragoman_call call{sizeof call, nullptr, 0, nullptr, [](void*) { return 0; }, nullptr};
  const std::vector<dragoman_text> many(50000, text("the <b>house</b> is here"));
  const size_t count = many.size();
  CHECK(taken(dragoman_align(trained.model, many.data(), many.data(), count, &call,
                             &trained.alignments))
            .first == DRAGOMAN_CANCELLED);
  dragoman_texts* found = nullptr;
  CHECK(taken(dragoman_strip_markup(many.data(), count, &call, &found)).first ==
        DRAGOMAN_CANCELLED);
  const std::vector<dragoman_links> none(count);
  CHECK(taken(dragoman_project_markup(many.data(), many.data(), none.data(), count, &call, &found))
            .first == DRAGOMAN_CANCELLED);
  dragoman_alignment_corpus* corpus = nullptr;
  REQUIRE(dragoman_alignment_corpus_open(&corpus) == nullptr);
  REQUIRE(dragoman_alignment_corpus_add(corpus, many.data(), many.data(), count) == nullptr);
  dragoman_alignment_model* model = nullptr;
  CHECK(taken(dragoman_alignment_model_train(corpus, &call, &model)).first == DRAGOMAN_CANCELLED);
  dragoman_alignment_corpus_free(corpus);
}

TEST_CASE("tags are removed from a text and put into its translation") {
  const std::vector<dragoman_text> fragments = {text("a <b>black</b> <i>dog</i>."),
                                                text("no &amp;")};
  const std::vector<dragoman_text> targets = {text("un chien noir."), text("rien & rien")};
  const dragoman_option tokens{text("tokens"), text("true")};
  dragoman_call call{sizeof call, &tokens, 1, nullptr, nullptr, nullptr};
  dragoman_texts* found = nullptr;
  REQUIRE(dragoman_strip_markup(fragments.data(), 2, &call, &found) == nullptr);
  CHECK(list_of_texts(found) == std::vector<std::string>{"a black dog .", "no &"});
  dragoman_texts_free(found);
  const std::vector<dragoman_link> links = {{0, 0}, {1, 2}, {2, 1}};
  const std::vector<dragoman_links> alignments = {{links.data(), links.size()}, {nullptr, 0}};
  REQUIRE(dragoman_project_markup(fragments.data(), targets.data(), alignments.data(), 2, nullptr,
                                  &found) == nullptr);
  CHECK(list_of_texts(found) ==
        std::vector<std::string>{"un <i>chien</i> <b>noir</b>.", "rien &amp; rien"});
  dragoman_texts_free(found);
  const dragoman_link missing{3, 0};
  const std::vector<dragoman_links> wrong = {{nullptr, 0}, {&missing, 1}};
  CHECK_THAT(taken(dragoman_project_markup(fragments.data(), targets.data(), wrong.data(), 2,
                                           nullptr, &found))
                 .second,
             ContainsSubstring("text 1: there is no link 3-0, since the pair has 2 source and 3"));
}

}  // namespace dragoman
