#include "train/check_corpora.h"

#include <string>
#include <vector>

#include "io/descriptor.h"
#include "io/regular_file.h"

namespace dragoman {

void check_corpora(const DataSettings& data) {
  for (const CorpusSettings& corpus : data.train) {
    if (corpus.is_stdin()) continue;
    for (const std::string& path : corpus.files()) check_can_be_read_again(path);
  }
}

void check_text_is_there(const DataSettings& data) {
  std::vector<CorpusSettings> corpora = data.train;
  corpora.push_back(data.valid);
  for (const CorpusSettings& corpus : corpora) {
    for (const std::string& path : corpus.files())
      if (!can_be_read_once_only(path)) open_for_reading(path);
  }
}

}  // namespace dragoman
