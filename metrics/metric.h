#pragma once

#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include "metrics/signature.h"

namespace dragoman {

/// Arithmetic for computing a score from statistics. sacreBLEU uses kDouble for scores, and numpy's
/// 32-bit floats (bootstrap) or integers (approximate randomisation) for resampled corpora.
enum class Arithmetic { kDouble, kFloat, kInteger };

/// A score of translations against references. A segment's counts are its sufficient statistics.
/// Those of a corpus are their sums, and the score is a pure function of the sums.
///
/// Not thread-safe: an object keeps memory between segments. Texts must be valid UTF-8.
class Metric {
 public:
  virtual ~Metric() = default;

  /// The name that sacreBLEU prints: "BLEU", "chrF2++", "TER".
  virtual std::string name() const = 0;
  virtual size_t num_statistics() const = 0;

  /// Sets the references of a segment, before its hypotheses are counted. Throws
  /// std::invalid_argument if there are none.
  void set_references(std::span<const std::string_view> references);
  /// Writes the statistics of a hypothesis: num_statistics() values.
  virtual void count(std::string_view hypothesis, std::span<double> statistics) = 0;

  /// Computes the score, usually from 0 to 100 (TER may be higher).
  virtual double score(std::span<const double> statistics, Arithmetic arithmetic) const = 0;
  /// True if kFloat yields a 32-bit float; false if its last steps are logarithms, which yield a
  /// double.
  virtual bool samples_are_floats() const = 0;
  /// Returns the parts of the score as sacreBLEU prints them after it; empty if it prints none.
  virtual std::string details(std::span<const double> statistics) const = 0;
  /// Returns the settings without those that all metrics share.
  virtual Signature settings_signature() const = 0;

 private:
  /// Reads the references of a segment, at least one.
  virtual void read_references(std::span<const std::string_view> references) = 0;
};

inline void Metric::set_references(std::span<const std::string_view> references) {
  if (references.empty())
    throw std::invalid_argument(name() + " of a segment without references: give at least one");
  read_references(references);
}

}  // namespace dragoman
