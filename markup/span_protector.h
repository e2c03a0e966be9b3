#pragma once

#include "markup/piece.h"

namespace dragoman {

/// Makes each protected span of the fragment's text the content of a kept element whose tags are
/// empty.
void protect_spans(Fragment& fragment);

}  // namespace dragoman
