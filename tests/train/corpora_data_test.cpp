#include "captured_stderr.h"
#include "small_runs.h"
#include "train/make_tokenizers.h"

namespace dragoman {

TEST_CASE("a vocabulary whose size is an estimate is the largest that the text allows") {
  const TemporaryFolder folder;
  DataSettings data;
  write_corpora(folder, data);
  TokenizerSettings settings;
  settings.type = GENERATE(TokenizerType::kBpe, TokenizerType::kUnigram, TokenizerType::kChar);
  settings.vocabulary_size = 8000;
  const auto make = [&](bool fits_vocabulary) {
    return make_tokenizers(data, settings, FolderPaths(folder / ""), false, make_stderr_logger(),
                           fits_vocabulary);
  };
  CHECK_THROWS_WITH(make(false), ContainsSubstring("vocabulary_size 8000 is too large"));
  int64_t made = 0;
  const std::string said = captured_stderr([&] { made = make(true).source->vocabulary_size(); });
  CHECK(made >= 12);
  CHECK(made < 2000);
  CHECK_THAT(said, ContainsSubstring("the text allows no vocabulary of 8000 tokens: it gets " +
                                     std::to_string(made) + "\n"));
}

}  // namespace dragoman
