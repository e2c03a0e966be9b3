#include "data/placeholder_symbols.h"

namespace dragoman {

std::vector<std::string> placeholder_symbols() {
  constexpr int kNumSymbols = 8;
  std::vector<std::string> symbols;
  for (int i = 1; i <= kNumSymbols; ++i) symbols.push_back("⟨" + std::to_string(i) + "⟩");
  return symbols;
}

}  // namespace dragoman
