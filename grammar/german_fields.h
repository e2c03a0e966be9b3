#pragma once

#include "grammar/tree.h"

namespace dragoman::grammar {

/// A part of a German clause that moves as a whole. Its relative clause stays with it or goes
/// behind the last verb.
struct Field {
  Role role = Role::kNone;
  Words words;
  Words relative;
};

/// All parts but the verbs, in the order of the middle field: pronouns early, "nicht" before what
/// is closest to the verb.
std::vector<Field> middle_field(const Clause& clause);

}  // namespace dragoman::grammar
