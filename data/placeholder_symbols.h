#pragma once

#include <string>
#include <vector>

namespace dragoman {

/// Eight symbols, "⟨1⟩" to "⟨8⟩", that stand for text which a translation copies
/// (data.placeholders). Each is one token of a model trained with them.
std::vector<std::string> placeholder_symbols();

}  // namespace dragoman
