#include "serve/client_wait.h"

#include <algorithm>

#include "serve/api_error.h"

namespace dragoman {
namespace {

constexpr std::chrono::milliseconds kBetweenLooksAtClient{50};  // at the client
constexpr int kClientIsGone = 499;                              // as other servers' logs call it

std::chrono::milliseconds time_to_wait(const Deadline& deadline) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline.end() - Clock::now());
  return std::clamp(left, std::chrono::milliseconds(1), kBetweenLooksAtClient);
}

}  // namespace

std::shared_ptr<Deadline> make_deadline(const ServiceSettings& settings) {
  const std::chrono::duration<double> time(settings.timeout);
  return std::make_shared<Deadline>(Clock::now() +
                                    std::chrono::duration_cast<Clock::duration>(time));
}

void check_client(const Deadline& deadline, const RequestContext& context) {
  if (deadline.is_over())
    throw ApiError(504, "timeout", "the request's time was over before its work was done");
  if (context.client_is_gone())
    throw ApiError(kClientIsGone, "client_is_gone", "the client did not wait for the answer");
}

void wait_for_work(const std::function<bool(std::chrono::milliseconds)>& is_ready,
                   Deadline& deadline, const RequestContext& context) {
  try {
    while (!is_ready(time_to_wait(deadline))) check_client(deadline, context);
  } catch (...) {
    deadline.cancel();
    throw;
  }
}

}  // namespace dragoman
