#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <vector>

namespace dragoman {

/// A line to be translated.
struct TranslationRequest {
  std::string text;
  std::string prefix = {};                // what the translation begins with
  std::vector<std::string> phrases = {};  // words or phrases that the translation must contain
};

/// Token or word `source` of the source and token or word `target` of the translation belong
/// together; both are counted from 0.
struct AlignmentLink {
  int32_t source = 0;
  int32_t target = 0;

  auto operator<=>(const AlignmentLink&) const = default;
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
