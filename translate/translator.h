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

#define DRAGOMAN_TRANSLATOR_OPTIONS(FIELD)                                                        \
  FIELD(std::vector<double>, weights, {}, any_value(),                                            \
        "Of the folders of an ensemble; empty: all alike.")                                       \
  FIELD(std::string, device, "cpu", any_value(), "cpu, cuda or cuda:N.")                          \
  FIELD(std::optional<NumberFormat>, precision, {}, any_value(),                                  \
        "fp32, bf16 or int8 (default: int8 if RUN is packed for it, else fp32).")                 \
  FIELD(int64_t, threads, 0, between(0, 4096),                                                    \
        "Threads of each worker (default: the cores, shared out among workers).")                 \
  FIELD(int64_t, workers, 1, between(1, 4096), "Batches translated at the same time.")            \
  FIELD(bool, shortlist, false, any_value(),                                                      \
        "Only tokens that `dragoman shortlist` found likely for the line (in the first folder).") \
  FIELD(std::string, fusion, "", any_value(),                                                     \
        "A language model's folder, whose log-probabilities are added (shallow fusion).")         \
  FIELD(double, fusion_weight, 0.1, between(0, 1e6), "What they are multiplied by.")

/// How a Translator computes.
struct TranslatorOptions {
  DRAGOMAN_FIELDS(DRAGOMAN_TRANSLATOR_OPTIONS)
};

/// Something that the reader of a translated document should know.
struct TranslationNote {
  size_t document = 0;  // position of its request
  size_t line = 0;      // of the document, from 1
  std::string what;
};

/// What translating some lines was like.
struct TranslationCounts {
  int64_t lines = 0;
  int64_t source_tokens = 0;        // ends of sentence counted
  int64_t target_tokens = 0;        // of the best translations, ends of sentence not counted
  std::vector<size_t> split_lines;  // positions of lines too long, which were translated in parts
  std::vector<size_t> repaired_lines;  // positions of lines with invalid UTF-8, which was replaced
  std::vector<TranslationNote> notes;  // on documents
};

/// A trained translator, or an ensemble of several: raw text in, raw text out, one line for each
/// line, in order; a blank line gives an empty one. All members may be called from several threads
/// at once.
class Translator {
 public:
  /// Opens the model folder `run`. Throws std::runtime_error naming what is missing or damaged,
  /// std::invalid_argument for options that this machine cannot follow.
  explicit Translator(const std::string& run, const TranslatorOptions& options = {});
  /// Opens several folders with the same vocabulary as one model, whose probabilities are the
  /// weighted means of theirs.
  explicit Translator(const std::vector<std::string>& runs, const TranslatorOptions& options = {});
  ~Translator();
  Translator(Translator&&) noexcept;
  Translator& operator=(Translator&&) noexcept;

  /// The settings of search that the folder holds; what the calls below take where none are given.
  const SearchSettings& settings() const;
  bool lowercases() const;  // text, before it is translated

  /// Throws std::invalid_argument for settings that contradict each other or do not suit the model.
  void check(const SearchSettings& settings) const;
  /// Throws std::invalid_argument for prefixes and phrases that no translation can have.
  void check(const std::vector<TranslationRequest>& requests, const SearchSettings& settings) const;

  /// The best translation of each line; with settings.document, of each document.
  std::vector<std::string> translate(const std::vector<std::string>& lines) const;
  std::vector<std::string> translate(const std::vector<std::string>& lines,
                                     const SearchSettings& settings) const;
  /// Up to settings.num_best translations of each line, best first, with scores. Adds to `counts`
  /// if it is given. With settings.document each request's text is a whole file, in UTF-8, and the
  /// translation's text is that file in translation. Throws std::invalid_argument where check does,
  /// and for documents that are not of the format.
  std::vector<std::vector<Translation>> translate_n_best(
      const std::vector<TranslationRequest>& requests, const SearchSettings& settings,
      TranslationCounts* counts = nullptr) const;
  /// What the model says of translations[i] as a translation of lines[i]; texts longer than the
  /// model takes are cut. Throws std::invalid_argument if their numbers differ.
  std::vector<Translation> score(const std::vector<std::string>& lines,
                                 const std::vector<std::string>& translations,
                                 const SearchSettings& settings) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace dragoman
