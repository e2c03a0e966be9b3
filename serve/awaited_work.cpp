#include "serve/awaited_work.h"

#include "serve/api_error.h"

namespace dragoman {
namespace {

/// Cancels the work in its destructor.
struct HeldWork {
  explicit HeldWork(AwaitedWork held) : work(std::move(held)) {}
  ~HeldWork() { work.deadline->cancel(); }
  HeldWork(const HeldWork&) = delete;
  HeldWork& operator=(const HeldWork&) = delete;
  AwaitedWork work;
};

}  // namespace

std::shared_ptr<Deadline> make_deadline(const ServiceSettings& settings,
                                        const RequestContext& context) {
  const std::chrono::duration<double> time(settings.timeout);
  return std::make_shared<Deadline>(
      Clock::now() + std::chrono::duration_cast<Clock::duration>(time), context.wake);
}

void check_client(const Deadline& deadline, const RequestContext& context) {
  if (deadline.is_over())
    throw ApiError(504, "timeout", "the request's time was over before its work was done");
  if (context.client_is_gone())
    throw ApiError(kClientIsGone, "client_is_gone", "the client did not wait for the answer");
}

void answer_when_done(HttpResponse& response, AwaitedWork work) {
  response.go_on = [held = std::make_shared<HeldWork>(std::move(work))](HttpResponse& answered) {
    const AwaitedWork& awaited = held->work;
    if (awaited.is_done()) {
      awaited.answer(answered);
      return true;
    }
    check_client(*awaited.deadline, *awaited.context);
    return false;
  };
}

}  // namespace dragoman
