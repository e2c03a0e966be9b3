#pragma once

#include <cstdint>
#include <vector>

#include "train/exchange.h"
#include "train/shards.h"
#include "train/token_losses.h"

namespace dragoman {

/// A process's report on an update, for the other processes.
struct UpdateReport {
  int signal = 0;                   // received by this process, or 0
  bool saves = false;               // an interim checkpoint is due
  std::vector<TokenLosses> losses;  // of each of its parts
  std::vector<double> squares;      // sum of squares of each of its blocks of the gradient
};

/// Totals of all processes' reports, summed in the order of parts and blocks: the same for any
/// number of processes.
struct UpdateTotals {
  int signal = 0;
  bool saves = false;
  TokenLosses losses;
  double gradient_norm = 0;  // of the summed loss
};

/// Exchanges the reports of all processes and returns the totals. `shards`: of the gradient. All
/// processes must call it.
UpdateTotals sum_reports(const UpdateReport& mine, const Shards& shards, Exchange& exchange);

}  // namespace dragoman
