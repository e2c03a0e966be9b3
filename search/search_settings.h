#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "io/settings.h"

namespace dragoman {

enum class LengthPenalty { kNone, kLength, kWu };
constexpr auto enum_names(LengthPenalty) {
  return std::array{std::pair{LengthPenalty::kNone, "none"},
                    std::pair{LengthPenalty::kLength, "length"},
                    std::pair{LengthPenalty::kWu, "wu"}};
}

enum class Stopping { kBeam, kFirst, kBound };
constexpr auto enum_names(Stopping) {
  return std::array{std::pair{Stopping::kBeam, "beam"}, std::pair{Stopping::kFirst, "first"},
                    std::pair{Stopping::kBound, "bound"}};
}

enum class UnknownTokens { kAllow, kForbid, kReplace };
constexpr auto enum_names(UnknownTokens) {
  return std::array{std::pair{UnknownTokens::kAllow, "allow"},
                    std::pair{UnknownTokens::kForbid, "forbid"},
                    std::pair{UnknownTokens::kReplace, "replace"}};
}

/// Metric by which minimum Bayes risk compares translations.
enum class MbrUtility { kNone, kChrf, kBleu };
constexpr auto enum_names(MbrUtility) {
  return std::array{std::pair{MbrUtility::kNone, "none"}, std::pair{MbrUtility::kChrf, "chrf"},
                    std::pair{MbrUtility::kBleu, "bleu"}};
}

/// How a model is made to use given translations of terms: by constraints on the search, or inline
/// in the source, as in training with data.terms.
enum class TerminologyMode { kConstraint, kInline };
constexpr auto enum_names(TerminologyMode) {
  return std::array{std::pair{TerminologyMode::kConstraint, "constraint"},
                    std::pair{TerminologyMode::kInline, "inline"}};
}

/// Markup in lines.
enum class Markup { kNone, kHtml, kXml };
constexpr auto enum_names(Markup) {
  return std::array{std::pair{Markup::kNone, "none"}, std::pair{Markup::kHtml, "html"},
                    std::pair{Markup::kXml, "xml"}};
}

/// Format of whole files that are translated in the place of lines.
enum class DocumentFormat { kNone, kHtml, kPo, kXliff, kSrt };
constexpr auto enum_names(DocumentFormat) {
  return std::array{std::pair{DocumentFormat::kNone, "none"},
                    std::pair{DocumentFormat::kHtml, "html"}, std::pair{DocumentFormat::kPo, "po"},
                    std::pair{DocumentFormat::kXliff, "xliff"},
                    std::pair{DocumentFormat::kSrt, "srt"}};
}

/// Entries of a PO or XLIFF file that are translated.
enum class DocumentEntries { kUntranslated, kUnfinished, kAll };
constexpr auto enum_names(DocumentEntries) {
  return std::array{std::pair{DocumentEntries::kUntranslated, "untranslated"},
                    std::pair{DocumentEntries::kUnfinished, "unfinished"},
                    std::pair{DocumentEntries::kAll, "all"}};
}

#define DRAGOMAN_SEARCH_SETTINGS(FIELD)                                                            \
  FIELD(int64_t, beam, 4, between(1, 1000),                                                        \
        "Hypotheses kept for each sentence; 1 is greedy search.")                                  \
  FIELD(int64_t, num_best, 1, between(1, 1000),                                                    \
        "Translations given for each line, the best first; no more than the beam or the samples.") \
  FIELD(LengthPenalty, length_penalty, LengthPenalty::kLength, any_value(),                        \
        "Divisor of a hypothesis' log-probability: 1 (none), length^alpha (length), or ((5 + "     \
        "length) / 6)^alpha (wu).")                                                                \
  FIELD(double, alpha, 1.0, between(0, 10), "Exponent of the length penalty.")                     \
  FIELD(double, coverage_penalty, 0.0, between(0, 100),                                            \
        "Weight of sum over source tokens of log(min(attention to it, 1)), added to scores (Wu "   \
        "et al. 2016, equation 14).")                                                              \
  FIELD(Stopping, stopping, Stopping::kBeam, any_value(),                                          \
        "When a sentence is done: patience * beam hypotheses are finished (beam); the best "       \
        "candidate of a step is finished, and num_best hypotheses are (first); no unfinished "     \
        "hypothesis can overtake the num_best best finished ones (bound).")                        \
  FIELD(double, patience, 1.0, between(0.001, 1000),                                               \
        "With stopping beam: number of finished hypotheses to wait for, as a multiple of the "     \
        "beam (Kasai et al. 2022).")                                                               \
  FIELD(double, repetition_penalty, 1.0, between(1, 100),                                          \
        "Log-probabilities of tokens that the translation has already are multiplied by this.")    \
  FIELD(int64_t, no_repeat_ngram, 0, between(0, 1000),                                             \
        "Length of token sequences that must not occur twice in a translation; 0: no "             \
        "restriction.")                                                                            \
  FIELD(double, max_length_factor, 2.0, between(0, 100),                                           \
        "Longest translation: max_length_factor * source tokens + max_length_offset tokens, end "  \
        "of sentence counted.")                                                                    \
  FIELD(int64_t, max_length_offset, 10, between(0, 10000),                                         \
        "Tokens that are added to max_length_factor * source tokens. max_length and "              \
        "model.max_length limit the sum.")                                                         \
  FIELD(int64_t, max_length, 0, at_least(0),                                                       \
        "Maximal number of tokens of a translation; 0: the model's maximum.")                      \
  FIELD(double, min_length_factor, 0.0, between(0, 100),                                           \
        "Shortest translation: min_length_factor * source tokens, end of sentence counted; or "    \
        "min_length, if that is more.")                                                            \
  FIELD(int64_t, min_length, 0, at_least(0),                                                       \
        "Fewest tokens of a translation, end of sentence counted. Raises the maximum by "          \
        "max_length_factor and max_length_offset if that is smaller.")                             \
  FIELD(std::vector<std::string>, suppress, {}, any_value(),                                       \
        "Tokens that are never generated, as pieces of the vocabulary.")                           \
  FIELD(UnknownTokens, unknown, UnknownTokens::kForbid, any_value(),                               \
        "Unknown tokens in translations: allowed, forbidden, or replaced by the source text with " \
        "the most attention.")                                                                     \
  FIELD(bool, alignment, false, any_value(), "Align translations with the source, by attention.")  \
  FIELD(int64_t, alignment_layer, 0, at_least(0),                                                  \
        "Decoder layer whose attention aligns, counted from 1; 0: the heads that training "        \
        "guided, or if there are none, the second to last layer (Garg et al. 2019).")              \
  FIELD(int64_t, samples, 0, between(0, 100000),                                                   \
        "Translations drawn at random for each line; 0: none, search for the best ones instead.")  \
  FIELD(double, temperature, 1.0, between(0.001, 1000),                                            \
        "With samples: log-probabilities are divided by this.")                                    \
  FIELD(int64_t, top_k, 0, at_least(0),                                                            \
        "With samples: draw only from the top_k most probable tokens; 0: from all.")               \
  FIELD(double, top_p, 1.0, between(0.001, 1),                                                     \
        "With samples: draw only from the fewest tokens whose probabilities sum to at least "      \
        "top_p (nucleus sampling, Holtzman et al. 2020).")                                         \
  FIELD(double, epsilon, 0.0, between(0, 0.999),                                                   \
        "With samples: draw only tokens of at least this probability (Hewitt et al. 2022).")       \
  FIELD(int64_t, seed, 1, at_least(0), "With samples: other seeds draw other translations.")       \
  FIELD(MbrUtility, mbr, MbrUtility::kNone, any_value(),                                           \
        "Order samples or n-best translations by how much they agree with all others, by chrF or " \
        "BLEU (minimum Bayes risk).")                                                              \
  FIELD(TerminologyMode, terminology_mode, TerminologyMode::kConstraint, any_value(),              \
        "How terms get their translations: the translation must contain each as given "            \
        "(constraint), or the model reads it beside the term and may inflect it (inline; "         \
        "models trained with data.terms).")                                                        \
  FIELD(Markup, markup, Markup::kNone, any_value(),                                                \
        "Markup of lines: fragments of HTML or XML. Tags are kept, around the translation of "     \
        "the text that they enclose.")                                                             \
  FIELD(bool, markup_sentences, false, any_value(),                                                \
        "With markup: each sentence of the text between block tags is translated separately.")     \
  FIELD(bool, markup_attributes, false, any_value(),                                               \
        "With markup: texts in the attributes alt, title and placeholder are translated, too.")    \
  FIELD(std::vector<std::string>, protect, {}, any_value(),                                        \
        "Text that stays unchanged in the translation, as often as in the source: default "        \
        "(placeholders such as {{x}}, {x}, %s and ${x}, :emoji:, URLs and e-mail addresses), "     \
        "matches of a regular expression (RE2), or none. May be repeated.")                        \
  FIELD(std::vector<std::string>, stand_ins, {}, any_value(),                                      \
        "Words of the source language that replace protected text for models without "             \
        "data.placeholders, one for each: nouns that the model knows well.")                       \
  FIELD(DocumentFormat, document, DocumentFormat::kNone, any_value(),                              \
        "What is translated: lines (none), or the texts of a whole HTML page, PO file, XLIFF "     \
        "file or SubRip file (srt). The rest of the file stays.")                                  \
  FIELD(DocumentEntries, document_entries, DocumentEntries::kUntranslated, any_value(),            \
        "With document po or xliff, entries to translate: those without translation "              \
        "(untranslated), also those marked as unfinished, such as PO's fuzzy (unfinished), or "    \
        "all.")                                                                                    \
  FIELD(bool, document_review, false, any_value(),                                                 \
        "With document po or xliff: new translations are marked as fuzzy or as needing a review.") \
  FIELD(                                                                                           \
      int64_t, batch_tokens, 0, at_least(0),                                                       \
      "Most tokens that a worker translates at a time: sentences times the longest one, padding "  \
      "counted, beams not counted. 0: 2048 for each thread, at most 4096; on a GPU 4096.")

/// Settings of search.
struct SearchSettings {
  DRAGOMAN_FIELDS(DRAGOMAN_SEARCH_SETTINGS)

  /// Whether the caller reads scores and log-probabilities. If not, they may be 0: greedy search
  /// then does not sum the probabilities of all tokens.
  bool scores = true;
};

/// Returns settings of the same search for the one best translation of each sentence: no sampling,
/// no choice among several translations, no alignment, no terms, and text without markup, protected
/// parts or documents.
SearchSettings for_one_best(const SearchSettings& settings, int64_t beam);

/// True if the search follows a single text, which only grows: greedy search, or one sample.
inline bool has_one_path(const SearchSettings& settings) {
  return settings.samples == 1 || (settings.samples == 0 && settings.beam == 1);
}

/// Throws std::invalid_argument for values out of range and for settings that contradict each
/// other.
void check_search_settings(const SearchSettings& settings);

}  // namespace dragoman
