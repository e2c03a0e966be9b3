#include "serve/complete_route.h"

#include "serve/api_request.h"
#include "serve/awaited_work.h"
#include "serve/bad_request.h"
#include "serve/complete_call.h"
#include "serve/event_stream.h"
#include "serve/translate_answer.h"
#include "translate/translation_json.h"

namespace dragoman {
namespace {

using nlohmann::ordered_json;

/// A request's completions, and the work that makes them.
struct Completion {
  Clock::time_point begin;
  CompleteCall call;
  std::shared_ptr<const ServedModel> model;
  SearchSettings settings;
  std::shared_ptr<Deadline> deadline;
  std::shared_ptr<EventQueue> events;
  // Only the worker may access these until the work is done.
  std::vector<std::vector<Translation>> found;
  std::string json;
  std::future<void> done;
};

std::string answer_text(const Completion& completion) {
  ordered_json json;
  json["model"] = completion.model->card().name;
  ordered_json& lists = json["completions"] = ordered_json::array();
  for (const auto& texts : completion.found) {
    ordered_json& list = lists.emplace_back(ordered_json::array());
    for (const Translation& text : texts) list.push_back(translation_json(text, false));
  }
  json["milliseconds"] = milliseconds_since(completion.begin);
  return json_text(json);
}

/// Makes the completions and the response, in a worker's thread.
void complete(Completion& completion) {
  CompletionOptions options{.stop = completion.call.stop};
  options.goes_on = [deadline = completion.deadline] { return !deadline->is_over(); };
  if (completion.call.stream) {
    options.on_text = [events = completion.events](std::string_view piece) {
      ordered_json data;
      data["text"] = std::string(piece);
      events->add("text", data);
    };
  }
  completion.found = completion.model->language_model().complete(completion.call.prompts,
                                                                 completion.settings, options);
  completion.json = answer_text(completion);
}

void record_completion(const Completion& completion, bool has_texts, RequestRecord& record) {
  record.sentences = static_cast<int64_t>(completion.call.prompts.size());
  if (!has_texts) return;
  record.texts = completion.call.prompts;
  for (const auto& texts : completion.found) {
    for (const Translation& text : texts) record.translations.push_back(text.text);
  }
}

/// Returns the response's JSON. Throws what the worker threw.
std::string finish(Completion& completion, bool logs_texts, RequestRecord& record) {
  as_bad_request([&] { completion.done.get(); });
  record_completion(completion, logs_texts, record);
  return std::move(completion.json);
}

}  // namespace

void answer_complete(const ServiceParts& parts, const HttpRequest& request,
                     HttpResponse& response) {
  const auto work = std::make_shared<Completion>();
  work->begin = Clock::now();
  require_json(request);
  work->call = parse_complete_call(request.body, parts.settings.max_text);
  work->model = parts.registry.find(work->call.model);
  work->settings =
      completion_settings(work->call, work->model->language_model(), parts.settings.max_beam);
  work->deadline = make_deadline(parts.settings, *request.context);
  work->events = std::make_shared<EventQueue>(request.context->wake);
  work->done = parts.batcher.submit_work([work] { complete(*work); }, work->deadline);
  const auto is_done = [work] { return is_ready(work->done); };
  const auto result = [work, logs = parts.settings.log_texts, context = request.context] {
    return finish(*work, logs, context->record);
  };
  if (work->call.stream) {
    return stream_events(response, {.context = request.context,
                                    .events = work->events,
                                    .deadline = work->deadline,
                                    .is_done = is_done,
                                    .result = result});
  }
  answer_when_done(response, {.context = request.context,
                              .deadline = work->deadline,
                              .is_done = is_done,
                              .answer = [result](HttpResponse& done) {
                                done.set_content(result(), "application/json");
                              }});
}

}  // namespace dragoman
