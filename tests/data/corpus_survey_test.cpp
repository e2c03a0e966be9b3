#include "data/corpus_survey.h"

#include "catch.h"
#include "io/atomic_file.h"
#include "temporary_folder.h"

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
  const CorpusSurvey survey = survey_corpus(corpus);
  CHECK(survey.num_pairs == 3);
  CHECK(survey.source_words == 7);
  CHECK(survey.target_words == 3);
  CHECK(survey.num_characters == 5);  // a, space, b, ä, full stop
  CHECK(survey.num_tokenized == 1);
}

}  // namespace dragoman
