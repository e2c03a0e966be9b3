#pragma once

namespace dragoman {

/// The digamma function, the derivative of log Gamma(x), for x > 0. Its absolute or relative error
/// is at most 1e-11. Uses its recurrence up to 6, then the asymptotic series (Abramowitz and Stegun
/// 6.3.5 and 6.3.18).
double digamma(double x);

/// exp(digamma(x)): the value of an expected count x in variational Bayes. About x - 0.5 for large
/// x and almost 0 for small x, so rare events lose to frequent ones.
double discounted_count(double x);

}  // namespace dragoman
