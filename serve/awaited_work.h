#pragma once

#include <functional>
#include <memory>

#include "serve/http_message.h"
#include "serve/service_settings.h"
#include "serve/translation_job.h"

namespace dragoman {

/// Makes the deadline of a new request. Finished work wakes the request through it.
std::shared_ptr<Deadline> make_deadline(const ServiceSettings& settings,
                                        const RequestContext& context);

/// Throws ApiError if the deadline is over (504, timeout) or the client is gone.
void check_client(const Deadline& deadline, const RequestContext& context);

/// Work in other threads, with a client that waits for the result.
struct AwaitedWork {
  std::shared_ptr<RequestContext> context;
  std::shared_ptr<Deadline> deadline;
  std::function<bool()> is_done;
  /// Makes the response from the result. Throws what the work threw.
  std::function<void(HttpResponse&)> answer;
};

/// Completes `response` when the work is done. Its `go_on` throws like check_client() and like the
/// work. Cancels the deadline when nobody waits any more.
void answer_when_done(HttpResponse& response, AwaitedWork work);

}  // namespace dragoman
