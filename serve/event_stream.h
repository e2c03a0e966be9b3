#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <string>

#include "serve/http_message.h"
#include "serve/request_context.h"
#include "serve/translation_job.h"

namespace dragoman {

/// Queue of server-sent events from the working threads to the sending one. Thread-safe.
class EventQueue {
 public:
  /// `on_event` is called when there are events to send; less often than once an event if they are
  /// many.
  explicit EventQueue(std::function<void()> on_event) : on_event_(std::move(on_event)) {}

  void add(const std::string& name, const nlohmann::ordered_json& data);
  /// Like add(), but replaces an unsent event with the same key, so that slow clients get fewer
  /// events.
  void add_newest(const std::string& key, const std::string& name,
                  const nlohmann::ordered_json& data);
  /// Removes all queued events and returns them as text to send.
  std::string take();

 private:
  void tell_event();

  std::function<void()> on_event_;
  std::mutex mutex_;  // guards the members below
  Clock::time_point last_told_;
  std::string text_;
  std::map<std::string, std::string> newest_;  // by key
};

/// Work whose results are sent while it runs.
struct StreamedWork {
  std::shared_ptr<RequestContext> context;
  std::shared_ptr<EventQueue> events;
  std::shared_ptr<Deadline> deadline;
  /// True when the stream may begin. What it throws before is a plain error.
  std::function<bool()> may_begin = [] { return true; };
  std::function<bool()> is_done;
  /// Returns the data of the event `done`, as JSON. Throws what the work threw.
  std::function<std::string()> result;
};

/// Makes `response` a stream (text/event-stream): the events of the work as they come, then `done`
/// or `error`. Sends comments during long pauses. Cancels the work if the client disconnects.
void stream_events(HttpResponse& response, StreamedWork work);

}  // namespace dragoman
