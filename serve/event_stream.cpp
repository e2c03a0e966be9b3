#include "serve/event_stream.h"

#include "serve/api_response.h"
#include "serve/awaited_work.h"
#include "translate/translation_json.h"

namespace dragoman {
namespace {

using nlohmann::ordered_json;

constexpr std::chrono::milliseconds kBetweenEvents{5};
constexpr std::chrono::seconds kBetweenSignsOfLife{10};

/// `data`: JSON.
std::string event_text(const std::string& name, const std::string& data) {
  return "event: " + name + "\ndata: " + data + "\n\n";
}

/// Makes the pieces of the stream, one after the other.
class EventSender {
 public:
  explicit EventSender(StreamedWork work) : work_(std::move(work)) {}
  ~EventSender() { work_.deadline->cancel(); }

  /// True when the stream may begin.
  bool may_begin() {
    if (work_.may_begin()) return true;
    check_client(*work_.deadline, *work_.context);
    return false;
  }

  /// Returns the text to send now; sets `is_last` at the end of the stream.
  std::string next(bool& is_last) {
    is_last = is_done();
    std::string text = work_.events->take() + (is_last ? last_event() : "");
    if (text.empty() && Clock::now() - last_sent_ >= kBetweenSignsOfLife) text = ": keep-alive\n\n";
    if (!text.empty()) last_sent_ = Clock::now();
    return text;
  }

 private:
  bool is_done() {
    try {
      if (work_.is_done()) return true;
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
      work_.context->record.late_error = error.status();
      return event_text("error", json_text(error_json(error)));
    }
  }

  StreamedWork work_;
  std::exception_ptr error_;
  Clock::time_point last_sent_ = Clock::now();
};

void begin_stream(HttpResponse& response) {
  response.set_header("Cache-Control", "no-store");
  response.set_header("X-Accel-Buffering", "no");  // makes proxies pass events on without buffering
  // Some clients, such as Python's requests, take text without a charset for Latin-1.
  response.set_content("", "text/event-stream; charset=utf-8");
  response.is_stream = true;
}

}  // namespace

void EventQueue::add(const std::string& name, const ordered_json& data) {
  const std::string text = event_text(name, json_text(data));
  {
    const std::lock_guard lock(mutex_);
    text_ += text;
  }
  tell_event();
}

void EventQueue::add_newest(const std::string& key, const std::string& name,
                            const ordered_json& data) {
  std::string text = event_text(name, json_text(data));
  {
    const std::lock_guard lock(mutex_);
    newest_[key] = std::move(text);
  }
  tell_event();
}

/// At most one call of on_event in kBetweenEvents. The sender, or the next event, picks up the
/// others.
void EventQueue::tell_event() {
  {
    const std::lock_guard lock(mutex_);
    if (Clock::now() - last_told_ < kBetweenEvents) return;
    last_told_ = Clock::now();
  }
  on_event_();
}

std::string EventQueue::take() {
  const std::lock_guard lock(mutex_);
  std::string taken = std::move(text_);
  text_.clear();
  for (const auto& [key, text] : newest_) taken += text;
  newest_.clear();
  return taken;
}

void stream_events(HttpResponse& response, StreamedWork work) {
  const auto sender = std::make_shared<EventSender>(std::move(work));
  if (sender->may_begin()) begin_stream(response);
  response.go_on = [sender](HttpResponse& stream) {
    bool is_last = false;
    if (!stream.is_stream) {
      if (sender->may_begin()) begin_stream(stream);
      return false;
    }
    stream.body += sender->next(is_last);
    return is_last;
  };
}

}  // namespace dragoman
