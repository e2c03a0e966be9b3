#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "data/alignment_link.h"
#include "markup/byte_span.h"
#include "search/prefix_fate.h"

namespace dragoman {

/// A hypothesis of beam search: a prefix of a translation and one more token.
struct BeamNode {
  int32_t parent = 0;          // index of its prefix among the nodes kept at the step before
  std::string token;           // piece
  double log_probability = 0;  // natural, of the token
  double score = 0;  // sum of log-probabilities so far; for a finished node, the final score
  PrefixFate fate = PrefixFate::kDropped;
};

/// One step of beam search: the nodes considered, best first, and the fate of each. The kept nodes,
/// in this order, are the prefixes of the next step.
struct BeamStep {
  std::vector<BeamNode> nodes;
};

/// Callbacks during the search of a line, called in the searching thread; each may be empty.
struct TranslationWatch {
  /// Called before the search and after each step; false ends the search with the hypotheses found
  /// so far.
  std::function<bool()> goes_on = {};
  /// Called after each step with the best translation so far.
  std::function<void(const std::string& text)> on_text = {};
  /// Called with each step of beam search, not of sampling; for a line translated in parts, with
  /// those of its first part.
  std::function<void(const BeamStep& step)> on_step = {};
};

class Terminology;

/// A line to translate.
struct TranslationRequest {
  std::string text;
  std::string prefix = {};                // beginning that the translation must have
  std::vector<std::string> phrases = {};  // that the translation must contain; not the blank ones
  std::shared_ptr<const Terminology> terminology =
      {};  // its terms in the text must be translated accordingly
  std::vector<ByteSpan> protected_spans =
      {};  // copied into the translation unchanged; no term overlaps them
  TranslationWatch watch = {};
};

/// How much of search.alignment a translation has. kLinks leaves out the attention, whose memory
/// grows with the square of the line's length.
enum class AlignmentDetail { kAll, kLinks };

/// A translation of one line. If the line was translated in parts, each field has the values of all
/// parts, in order.
struct Translation {
  std::string text;
  double score = 0;                            // ranks the translations; higher is better
  double log_probability = 0;                  // natural, sum over all tokens and ends of sentence
  std::vector<std::string> tokens;             // pieces, without ends of sentence
  std::vector<float> token_log_probabilities;  // one for each of `tokens`, then one for end of
                                               // sentence if the translation has it

  // With search.alignment:
  std::vector<std::string> source_tokens;     // pieces, without end of sentence
  std::vector<std::vector<float>> attention;  // [tokens][source tokens], each row sums to at most 1
  std::vector<AlignmentLink>
      token_alignment;  // each token with the source token of largest attention
  std::vector<AlignmentLink> word_alignment;  // the same for the words of split_words() in the line
                                              // and in `text`, or in the translation to score
};

}  // namespace dragoman
