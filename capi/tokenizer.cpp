#include "tokenizer/tokenizer.h"

#include <algorithm>
#include <filesystem>
#include <stdexcept>

#include "capi/guard.h"
#include "capi/options.h"
#include "capi/structs.h"
#include "model_folder/model_folder.h"

struct dragoman_tokenizer {
  std::shared_ptr<const dragoman::Tokenizer> tokenizer;
};

struct dragoman_encoded {
  struct Text {
    dragoman::TokenIds ids;
    std::vector<std::string> pieces;
    std::vector<dragoman_text> views;
  };
  std::vector<Text> texts;
};

namespace dragoman {
namespace {

std::shared_ptr<const Tokenizer> open_tokenizer(const std::string& path, const std::string& side,
                                                bool lowercase) {
  if (!side.empty() && side != "source" && side != "target")
    throw std::invalid_argument("a tokenizer's side is source or target, not `" + side + "`");
  if (!std::filesystem::is_directory(path))
    return std::make_shared<const Tokenizer>(path, lowercase);
  const Tokenizers both = load_tokenizers(FolderPaths(path), read_folder_settings(path).tokenizer);
  return side == "target" ? both.target : both.source;
}

void check_ids(const Tokenizer& tokenizer, const TokenIds& ids) {
  for (const int32_t id : ids) {
    if (id >= 0 && id <= tokenizer.pad_id()) continue;
    throw std::invalid_argument(std::to_string(id) + " is no token id; ids are 0 to " +
                                std::to_string(tokenizer.pad_id()));
  }
}

/// Returns the pieces of a text. Its ids give them faster, but without the text of unknown ones.
std::vector<std::string> pieces_of(const Tokenizer& tokenizer, const std::string& text,
                                   const TokenIds& ids) {
  const bool has_unknown = std::ranges::find(ids, tokenizer.unknown_id()) != ids.end();
  return has_unknown ? tokenizer.encode_as_pieces(text) : tokenizer.pieces_of(ids);
}

/// Throws for options that say how the folder of a run gets its tokenizers.
void check_training(const TokenizerSettings& settings) {
  const TokenizerSettings defaults;
  refuse_options({{"from", !settings.from.empty()},
                  {"model", !settings.model.empty()},
                  {"target_model", !settings.target_model.empty()},
                  {"vocabulary", settings.vocabulary != defaults.vocabulary},
                  {"shared", settings.shared != defaults.shared}},
                 "is for `dragoman train`, not for training one tokenizer");
}

}  // namespace
}  // namespace dragoman

dragoman_error* dragoman_tokenizer_open(dragoman_text path, dragoman_text side, int lowercase,
                                        dragoman_tokenizer** out) {
  return dragoman::guarded([&] {
    *out = new dragoman_tokenizer{dragoman::open_tokenizer(
        dragoman::path_of(path), dragoman::string_of(side), lowercase != 0)};
  });
}

void dragoman_tokenizer_free(dragoman_tokenizer* tokenizer) { delete tokenizer; }

void dragoman_tokenizer_vocabulary(const dragoman_tokenizer* tokenizer, dragoman_vocabulary* out) {
  const dragoman::Tokenizer& of = *tokenizer->tokenizer;
  dragoman::write_struct({.size = 0,
                          .num_tokens = static_cast<int32_t>(of.vocabulary_size()),
                          .eos_id = of.eos_id(),
                          .unknown_id = of.unknown_id(),
                          .pad_id = of.pad_id()},
                         out);
}

dragoman_error* dragoman_tokenizer_tokens(const dragoman_tokenizer* tokenizer,
                                          dragoman_texts** out) {
  return dragoman::guarded([&] { *out = new dragoman_texts(tokenizer->tokenizer->tokens()); });
}

dragoman_error* dragoman_tokenizer_encode(const dragoman_tokenizer* tokenizer,
                                          const dragoman_text* texts, size_t count,
                                          dragoman_encoded** out) {
  return dragoman::guarded([&] {
    auto encoded = std::make_unique<dragoman_encoded>();
    encoded->texts.resize(count);
    const std::vector<std::string> given = dragoman::strings_of(texts, count);
    for (size_t i = 0; i < count; ++i) {
      dragoman_encoded::Text& text = encoded->texts[i];
      text.ids = tokenizer->tokenizer->encode(given[i]);
      text.pieces = dragoman::pieces_of(*tokenizer->tokenizer, given[i], text.ids);
      text.views = dragoman::views_of(text.pieces);
    }
    *out = encoded.release();
  });
}

dragoman_error* dragoman_encoded_get(const dragoman_encoded* encoded, size_t index,
                                     dragoman_encoding* out) {
  return dragoman::guarded([&] {
    dragoman::check_struct(*out);
    if (index >= encoded->texts.size())
      throw std::invalid_argument("there is no text " + std::to_string(index) +
                                  "; they are counted from 0");
    const dragoman_encoded::Text& text = encoded->texts[index];
    dragoman::write_struct(
        {.size = 0, .ids = text.ids.data(), .pieces = text.views.data(), .count = text.ids.size()},
        out);
  });
}

void dragoman_encoded_free(dragoman_encoded* encoded) { delete encoded; }

dragoman_error* dragoman_tokenizer_decode(const dragoman_tokenizer* tokenizer, const int32_t* ids,
                                          size_t count, dragoman_texts** out) {
  return dragoman::guarded([&] {
    const auto list = dragoman::list_of(ids, count, "ids");
    const dragoman::TokenIds given(list.begin(), list.end());
    dragoman::check_ids(*tokenizer->tokenizer, given);
    *out = new dragoman_texts({tokenizer->tokenizer->decode(given)});
  });
}

dragoman_error* dragoman_tokenizer_decode_pieces(const dragoman_tokenizer* tokenizer,
                                                 const dragoman_text* pieces, size_t count,
                                                 dragoman_texts** out) {
  return dragoman::guarded([&] {
    *out = new dragoman_texts(
        {tokenizer->tokenizer->decode_pieces(dragoman::strings_of(pieces, count))});
  });
}

dragoman_error* dragoman_tokenizer_train(const dragoman_text* lines, size_t count,
                                         const dragoman_option* options, size_t num_options,
                                         dragoman_text path) {
  return dragoman::guarded([&] {
    dragoman::TokenizerSettings settings;
    dragoman::set_options(settings, options, num_options);
    dragoman::check_training(settings);
    dragoman::train_tokenizer(dragoman::strings_of(lines, count), settings,
                              dragoman::output_path_of(path));
  });
}
