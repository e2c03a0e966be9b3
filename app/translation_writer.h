#pragma once

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "io/text_file.h"
#include "translate/translation.h"

namespace dragoman {

enum class OutputFormat { kText, kMoses, kJson };
constexpr auto enum_names(OutputFormat) {
  return std::array{std::pair{OutputFormat::kText, "text"},
                    std::pair{OutputFormat::kMoses, "moses"},
                    std::pair{OutputFormat::kJson, "json"}};
}

/// Output format of translations.
struct TranslationFormat {
  OutputFormat format = OutputFormat::kText;
  bool alignment = false;  // write alignments too
  bool scores = false;     // kText: write the log-probability instead of the text
};

/// Writes the translations of one line after another.
///
/// text:  the best one a line; with alignment "text ||| 0-0 1-2", links of words, source first.
/// moses: one translation a line, "line ||| text ||| log_probability= -1.5 ||| score", and with
///        alignment " ||| 0-0 1-2"; lines are counted from 0, as Moses does. In the text, ||| is
///        written as Moses' tools escape it: &#124;&#124;&#124;.
/// json:  one object a line: {"line": n, "translations": [...]}, counted from 0; each translation
///        has text, score, log_probability, tokens and token_log_probabilities, and with alignment
///        source_tokens, attention, token_alignment and word_alignment, as Translation says.
///        Numbers have enough digits to be read back exactly; if not finite, they are null.
class TranslationWriter {
 public:
  /// `output` must outlive this object. The first line written has number `first_line`.
  TranslationWriter(TextWriter& output, const TranslationFormat& format, size_t first_line = 0)
      : output_(output), format_(format), line_(first_line) {}

  /// Writes the translations of the next line, the best first.
  void write(const std::vector<Translation>& translations);

 private:
  std::string as_text(const std::vector<Translation>& translations) const;
  std::string as_moses(const Translation& translation) const;
  std::string as_json(const std::vector<Translation>& translations) const;

  TextWriter& output_;
  TranslationFormat format_;
  size_t line_;  // the next one
};

}  // namespace dragoman
