#pragma once

#include <span>
#include <stdexcept>

#include "io/random.h"

namespace dragoman::grammar {

/// Random choices, the same on every machine.
class Dice {
 public:
  explicit Dice(uint64_t key) : random_(key) {}

  /// True `percent` times in a hundred.
  bool chance(int percent) { return roll() < percent; }
  /// 0 to 99.
  int roll() { return between(0, 99); }
  /// `low` to `high`.
  int between(int low, int high) {
    return low + static_cast<int>(random_.below(static_cast<uint64_t>(high - low + 1)));
  }

  template <class T>
  const T& pick(std::span<const T> items) {
    return items[random_.below(items.size())];
  }

  /// One of the items that `fits` accepts. Throws std::invalid_argument if there is none.
  template <class T, class Fits>
  const T& pick_where(std::span<const T> items, Fits&& fits) {
    uint64_t count = 0;
    for (const T& item : items) count += fits(item) ? 1 : 0;
    if (count == 0) throw std::invalid_argument("grammar: no word of the lexicon fits here");
    uint64_t left = random_.below(count);
    for (const T& item : items) {
      if (fits(item) && left-- == 0) return item;
    }
    return items.back();
  }

 private:
  RandomSequence random_;
};

}  // namespace dragoman::grammar
