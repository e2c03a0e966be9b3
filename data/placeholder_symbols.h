#pragma once

#include <string>
#include <vector>

namespace dragoman {

/// What stands for parts that stay as they are in models that know it (data.placeholders): eight
/// symbols, from "⟨1⟩" to "⟨8⟩", each of which is one token of such a model.
std::vector<std::string> placeholder_symbols();

}  // namespace dragoman
