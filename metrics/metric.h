#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "metrics/signature.h"

namespace dragoman {

/// The arithmetic in which a score is computed from statistics. sacreBLEU's scores are
/// kDouble; those of its resampled corpora come from numpy's 32-bit floats (bootstrap) and integers
/// (approximate randomisation).
enum class Arithmetic { kDouble, kFloat, kInteger };

/// A score of translations against references. What it counts in a segment are its sufficient
/// statistics: those of a corpus are their sums, and the score is a pure function of them.
///
/// An object keeps memory between segments: use one in one thread. Texts are valid UTF-8.
class Metric {
 public:
  virtual ~Metric() = default;

  /// As sacreBLEU prints it: "BLEU", "chrF2++", "TER".
  virtual std::string name() const = 0;
  virtual size_t num_statistics() const = 0;

  /// Takes the references of a segment, whose hypotheses are counted next. Throws
  /// std::invalid_argument if there are none.
  virtual void set_references(std::span<const std::string_view> references) = 0;
  /// Writes the statistics of a hypothesis: num_statistics() numbers.
  virtual void count(std::string_view hypothesis, std::span<double> statistics) = 0;

  /// The score, mostly from 0 to 100 (TER may be above).
  virtual double score(std::span<const double> statistics, Arithmetic arithmetic) const = 0;
  /// True if kFloat gives a 32-bit float (a double if the last steps are logarithms).
  virtual bool samples_are_floats() const = 0;
  /// The parts of the score, as sacreBLEU prints them after it; empty if it prints none.
  virtual std::string details(std::span<const double> statistics) const = 0;
  /// The settings, without what all metrics have in common.
  virtual Signature settings_signature() const = 0;
};

}  // namespace dragoman
