#pragma once

#include <cmath>
#include <initializer_list>
#include <span>
#include <stdexcept>

#include "grammar/lexicon.h"
#include "io/random.h"

namespace dragoman::grammar {

/// Random choices, the same on every machine, and their cost: the sum of -log p in nats. If a draw
/// does not show in the sentence, the caller restores the sum, and counts only what shows.
class Dice {
 public:
  explicit Dice(uint64_t key) : random_(key) {}

  /// Returns true with a probability of `percent` percent.
  bool chance(int percent) {
    const bool happens = roll() < percent;
    count((happens ? percent : 100 - percent) / 100.0);
    return happens;
  }
  /// Returns 0 to 99 without counting it. The caller must count what the roll decides.
  int roll() { return static_cast<int>(random_.below(100)); }
  /// Returns the index of one of the branches, drawn by their percents. Throws
  /// std::invalid_argument if the sum is too small.
  int branch(std::initializer_list<int> percents) {
    int left = roll();
    int number = 0;
    for (const int percent : percents) {
      if (left < percent) {
        count(percent / 100.0);
        return number;
      }
      left -= percent;
      ++number;
    }
    throw std::invalid_argument("grammar: the percents of branches do not add up to 100");
  }
  /// Returns a number from `low` to `high`.
  int between(int low, int high) {
    return low + static_cast<int>(below(static_cast<uint64_t>(high - low + 1)));
  }

  template <class T>
  const T& pick(std::span<const T> items) {
    return items[below(items.size())];
  }

  /// Draws one of the items that `fits` accepts. Throws std::invalid_argument if there is none.
  template <class T, class Fits>
  const T& pick_where(std::span<const T> items, Fits&& fits) {
    uint64_t num_fitting = 0;
    for (const T& item : items) num_fitting += fits(item) ? 1 : 0;
    if (num_fitting == 0) throw std::invalid_argument("grammar: no word of the lexicon fits here");
    uint64_t left = below(num_fitting);
    for (const T& item : items) {
      if (fits(item) && left-- == 0) return item;
    }
    return items.back();
  }

  /// Draws one of the nouns or adjectives that have one of these classes.
  template <class Word>
  const Word& pick_of(std::span<const Word> words, Classes classes) {
    return pick_where(words, [&](const Word& word) { return has_class(word, classes); });
  }

  /// Sum of -log p of everything counted, in nats.
  double nats() const { return nats_; }
  /// Counts an event with this probability.
  void count(double probability) { nats_ -= std::log(probability); }
  /// Sets the sum, after draws that do not show or are repeated.
  void restore(double nats) { nats_ = nats; }

 private:
  uint64_t below(uint64_t bound) {
    count(1.0 / static_cast<double>(bound));
    return random_.below(bound);
  }

  RandomSequence random_;
  double nats_ = 0;
};

}  // namespace dragoman::grammar
