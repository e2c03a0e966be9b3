#pragma once

#include "grammar/determiner_odds.h"
#include "grammar/tree.h"

namespace dragoman::grammar {

/// Request for a noun phrase.
struct PhraseRequest {
  Classes classes = 0;
  Reference reference = Reference::kAny;
  int personal_pronouns = 35;           // percent of persons
  int thing_pronouns = 0;               // percent of things: it, them
  const NounPhrase* besides = nullptr;  // must differ from this one
};

inline constexpr int kNamePercent = 12;  // of the persons
inline constexpr int kItPercent = 70;    // percent of pronouns of things; the rest is "they"
inline constexpr int kPluralPercent = 30;
inline constexpr int kAdjectivePercent = 30;
inline constexpr int kOwnerPercent = 25;  // percent of possessives that become "my brother's"

/// Returns the semantic classes of a noun phrase.
Classes classes_of(const NounPhrase& noun_phrase);
bool is_countable(const Noun& noun);
/// True if the request excludes the phrase.
bool is_excluded(const NounPhrase& phrase, const PhraseRequest& request);

/// Probability of each head (pronoun, name or noun) of a phrase drawn for a request, summed over
/// the ways to draw it. Excluded heads are drawn again.
class HeadOdds {
 public:
  explicit HeadOdds(const PhraseRequest& request);

  /// Returns the probability of the head of `phrase`.
  double of(const NounPhrase& phrase) const;

  /// Returns the mean of `weight` (head as a noun phrase -> number) over all heads.
  template <class Weight>
  double mean(Weight&& weight) const {
    double total = 0;
    const auto add = [&](const NounPhrase& head) { total += of(head) * weight(head); };
    for (const Pronoun& pronoun : pronouns()) add({.pronoun = pronoun});
    for (const Name& name : people()) add({.name = &name});
    for (const Noun& noun : nouns()) add({.noun = &noun});
    return total;
  }

 private:
  double of_pronoun(const Pronoun& pronoun) const;
  double before_exclusion(const NounPhrase& phrase) const;
  double of_all_like(const NounPhrase& phrase) const;

  PhraseRequest request_;
  double one_noun_ = 0;  // probability of each noun that fits
  double persons_ = 0;   // total probability of the persons among them
  double excluded_ = 0;
};

/// Returns the probability that a noun drawn with this reference gets an owner: "my brother's car".
double owner_odds(const Noun& noun, Reference reference);
/// Returns the probability of the phrase's adjective, or of having none; 1 for a phrase without a
/// noun.
double adjective_odds(const NounPhrase& phrase);

}  // namespace dragoman::grammar
