#pragma once

#include <string>
#include <vector>

#include "io/settings_values.h"

/// A section of the configuration is a plain struct. One list declares its fields; the list is a
/// macro that takes FIELD:
///
///   FIELD(int64_t, beam, 4, at_least(1), "Hypotheses kept per sentence; 1 is greedy.")
///   FIELD(double, alpha, 1.0, any_value(), "Exponent of the length penalty.")
///
///   struct SearchSettings {
///     DRAGOMAN_FIELDS(DRAGOMAN_SEARCH_SETTINGS)
///   };
///
/// A field is (type, name, default, allowed range, one line of help); a range in resumable() means
/// that a resumed run may change it. Types: bool, int64_t, double, std::string, an enum with
/// an `enum_names` table, another section, or a std::vector or std::optional of these. One list
/// gives reading (io/settings_read.h), `--set` (io/settings_set.h), writing (io/settings_write.h)
/// and the printed reference (io/settings_describe.h).
#define DRAGOMAN_FIELDS(LIST)                                 \
  LIST(DRAGOMAN_FIELD_MEMBER)                                 \
  template <class Self, class Visit>                          \
  static void visit_fields(Self& self, Visit&& visit_field) { \
    LIST(DRAGOMAN_FIELD_VISIT)                                \
  }
#define DRAGOMAN_FIELD_MEMBER(type, name, value, range, help) type name = value;
#define DRAGOMAN_FIELD_VISIT(type, name, value, range, help) \
  visit_field(#name, self.name, range, help);
