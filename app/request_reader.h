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

/// Where lines to be translated come from, and what belongs to them. "-" is stdin, empty is none.
struct RequestSources {
  std::string input = "-";
  std::string prefix = {};       // file: what the translation of each line begins with
  std::string constraints = {};  // file: phrases that it must contain, in the forms of PhraseLines
  std::string terminology = {};  // file: terms and the translations that they must have
  LineShard shard = {};          // of the lines, and of what belongs to them line by line
};

/// Reads lines to be translated in step with what belongs to them; of a shard, its lines alone.
class RequestReader {
 public:
  /// Throws std::invalid_argument if stdin would be read twice, or a shard is to be read from what
  /// is no file; std::runtime_error if a file cannot be read, or if files have different numbers of
  /// lines, as far as that can be told by now.
  explicit RequestReader(const RequestSources& sources);

  /// The requests that are there by now, `most` at most, and at least one while the input is open:
  /// who types a line is answered at once. Throws std::runtime_error where a file ends too early or
  /// holds what it should not.
  std::vector<TranslationRequest> read_available(size_t most);
  /// The next request; false at the end of all files or of the shard.
  bool next(TranslationRequest& request);
  /// True if next() would not have to wait for input.
  bool ready();

  const std::string& path() const { return input_.path(); }
  /// The lines of the input that are read.
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
