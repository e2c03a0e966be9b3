#pragma once

#include "grammar/determiner_odds.h"
#include "grammar/tree.h"

namespace dragoman::grammar {

/// What is asked of a noun phrase.
struct PhraseRequest {
  Classes classes = 0;
  Reference reference = Reference::kAny;
  int personal_pronouns = 35;           // percent of the persons
  int thing_pronouns = 0;               // percent of the others: it, them
  const NounPhrase* besides = nullptr;  // somebody else than this
};

inline constexpr int kNamePercent = 12;  // of the persons
inline constexpr int kItPercent = 70;    // of the pronouns of things; the others are "they"
inline constexpr int kPluralPercent = 30;
inline constexpr int kAdjectivePercent = 30;
inline constexpr int kOwnerPercent = 25;  // of the possessives become "my brother's"

/// What a noun phrase stands for.
Classes classes_of(const NounPhrase& noun_phrase);
bool is_countable(const Noun& noun);
/// True if the phrase is somebody whom the request leaves out.
bool is_excluded(const NounPhrase& phrase, const PhraseRequest& request);

/// The probability of each head (pronoun, name or noun) of a phrase that is drawn for a request,
/// summed over the ways to draw it, with what the request leaves out drawn again.
class HeadOdds {
 public:
  explicit HeadOdds(const PhraseRequest& request);

  /// The probability of the head of `phrase`.
  double of(const NounPhrase& phrase) const;

  /// The mean of `weight` (head as a noun phrase -> number) over all heads.
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
  double one_noun_ = 0;  // the probability of each noun that fits
  double persons_ = 0;   // of all persons among them
  double excluded_ = 0;
};

/// The probability that a noun drawn with that reference has an owner: "my brother's car".
double owner_odds(const Noun& noun, Reference reference);
/// The probability of that noun phrase's adjective, or of its having none; 1 without a noun.
double adjective_odds(const NounPhrase& phrase);

}  // namespace dragoman::grammar
