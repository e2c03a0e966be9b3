#pragma once

#include "data/grammar_phrase_sampler.h"

namespace dragoman::grammar {

/// What is asked of a clause.
struct ClauseRequest {
  Tense tense = Tense::kPresent;
  bool weather = false;    // it may rain
  bool measures = false;   // it may say what things cost and how old they are
  bool adverbials = true;  // time, place, company, manner
  bool fronting = true;    // the time may open it
  bool relatives = true;   // nouns may carry relative clauses
  bool negation = true;
};

/// Draws clauses: statements, and questions made of them.
class ClauseSampler {
 public:
  explicit ClauseSampler(Dice& dice) : dice_(dice), phrases_(dice) {}

  /// A statement.
  Clause clause(const ClauseRequest& request);
  /// A clause of that verb whose complement is another clause: "she knows".
  Clause clause_before_clause(const Verb& verb, Tense tense);
  /// A question: yes or no, who, what, which, how many, where, when, why.
  Clause question(Tense tense);

 private:
  const Verb& draw_verb(const ClauseRequest& request);
  Clause start_clause(const Verb& verb, const ClauseRequest& request);
  NounPhrase draw_subject(const Verb& verb, bool negated);
  void join_person(NounPhrase& subject, Reference reference);
  void add_modal(Clause& clause);
  void add_objects(Clause& clause);
  void add_predicate(Clause& clause);
  void add_comparison(Clause& clause);
  void add_place(Clause& clause);
  void add_adverbials(Clause& clause);
  void add_time_or_frequency(Clause& clause);
  void add_relatives(Clause& clause, int percent_of_subjects);
  std::shared_ptr<const Clause> relative(const NounPhrase& head);
  std::shared_ptr<const Clause> relative_of_subject(const NounPhrase& head);
  std::shared_ptr<const Clause> relative_of_object(const NounPhrase& head);
  // These turn a statement into a question for that part, and say whether it can be asked for.
  bool ask_subject(Clause& clause);
  bool ask_object(Clause& clause);
  void ask_adverbial(Clause& clause);

  Dice& dice_;
  PhraseSampler phrases_;
};

}  // namespace dragoman::grammar
