#pragma once

#include <cstdint>
#include <vector>

#include "train/exchange.h"
#include "train/token_losses.h"

namespace dragoman {

/// What a process tells the others of an update.
struct UpdateReport {
  int signal = 0;                   // that it has received, or 0
  bool saves = false;               // an interim checkpoint is due
  std::vector<TokenLosses> losses;  // of its parts
  std::vector<double> squares;      // sums of squares of the gradient, of its blocks
};

/// The same of all, summed in the order of parts and blocks: for any number of processes the same.
struct UpdateTotals {
  int signal = 0;
  bool saves = false;
  TokenLosses losses;
  double gradient_norm = 0;  // of the summed loss
};

UpdateTotals sum_reports(const UpdateReport& mine, Exchange& exchange);

}  // namespace dragoman
