#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "data/alignment_link.h"
#include "search/prefix_fate.h"

namespace dragoman {

/// A prefix of a translation with one token more, as beam search considers it.
struct BeamNode {
  int32_t parent = 0;  // which of the nodes kept at the step before it continues, counted from 0
  std::string token;   // piece
  double log_probability = 0;  // of the token, natural
  double score = 0;            // sum of log-probabilities so far; of finished ones, the final score
  PrefixFate fate = PrefixFate::kDropped;
};

/// One step of beam search: what it considered, the best first, and what became of it. The nodes
/// that are kept are the prefixes of the next step, in their order here.
struct BeamStep {
  std::vector<BeamNode> nodes;
};

/// Who watches the search of a line, in the thread that searches; each may be left empty.
struct TranslationWatch {
  /// Asked after each step; false ends the search with what it has found.
  std::function<bool()> goes_on = {};
  /// Given the best translation so far after each step.
  std::function<void(const std::string& text)> on_text = {};
  /// Given each step of beam search; of a line that is translated in parts, of its first part.
  std::function<void(const BeamStep& step)> on_step = {};
};

class Terminology;

/// Bytes [begin, end) of a text.
struct ByteSpan {
  size_t begin = 0;
  size_t end = 0;
};

/// A line to be translated.
struct TranslationRequest {
  std::string text;
  std::string prefix = {};                // what the translation begins with
  std::vector<std::string> phrases = {};  // words or phrases that the translation must contain
  std::shared_ptr<const Terminology> terminology =
      {};  // whose terms it must have, where they occur
  std::vector<ByteSpan> protected_spans =
      {};  // of the text, which stay as they are; terms are looked for beside them
  TranslationWatch watch = {};
};

/// A translation of one line. Of a line that was translated in parts, everything is of all parts,
/// one after the other.
struct Translation {
  std::string text;
  double score = 0;                 // what translations are ranked by; the greater the better
  double log_probability = 0;       // natural, of all tokens and ends of sentence
  std::vector<std::string> tokens;  // pieces, ends of sentence left out
  std::vector<float>
      token_log_probabilities;  // of `tokens`, then of end of sentence if it is there

  // With search.alignment:
  std::vector<std::string> source_tokens;     // pieces, without end of sentence
  std::vector<std::vector<float>> attention;  // [tokens][source tokens], each row sums to at most 1
  std::vector<AlignmentLink> token_alignment;  // each token and the source token it looked at most
  std::vector<AlignmentLink> word_alignment;   // the same for words, as white space parts them
};

}  // namespace dragoman
