#pragma once

#include "grammar/tree.h"

namespace dragoman::grammar {

/// A part of a German clause that moves as a unit. Its relative clause stays with it or goes behind
/// the last verb.
struct Field {
  Role role = Role::kNone;
  Words words;
  Words relative;
};

/// Returns all parts except the verbs, in the order of the middle field: pronouns early, "nicht"
/// before the part that is closest to the verb.
std::vector<Field> middle_field(const Clause& clause);

}  // namespace dragoman::grammar
