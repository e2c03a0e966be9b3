#pragma once

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "data/augment_settings.h"
#include "data/term_settings.h"
#include "io/descriptor.h"
#include "io/settings.h"

namespace dragoman {

/// Paths may change when a run is resumed: it compares the content of the files.
#define DRAGOMAN_CORPUS_SETTINGS(FIELD)                                                          \
  FIELD(std::string, source, "", resumable(any_value()),                                         \
        "Source text, one sentence a line; plain or .gz.")                                       \
  FIELD(std::string, target, "", resumable(any_value()),                                         \
        "Target text, line by line the translation of the source; alone where a language model " \
        "learns from it.")                                                                       \
  FIELD(std::string, tsv, "", resumable(any_value()),                                            \
        "Instead of both: one file of lines source<TAB>target; plain or .gz. In data.train "     \
        "also - (stdin).")                                                                       \
  FIELD(std::string, alignment, "", resumable(any_value()),                                      \
        "In data.train only, to guide model.alignment_heads and for data.terms: a file with a "  \
        "line of links for each pair, such as 0-0 1-2 (plain or .gz); auto: training finds the " \
        "links itself, as `dragoman align` does.")                                               \
  FIELD(double, weight, 1.0, between(0, 1e9),                                                    \
        "In data.train only: how often an epoch has each pair; 2 is twice, 0.1 a tenth of the "  \
        "pairs.")                                                                                \
  FIELD(std::string, tag, "", any_value(),                                                       \
        "Put before each source, such as <2de>; a single token in tokenizers trained here.")

/// Parallel text: a pair of files, or one file with two columns; or the text of a language model,
/// a target alone. Paths are relative to the working folder.
struct CorpusSettings {
  DRAGOMAN_FIELDS(DRAGOMAN_CORPUS_SETTINGS)
  bool empty() const { return source.empty() && target.empty() && tsv.empty(); }
  /// The files that are named: source and target, or TSV.
  std::vector<std::string> files() const {
    std::vector<std::string> named{source, target, tsv};
    std::erase(named, "");
    return named;
  }
  bool is_stdin() const { return tsv == "-"; }
  /// True if training finds the word links itself.
  bool wants_alignment() const { return alignment == "auto"; }
  bool is_monolingual() const { return source.empty() && tsv.empty() && !target.empty(); }
  /// The corpus's name in messages.
  std::string name() const {
    if (is_monolingual()) return plain_name(target);
    return tsv.empty() ? plain_name(source) + " and " + plain_name(target) : plain_name(tsv);
  }
};

/// Examples of a language model: lines of text, or blocks of the text as one stream.
enum class TextLayout { kLines, kStream };
constexpr auto enum_names(TextLayout) {
  return std::array{std::pair{TextLayout::kLines, "lines"},
                    std::pair{TextLayout::kStream, "stream"}};
}

/// Sides of a corpus.
enum class Sides { kBoth, kSource, kTarget };
constexpr auto enum_names(Sides) {
  return std::array{std::pair{Sides::kBoth, "both"}, std::pair{Sides::kSource, "source"},
                    std::pair{Sides::kTarget, "target"}};
}

#define DRAGOMAN_DATA_SETTINGS(FIELD)                                                              \
  FIELD(std::string, source_language, "", resumable(any_value()),                                  \
        "Code of the source language, such as en: a label; data.augment follows this "             \
        "language's rules for capitals.")                                                          \
  FIELD(std::string, target_language, "", resumable(any_value()),                                  \
        "Code of the target language, such as de; used in the same way.")                          \
  FIELD(std::vector<CorpusSettings>, train, {}, any_value(),                                       \
        "Corpora to train on, mixed by their weights.")                                            \
  FIELD(double, temperature, 1.0, between(1, 1000),                                                \
        "Shares of the corpora in an epoch are proportional to (weight x pairs)^(1 / "             \
        "temperature). Above 1, small corpora get a larger share.")                                \
  FIELD(CorpusSettings, valid, {}, any_value(), "Held-out corpus that validation scores.")         \
  FIELD(TextLayout, layout, TextLayout::kLines, any_value(),                                       \
        "Examples of a language model: lines, or blocks of data.max_length tokens of the text as " \
        "one stream.")                                                                             \
  FIELD(int64_t, min_length, 1, at_least(1),                                                       \
        "Pairs with fewer tokens than this on either side are left out of training; end of "       \
        "sentence counts.")                                                                        \
  FIELD(int64_t, max_length, 256, at_least(1),                                                     \
        "Pairs with more tokens than this on either side are left out of training; of a stream, "  \
        "the tokens of a block.")                                                                  \
  FIELD(double, max_ratio, 0.0, at_least(0),                                                       \
        "Pairs of which one side has more than this many times the other's tokens are left out "   \
        "of training; 0: none.")                                                                   \
  FIELD(double, bpe_dropout, 0.0, between(0, 1),                                                   \
        "Probability that a merge is left out when training text is tokenised, anew each epoch "   \
        "(BPE-dropout; 0.1 is usual).")                                                            \
  FIELD(double, unigram_alpha, 0.0, between(0, 10),                                                \
        "With a unigram tokenizer: segmentations are drawn by probability^alpha, anew each epoch " \
        "(0.1 to 0.5 is usual); 0: the best one.")                                                 \
  FIELD(Sides, sampled_sides, Sides::kBoth, any_value(),                                           \
        "Sides to which bpe_dropout and unigram_alpha apply: both, source or target.")             \
  FIELD(AugmentSettings, augment, {}, any_value(),                                                 \
        "Training text in other case, so that the model also learns to translate such text.")      \
  FIELD(double, placeholders, 0.0, between(0, 1),                                                  \
        "Share of the training pairs in which placeholders replace some words, others each "       \
        "epoch, so that the model learns to copy what search.protect names to its place (0.1 "     \
        "is usual); tokenizers trained here get eight tokens for them.")                           \
  FIELD(TermSettings, terms, {}, any_value(),                                                      \
        "Training text with translations of terms inline, for search.terminology_mode inline.")    \
  FIELD(double, source_word_dropout, 0.0, between(0, 1),                                           \
        "Probability that the encoder reads unknown for a token of the source.")                   \
  FIELD(double, target_word_dropout, 0.0, between(0, 1),                                           \
        "Probability that the decoder reads unknown for a token of the target; the token to "      \
        "predict does not change.")                                                                \
  FIELD(int64_t, stream_pairs, 100000, at_least(1),                                                \
        "Pairs of stdin that are sorted by length together; they count as an epoch.")

/// Settings of the text to train and validate on.
struct DataSettings {
  DRAGOMAN_FIELDS(DRAGOMAN_DATA_SETTINGS)
  /// True if the corpus is of a language model that reads its lines as one stream.
  bool is_stream(const CorpusSettings& corpus) const {
    return corpus.is_monolingual() && layout == TextLayout::kStream;
  }
  bool draws_segmentations() const { return bpe_dropout > 0 || unigram_alpha > 0; }
  /// True if the examples of a pair are made anew from its text in each pass.
  bool draws_examples() const {
    return draws_segmentations() || augment.any() || uses_word_pairs();
  }
  /// True if examples need the translations of words, as WordPairs finds them.
  bool uses_word_pairs() const { return placeholders > 0 || terms.any(); }
};

}  // namespace dragoman
