#include "serve/attention_route.h"

#include <algorithm>
#include <cmath>

#include "io/settings_read.h"
#include "serve/api_request.h"
#include "serve/awaited_work.h"
#include "serve/bad_request.h"
#include "serve/json_body.h"
#include "serve/translate_answer.h"
#include "translate/translation_json.h"

namespace dragoman {
namespace {

using nlohmann::ordered_json;

constexpr size_t kMostWeights = 4'000'000;  // in one response: some 28 MB

struct AttentionCall {
  std::string model;
  std::string source;
  std::string target;
};

AttentionCall read_attention_call(const ordered_json& object) {
  check_keys(object, {"model", "source", "target"}, {});
  required_field(object, "target");
  return {read_field<std::string>(object, "model"), read_field<std::string>(object, "source"),
          read_field<std::string>(object, "target")};
}

/// A translator needs a source as well.
void check_source(const ordered_json& object, const ModelCard& card) {
  if (card.is_language_model || object.contains("source")) return;
  throw std::invalid_argument("source is missing: the text that target translates");
}

void append_weight(float weight, std::string& text) {
  const long rounded = std::isfinite(weight) ? std::lround(std::clamp(weight, 0.f, 1.f) * 1e4f) : 0;
  if (rounded == 0 || rounded == 10000) {
    text += rounded == 0 ? '0' : '1';
    return;
  }
  std::string digits = std::to_string(10000 + rounded).substr(1);
  digits.erase(digits.find_last_not_of('0') + 1);
  text.append("0.").append(digits);
}

template <class Part>
void append_list(const std::vector<Part>& parts, std::string& text) {
  text += '[';
  for (size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) text += ',';
    if constexpr (std::is_same_v<Part, float>) {
      append_weight(parts[i], text);
    } else {
      append_list(parts[i], text);
    }
  }
  text += ']';
}

size_t count_weights(const std::vector<LayerAttention>& layers) {
  size_t count = 0;
  for (const LayerAttention& heads : layers) {
    for (const auto& queries : heads) {
      if (!queries.empty()) count += queries.size() * queries.front().size();
    }
  }
  return count;
}

/// Writes the JSON text directly: a tree of JSON values for millions of numbers would be large.
std::string answer_text(const std::string& model, const AttentionMaps& maps,
                        Clock::time_point begin) {
  if (count_weights(maps.encoder) + count_weights(maps.decoder) + count_weights(maps.cross) >
      kMostWeights)
    throw ApiError(413, "text_too_long", "the texts have too many attention weights: shorten them");
  ordered_json head;
  head["model"] = model;
  head["source_tokens"] = maps.source_tokens;
  head["target_tokens"] = maps.target_tokens;
  head["target_inputs"] = maps.target_inputs;
  head["milliseconds"] = milliseconds_since(begin);
  std::string text = json_text(head);
  text.pop_back();
  text += ",\"encoder\":" + attention_text(maps.encoder);
  text += ",\"decoder\":" + attention_text(maps.decoder);
  return text + ",\"cross\":" + attention_text(maps.cross) + "}";
}

}  // namespace

std::string attention_text(const std::vector<LayerAttention>& layers) {
  std::string text;
  append_list(layers, text);
  return text;
}

void answer_attention(const ServiceParts& parts, const HttpRequest& request,
                      HttpResponse& response) {
  const auto begin = Clock::now();
  require_json(request);
  const ordered_json object = parse_json_body(request.body);
  const AttentionCall call = as_bad_request([&] { return read_attention_call(object); });
  check_length({call.source, call.target}, parts.settings.max_text);
  const auto model = parts.registry.find(call.model);
  as_bad_request([&] { check_source(object, model->card()); });
  const auto text = std::make_shared<std::string>();
  const auto deadline = make_deadline(parts.settings, *request.context);
  const auto view = [=] {
    *text = answer_text(model->card().name, model->attention(call.source, call.target), begin);
  };
  const auto done = std::make_shared<std::future<void>>(parts.batcher.submit_work(view, deadline));
  const auto answer = [=](HttpResponse& answered) {
    as_bad_request([&] { done->get(); });
    answered.set_content(std::move(*text), "application/json");
  };
  answer_when_done(response, {.context = request.context,
                              .deadline = deadline,
                              .is_done = [done] { return is_ready(*done); },
                              .answer = answer});
}

}  // namespace dragoman
