#pragma once

#include <functional>
#include <memory>

#include "serve/http_message.h"
#include "serve/service_settings.h"
#include "serve/translation_job.h"

namespace dragoman {

/// The deadline of a request that begins now; the request goes on as its work is done.
std::shared_ptr<Deadline> make_deadline(const ServiceSettings& settings,
                                        const RequestContext& context);

/// Throws ApiError if the deadline is over (504, timeout), or the client gone.
void check_client(const Deadline& deadline, const RequestContext& context);

/// Work of other threads that a client waits for.
struct AwaitedWork {
  std::shared_ptr<RequestContext> context;
  std::shared_ptr<Deadline> deadline;
  std::function<bool()> is_done;
  /// Makes the response of what was done. Throws what the work threw.
  std::function<void(HttpResponse&)> answer;
};

/// Makes `response` one that is complete when the work is done. Its `go_on` throws as check_client
/// and as the work does. The deadline is cancelled when nobody waits any more.
void answer_when_done(HttpResponse& response, AwaitedWork work);

}  // namespace dragoman
