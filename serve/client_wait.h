#pragma once

#include <chrono>
#include <functional>
#include <memory>

#include "serve/request_context.h"
#include "serve/service_settings.h"
#include "serve/translation_job.h"

namespace dragoman {

/// The deadline of a request that begins now.
std::shared_ptr<Deadline> make_deadline(const ServiceSettings& settings);

/// Throws ApiError if the deadline is over (504, timeout), or the client gone.
void check_client(const Deadline& deadline, const RequestContext& context);

/// In a handler: waits until `is_ready`, which waits itself for as long as it is told, says so.
/// Throws as check_client, and then cancels the deadline.
void wait_for_work(const std::function<bool(std::chrono::milliseconds)>& is_ready,
                   Deadline& deadline, const RequestContext& context);

}  // namespace dragoman
