#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/line_shard.h"
#include "app/phrase_lines.h"
#include "io/text_file.h"
#include "translate/terminology.h"
#include "translate/translation.h"

namespace dragoman {

/// Input files: the lines to translate, and requirements for their translations. "-" is stdin;
/// empty: none.
struct RequestSources {
  std::string input = "-";
  std::string prefix = {};       // prefixes of the translations, line by line
  std::string constraints = {};  // phrases of each translation (PhraseLines)
  std::string terminology = {};  // terms and their required translations
  LineShard shard = {};          // of input, prefix and constraints
};

/// Throws std::invalid_argument if stdin would be read twice, or if a shard's input is no regular
/// file.
void check_sources(const RequestSources& sources);

/// Reads the lines to translate, each with its prefix and phrases. Given a shard, reads only its
/// lines.
class RequestReader {
 public:
  /// Throws as check_sources(). Throws std::runtime_error if a file cannot be read, or if files are
  /// already known to differ in number of lines.
  explicit RequestReader(const RequestSources& sources);

  /// Returns the requests that are available now, at most `most` and a BlockLimit, so that a typed
  /// line is answered at once. Waits for the first one; none at the end. Throws std::runtime_error
  /// if a file ends too early or has invalid content.
  std::vector<TranslationRequest> read_available(size_t most);
  /// Reads the next request. Returns false at the end of all files or of the shard.
  bool next(TranslationRequest& request);
  /// Returns true if next() would not wait for input.
  bool ready();

  const std::string& path() const { return input_.path(); }
  /// The range of input lines to read.
  const LineRange& lines() const { return lines_; }

 private:
  void check_counts(const RequestSources& sources) const;
  bool read_lines(TranslationRequest& request);

  LineReader input_;
  LineRange lines_;
  std::optional<LineReader> prefixes_;
  std::optional<PhraseLines> phrases_;
  std::shared_ptr<const Terminology> terminology_;
};

}  // namespace dragoman
