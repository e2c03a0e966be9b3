#pragma once

#include "grammar/phrase_sampler.h"
#include "grammar/verb_choice.h"

namespace dragoman::grammar {

/// Draws clauses: statements, and questions derived from them. The dice count the probability of
/// the English clause, with the exceptions that SentenceSampler::nats() describes.
class ClauseSampler {
 public:
  explicit ClauseSampler(Dice& dice) : dice_(dice), phrases_(dice) {}

  /// Draws a statement.
  Clause clause(const ClauseRequest& request);
  /// Draws a clause of this verb whose complement is another clause: "she knows".
  Clause clause_before_clause(const Verb& verb, Tense tense);
  /// Draws a question: yes or no, who, what, which, how many, where, when, why.
  Clause question(Tense tense);

 private:
  /// Nats of parts of the last clause. A question subtracts the nats of the part that it replaces.
  struct Spent {
    double subject = 0;
    double object = 0;
    double recipient = 0;
    double place = 0;
    double time = 0;
    double fronting = 0;
  };

  const Verb& draw_verb(const ClauseRequest& request);
  Clause start_clause(const Verb& verb, const ClauseRequest& request);
  NounPhrase draw_subject(const Verb& verb, bool negated);
  void join_person(NounPhrase& subject, Reference reference);
  PhraseRequest object_request(const Clause& clause) const;
  int draw_amount(bool is_price);
  void add_modal(Clause& clause);
  void add_objects(Clause& clause);
  void add_predicate(Clause& clause);
  void add_comparison(Clause& clause);
  void add_place(Clause& clause);
  void add_adverbials(Clause& clause);
  void add_time_or_frequency(Clause& clause);
  void add_relatives(Clause& clause, const ClauseRequest& request);
  std::shared_ptr<const Clause> relative(const NounPhrase& head);
  std::shared_ptr<const Clause> relative_of_subject(const NounPhrase& head);
  std::shared_ptr<const Clause> relative_of_object(const NounPhrase& head);
  // Turn a statement into a question for the named part.
  void ask_subject(Clause& clause);
  void ask_object(Clause& clause);
  void ask_recipient(Clause& clause);
  void ask_adverbial(Clause& clause);
  void take_back(double nats) { dice_.restore(dice_.nats() - nats); }

  Dice& dice_;
  PhraseSampler phrases_;
  Spent spent_;
};

}  // namespace dragoman::grammar
