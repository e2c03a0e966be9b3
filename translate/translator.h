#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "io/settings.h"
#include "kernels/number_format.h"
#include "search/search_settings.h"
#include "translate/translation.h"

namespace dragoman {

#define DRAGOMAN_TRANSLATOR_OPTIONS(FIELD)                                                \
  FIELD(std::vector<double>, weights, {}, any_value(),                                    \
        "Weights of an ensemble's models; empty: all equal.")                             \
  FIELD(std::string, device, "cpu", any_value(), "cpu, cuda or cuda:N.")                  \
  FIELD(std::optional<NumberFormat>, precision, {}, any_value(),                          \
        "fp32, bf16 or int8 (default: int8 if RUN is packed for it, else fp32).")         \
  FIELD(int64_t, threads, 0, between(0, 4096),                                            \
        "Threads of each worker (default: the cores, shared out among workers).")         \
  FIELD(std::optional<int64_t>, workers, {}, between(1, 4096),                            \
        "Batches translated at the same time (default: on a CPU without --threads, one "  \
        "for each core if there is text enough; else 1).")                                \
  FIELD(bool, shortlist, false, any_value(),                                              \
        "Allow only the tokens that the folder's shortlist has for the line (of an "      \
        "ensemble, the first folder's).")                                                 \
  FIELD(std::string, fusion, "", any_value(),                                             \
        "Folder of a language model whose log-probabilities are added (shallow fusion).") \
  FIELD(double, fusion_weight, 0.1, between(0, 1e6),                                      \
        "Factor of the language model's log-probabilities.")

/// How a Translator or LanguageModel computes.
struct TranslatorOptions {
  DRAGOMAN_FIELDS(DRAGOMAN_TRANSLATOR_OPTIONS)
};

/// Returns the number of batches that may be translated at the same time. Throws
/// std::invalid_argument for numbers out of range.
int most_workers(const TranslatorOptions& options);

/// A remark for the reader of a translated document.
struct TranslationNote {
  size_t document = 0;  // index of its request
  size_t line = 0;      // line of the document, from 1
  std::string what;
};

/// Counts and remarks about translated lines.
struct TranslationCounts {
  int64_t lines = 0;
  int64_t source_tokens = 0;  // ends of sentence included
  int64_t target_tokens = 0;  // of the best translations, without ends of sentence
  std::vector<size_t>
      split_lines;  // indices of lines longer than the model's maximum: in parts, or cut to score
  std::vector<size_t> cut_translations;  // indices of pairs whose translation was cut to score it
  std::vector<size_t> repaired_lines;    // indices of lines whose invalid UTF-8 was replaced
  std::vector<TranslationNote> notes;    // for documents
};

/// A trained translator, or an ensemble of several. Gives one line of text for each line, in order;
/// a blank line gives an empty one. Thread-safe.
class Translator {
 public:
  /// Opens the model folder `run`. Throws std::runtime_error naming the missing or damaged file,
  /// std::invalid_argument for options that this machine does not support.
  explicit Translator(const std::string& run, const TranslatorOptions& options = {});
  /// Opens several folders with the same vocabulary as one model. Its probabilities are the
  /// weighted means of the models'.
  explicit Translator(const std::vector<std::string>& runs, const TranslatorOptions& options = {});
  ~Translator();
  Translator(Translator&&) noexcept;
  Translator& operator=(Translator&&) noexcept;

  /// The search settings stored in the folder. The functions below use them if none are given.
  const SearchSettings& settings() const;
  bool lowercases() const;  // true if the model lowercases text before translating

  /// Throws std::invalid_argument for settings that are out of range, contradict each other or do
  /// not apply to the model.
  void check(const SearchSettings& settings) const;
  /// Throws std::invalid_argument for prefixes and phrases that no translation can contain, and for
  /// those of a document.
  void check(const std::vector<TranslationRequest>& requests, const SearchSettings& settings) const;

  /// Returns the best translation of each line; with settings.document, of each document.
  std::vector<std::string> translate(const std::vector<std::string>& lines) const;
  std::vector<std::string> translate(const std::vector<std::string>& lines,
                                     const SearchSettings& settings) const;
  /// Returns up to settings.num_best translations of each line, best first, with scores. Adds to
  /// `counts` if it is given. With settings.document, each request's text is a whole file in UTF-8,
  /// and its translation is the translated file. Throws std::invalid_argument like check(), and for
  /// documents that are not of the format. Of several texts, such an error names the wrong one,
  /// counted from 0.
  std::vector<std::vector<Translation>> translate_n_best(
      const std::vector<TranslationRequest>& requests, const SearchSettings& settings,
      TranslationCounts* counts = nullptr, AlignmentDetail detail = AlignmentDetail::kAll) const;
  /// Scores translations[i] as a translation of lines[i]. Texts longer than the model's maximum are
  /// cut. Adds to `counts` if it is given. Throws std::invalid_argument if the numbers of texts
  /// differ, and like check().
  std::vector<Translation> score(const std::vector<std::string>& lines,
                                 const std::vector<std::string>& translations,
                                 const SearchSettings& settings,
                                 TranslationCounts* counts = nullptr) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace dragoman
