#include "serve/event_stream.h"

#include "serve/api_response.h"
#include "serve/client_wait.h"
#include "translate/translation_json.h"

namespace dragoman {
namespace {

using nlohmann::ordered_json;

constexpr std::chrono::milliseconds kBetweenLooksAtEvents{5};  // at the events
constexpr std::chrono::seconds kBetweenSignsOfLife{10};

std::string event_text(const std::string& name, const ordered_json& data) {
  return "event: " + name + "\ndata: " + json_text(data) + "\n\n";
}

/// Sends one piece after the other, in the connection's thread.
class EventSender {
 public:
  explicit EventSender(StreamedWork work) : work_(std::move(work)) {}
  ~EventSender() { work_.deadline->cancel(); }

  /// False if the client takes no more.
  bool send_next(httplib::DataSink& sink) {
    const bool is_done = wait();
    const std::string text = work_.events->take() + (is_done ? last_event() : "");
    if (!send(text, sink)) return false;
    if (is_done) sink.done();
    return true;
  }

 private:
  bool wait() {
    try {
      if (work_.is_done(kBetweenLooksAtEvents)) return true;
      check_client(*work_.deadline, *work_.context);
      return false;
    } catch (...) {
      error_ = std::current_exception();
      return true;
    }
  }

  std::string last_event() {
    try {
      if (error_) std::rethrow_exception(error_);
      return event_text("done", work_.result());
    } catch (...) {
      const ApiError error = as_api_error(std::current_exception(), work_.context->record);
      return event_text("error", error_json(error));
    }
  }

  bool send(std::string text, httplib::DataSink& sink) {
    if (text.empty() && Clock::now() - last_sent_ < kBetweenSignsOfLife) return true;
    if (text.empty()) text = ": keep-alive\n\n";
    last_sent_ = Clock::now();
    return sink.write(text.data(), text.size());
  }

  StreamedWork work_;
  std::exception_ptr error_;
  Clock::time_point last_sent_ = Clock::now();
};

}  // namespace

void EventQueue::add(const std::string& name, const ordered_json& data) {
  const std::string text = event_text(name, data);
  const std::lock_guard lock(mutex_);
  text_ += text;
}

void EventQueue::add_newest(const std::string& key, const std::string& name,
                            const ordered_json& data) {
  std::string text = event_text(name, data);
  const std::lock_guard lock(mutex_);
  newest_[key] = std::move(text);
}

std::string EventQueue::take() {
  const std::lock_guard lock(mutex_);
  std::string taken = std::move(text_);
  text_.clear();
  for (const auto& [key, text] : newest_) taken += text;
  newest_.clear();
  return taken;
}

void stream_events(httplib::Response& response, StreamedWork work) {
  const auto sender = std::make_shared<EventSender>(std::move(work));
  response.set_header("Cache-Control", "no-store");
  response.set_header("X-Accel-Buffering", "no");  // proxies hand events on at once
  response.set_chunked_content_provider(
      "text/event-stream",
      [sender](size_t, httplib::DataSink& sink) { return sender->send_next(sink); });
}

}  // namespace dragoman
