#include "data/corpus_survey.h"

#include "captured_stderr.h"
#include "catch.h"
#include "io/atomic_file.h"
#include "temporary_folder.h"
#include "written_file.h"

namespace dragoman {

TEST_CASE("words are what white space parts, and each two characters without spaces") {
  CHECK(count_words("A man  sleeps.") == 3);
  CHECK(count_words(" \t") == 0);
  CHECK(count_words("schläft") == 1);
  CHECK(count_words("一个男人在睡觉") == 1 + 3);
}

TEST_CASE("a survey counts the pairs whose sides both have text") {
  const TemporaryFolder folder;
  write_file_atomically(folder / "a", "a b\n\nb a a\nb .\n");
  write_file_atomically(folder / "b", "ä\nc\nb\nb\n");
  CorpusSettings corpus;
  corpus.source = folder / "a";
  corpus.target = folder / "b";
  const CorpusSurvey survey = survey_corpus(corpus, 10);
  CHECK(survey.num_pairs == 3);
  CHECK(survey.source_words == 7);
  CHECK(survey.target_words == 3);
  CHECK(survey.num_characters == 5);  // a, space, b, ä, full stop
  CHECK(!survey.target_lacks_spaces);
}

TEST_CASE("of pairs that are too long, a survey counts nothing but their number") {
  const TemporaryFolder folder;
  write_file_atomically(folder / "a", "a b c\na b c d\na\n");
  write_file_atomically(folder / "b", "ä\nb\nä b c d\n");
  CorpusSettings corpus;
  corpus.source = folder / "a";
  corpus.target = folder / "b";
  const CorpusSurvey survey = survey_corpus(corpus, 3);
  CHECK(survey.num_pairs == 1);
  CHECK(survey.num_long == 2);
  CHECK(survey.source_words == 3);
  CHECK(survey.target_words == 1);
  CHECK(survey.num_characters == 5);
  CHECK(survey.most_words == 3);
}

TEST_CASE("characters beyond the share that a vocabulary must cover do not count") {
  const TemporaryFolder folder;
  CorpusSettings corpus;
  corpus.source = written_file(folder / "a", "aaaaaaaaaaaaaaaa\n");
  corpus.target = written_file(folder / "b", "bbé漢\n");
  const auto num_characters = [&](double coverage) {
    return survey_corpus(corpus, 10, coverage).num_characters;
  };
  CHECK(num_characters(1) == 4);
  CHECK(num_characters(0.92) == 3);
  CHECK(num_characters(0.9) == 2);
  CHECK(num_characters(0.8) == 1);
}

TEST_CASE("words of Hangul, which have spaces between them, do not make a pair too long") {
  const TemporaryFolder folder;
  CorpusSettings corpus;
  corpus.source = written_file(folder / "a", "a b\n");
  corpus.target = written_file(folder / "b", "안녕하세요 여러분\n");
  const CorpusSurvey survey = survey_corpus(corpus, 2);
  CHECK(survey.num_pairs == 1);
  CHECK(survey.num_long == 0);
}

TEST_CASE("a survey counts faults of the pairs that have text") {
  const TemporaryFolder folder;
  std::string lines, blank(30, '\n');
  for (int i = 0; i < 30; ++i) lines += std::to_string(i) + " .\n";
  CorpusSettings corpus;
  corpus.source = written_file(folder / "a", lines + blank);
  corpus.target = written_file(folder / "b", "x\n" + lines + blank.substr(1));
  const CorpusSurvey survey = survey_corpus(corpus, 256);
  CHECK_THAT(captured_stderr([&] { survey.faults.warn(corpus, make_stderr_logger()); }),
             ContainsSubstring(": 30 of 30 pairs have a side that ends in"));
}

TEST_CASE("a survey tells that the target has no spaces between words") {
  const TemporaryFolder folder;
  write_file_atomically(folder / "a", "Change the type of the chart.\n");
  write_file_atomically(folder / "b", "グラフの種類を変更します。\n");
  CorpusSettings corpus;
  corpus.source = folder / "a";
  corpus.target = folder / "b";
  CHECK(survey_corpus(corpus, 256).target_lacks_spaces);
  std::swap(corpus.source, corpus.target);
  CHECK(!survey_corpus(corpus, 256).target_lacks_spaces);
}

}  // namespace dragoman
