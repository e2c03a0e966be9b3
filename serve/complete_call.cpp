#include "serve/complete_call.h"

#include <algorithm>
#include <stdexcept>

#include "io/settings_read.h"
#include "serve/bad_request.h"
#include "serve/json_body.h"
#include "serve/translate_call.h"

namespace dragoman {
namespace {

using nlohmann::ordered_json;

constexpr size_t kMostPrompts = 64;
constexpr size_t kMostStops = 16;

std::vector<std::string> read_stops(const ordered_json& object) {
  std::vector<std::string> stops = read_field<std::vector<std::string>>(object, "stop");
  const bool has_empty =
      std::any_of(stops.begin(), stops.end(), [](const std::string& stop) { return stop.empty(); });
  if (has_empty || stops.size() > kMostStops) {
    throw std::invalid_argument("stop must be a list of at most " + std::to_string(kMostStops) +
                                " texts, none of them empty");
  }
  return stops;
}

CompleteCall read_complete_call(const ordered_json& object) {
  check_keys(object, {"prompt", "model", "options", "stop", "stream"}, {});
  CompleteCall call;
  call.prompts = read_texts(required_field(object, "prompt"), "prompt");
  if (call.prompts.size() > kMostPrompts) {
    throw std::invalid_argument("prompt may be a list of at most " + std::to_string(kMostPrompts) +
                                " texts");
  }
  call.model = read_field<std::string>(object, "model");
  call.stop = read_stops(object);
  call.options = object.value("options", ordered_json::object());
  call.stream = read_field<bool>(object, "stream");
  return call;
}

/// Only a search with a single growing text can be streamed.
void check_stream(const CompleteCall& call, const SearchSettings& settings) {
  const bool is_one = call.prompts.size() == 1 && settings.num_best == 1;
  if (!call.stream || (is_one && has_one_path(settings))) return;
  throw std::invalid_argument(
      "stream needs one prompt and one growing text: set options.samples or options.beam to 1");
}

}  // namespace

CompleteCall parse_complete_call(std::string_view body, int64_t max_text) {
  const ordered_json object = parse_json_body(body);
  CompleteCall call = as_bad_request([&] { return read_complete_call(object); });
  check_length(call.prompts, max_text, "the prompts");
  return call;
}

SearchSettings completion_settings(const CompleteCall& call, const LanguageModel& model,
                                   int64_t max_beam) {
  const auto is_named = [&](const char* setting) { return call.options.contains(setting); };
  const SearchSettings read = read_search_options(call.options, model.settings(), max_beam);
  return as_bad_request([&] {
    const SearchSettings settings = with_completion_defaults(read, is_named);
    model.check(settings);
    check_stream(call, settings);
    return settings;
  });
}

}  // namespace dragoman
