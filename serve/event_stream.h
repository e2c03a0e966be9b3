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

/// Server-sent events on their way from the threads that work to the one that sends. May be used by
/// several threads at once.
class EventQueue {
 public:
  /// `on_event` is called when there is something to send: not for each event, if they are many.
  explicit EventQueue(std::function<void()> on_event) : on_event_(std::move(on_event)) {}

  void add(const std::string& name, const nlohmann::ordered_json& data);
  /// The same, in the place of an event that was added with this key and has not been sent yet:
  /// slow clients get fewer of them.
  void add_newest(const std::string& key, const std::string& name,
                  const nlohmann::ordered_json& data);
  /// All events that wait, as they are sent.
  std::string take();

 private:
  void tell_event();

  std::function<void()> on_event_;
  std::mutex mutex_;  // of what follows
  Clock::time_point last_told_;
  std::string text_;
  std::map<std::string, std::string> newest_;  // by key
};

/// Work whose results are sent while it goes on.
struct StreamedWork {
  std::shared_ptr<RequestContext> context;
  std::shared_ptr<EventQueue> events;
  std::shared_ptr<Deadline> deadline;
  std::function<bool()> is_done;
  /// The data of the event `done`. Throws what the work threw.
  std::function<nlohmann::ordered_json()> result;
};

/// Makes `response` a stream (text/event-stream): the events of the work as they come, then `done`
/// or `error`; comments in long silences. A client that goes away ends the work.
void stream_events(HttpResponse& response, StreamedWork work);

}  // namespace dragoman
