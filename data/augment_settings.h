#pragma once

#include "io/settings.h"

namespace dragoman {

#define DRAGOMAN_AUGMENT_SETTINGS(FIELD)                                                       \
  FIELD(double, upper, 0.0, between(0, 1),                                                     \
        "Share of the training pairs that are read in upper case on both sides, other pairs "  \
        "each epoch (0.05 is usual).")                                                         \
  FIELD(double, title, 0.0, between(0, 1), "The same in title case: Each Word Has A Capital.") \
  FIELD(double, lower, 0.0, between(0, 1), "The same in lower case.")

/// Shares of training pairs whose case is changed.
struct AugmentSettings {
  DRAGOMAN_FIELDS(DRAGOMAN_AUGMENT_SETTINGS)
  bool any() const { return upper > 0 || title > 0 || lower > 0; }
};

}  // namespace dragoman
