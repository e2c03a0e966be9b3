#pragma once

namespace dragoman {

/// The digamma function, the derivative of log Gamma(x), for x > 0, to 1e-11 of its value or of 1:
/// its recurrence up to 6, then the asymptotic series (Abramowitz and Stegun 6.3.5 and 6.3.18).
double digamma(double x);

/// exp(digamma(x)): what an expected count x comes to in variational Bayes. About x - 0.5 where x
/// is large, and next to nothing where it is small, so that rare events lose to frequent ones.
double discounted_count(double x);

}  // namespace dragoman
