#include "train/update_totals.h"

#include <algorithm>
#include <cmath>

namespace dragoman {
namespace {

/// Returns the numbers of a report, in sequence.
std::vector<double> write_report(const UpdateReport& report) {
  std::vector<double> numbers{static_cast<double>(report.signal), report.saves ? 1.0 : 0.0,
                              static_cast<double>(report.losses.size())};
  for (const TokenLosses& part : report.losses)
    numbers.insert(numbers.end(),
                   {part.loss, part.alignment, static_cast<double>(part.target_tokens),
                    static_cast<double>(part.linked_tokens)});
  numbers.insert(numbers.end(), report.squares.begin(), report.squares.end());
  return numbers;
}

UpdateReport read_report(const std::vector<double>& numbers) {
  UpdateReport report{.signal = static_cast<int>(numbers[0]),
                      .saves = numbers[1] != 0,
                      .losses = {},
                      .squares = {}};
  auto next = numbers.begin() + 3;
  for (auto parts = static_cast<int64_t>(numbers[2]); parts > 0; --parts, next += 4)
    report.losses.push_back({.loss = next[0],
                             .alignment = next[1],
                             .target_tokens = static_cast<int64_t>(next[2]),
                             .linked_tokens = static_cast<int64_t>(next[3])});
  report.squares = {next, numbers.end()};
  return report;
}

}  // namespace

UpdateTotals sum_reports(const UpdateReport& mine, const Shards& shards, Exchange& exchange) {
  UpdateTotals totals;
  std::vector<std::vector<double>> squares;  // by process
  for (const std::vector<double>& numbers : exchange.all_gather_numbers(write_report(mine))) {
    const UpdateReport report = read_report(numbers);
    totals.signal = std::max(totals.signal, report.signal);
    totals.saves = totals.saves || report.saves;
    for (const TokenLosses& part : report.losses) totals.losses += part;
    squares.push_back(report.squares);
  }
  double sum = 0;
  for (const double some : shards.in_order(squares)) sum += some;
  totals.gradient_norm = std::sqrt(sum);
  return totals;
}

}  // namespace dragoman
