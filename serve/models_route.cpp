#include "serve/models_route.h"

#include "io/settings_write.h"
#include "serve/api_response.h"

namespace dragoman {

using nlohmann::ordered_json;

ordered_json model_json(const ServedModel& model) {
  const ModelCard& card = model.card();
  ordered_json json;
  json["name"] = card.name;
  json["kind"] = card.is_language_model ? "language-model" : "translator";
  json["source_language"] = card.source_language;
  json["target_language"] = card.target_language;
  json["encoder_layers"] = card.encoder_layers;
  json["decoder_layers"] = card.decoder_layers;
  json["heads"] = card.heads;
  json["width"] = card.width;
  json["parameters"] = card.parameters;
  json["source_vocabulary"] = card.source_vocabulary;
  json["target_vocabulary"] = card.target_vocabulary;
  json["max_length"] = card.max_length;
  json["lowercases"] = card.lowercases;
  json["precision"] = card.precision;
  json["settings"] = write_settings(model.settings());
  json["settings"].erase("batch_tokens");  // clients cannot choose it
  return json;
}

void answer_models(const ModelRegistry& registry, const ServiceSettings& settings,
                   HttpResponse& response) {
  ordered_json json;
  ordered_json& models = json["models"] = ordered_json::array();
  for (const auto& model : registry.all()) models.push_back(model_json(*model));
  json["limits"] = {{"max_text", settings.max_text}, {"max_beam", settings.max_beam}};
  json["follows_training"] = !settings.run.empty();
  set_json(response, json);
}

}  // namespace dragoman
