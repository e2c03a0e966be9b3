#include "interchange/marian_import.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <stdexcept>

#include "interchange/marian_npz.h"
#include "interchange/marian_options.h"
#include "interchange/yaml.h"
#include "io/atomic_file.h"

namespace dragoman {
namespace {

namespace fs = std::filesystem;

constexpr const char* kOptions = "special:model.yml";

/// Returns the files in the folder whose names end with `end`, sorted.
std::vector<std::string> files_ending(const std::string& folder, const std::string& end) {
  std::vector<std::string> files;
  if (!fs::is_directory(folder)) return files;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().filename().string().ends_with(end)) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::optional<MarianDecoder> read_decoder(const std::string& folder) {
  const std::string usual = folder + "/decoder.yml";
  std::vector<std::string> files = files_ending(folder, "decoder.yml");
  if (std::find(files.begin(), files.end(), usual) != files.end()) files = {usual};
  if (files.empty()) return std::nullopt;
  if (files.size() > 1) {
    throw std::runtime_error(folder + " has " + std::to_string(files.size()) +
                             " files *decoder.yml; give the one to import the name decoder.yml");
  }
  return read_marian_decoder(read_file(files.front()), files.front());
}

/// Returns a path of decoder.yml, adapted to this folder: it may be of another machine.
std::string in_folder(const std::string& folder, const std::string& path) {
  const fs::path as_said = fs::path(folder) / path;
  return fs::exists(as_said) ? as_said : fs::path(folder) / fs::path(path).filename();
}

std::string weights_path(const std::string& folder, const std::optional<MarianDecoder>& decoder) {
  if (decoder && decoder->models.size() > 1) {
    throw std::runtime_error(folder + ": its decoder.yml names " +
                             std::to_string(decoder->models.size()) +
                             " models, an ensemble; only one can be imported");
  }
  if (decoder && !decoder->models.empty()) return in_folder(folder, decoder->models.front());
  if (fs::exists(folder + "/model.npz")) return folder + "/model.npz";
  const std::vector<std::string> files = files_ending(folder, ".npz");
  if (files.size() == 1) return files.front();
  throw std::runtime_error(folder + " has " + std::to_string(files.size()) +
                           " files *.npz and none is model.npz; give the one to import that name");
}

std::string vocabulary_path(const std::string& folder, const std::string& named,
                            const std::optional<MarianDecoder>& decoder, size_t side) {
  if (!named.empty()) return named;
  if (decoder && side < decoder->vocabs.size()) return in_folder(folder, decoder->vocabs[side]);
  for (const char* name : {"vocab.spm", "vocab.yml", "vocab.json"}) {
    if (fs::exists(folder + "/" + name)) return folder + "/" + name;
  }
  throw std::runtime_error(folder +
                           " does not say which files are its vocabularies; name them by "
                           "--source-vocabulary and --target-vocabulary");
}

/// Reads tokens by id from a table {token: id}, and adds padding after them.
std::vector<std::string> read_table(const std::string& path) {
  const std::string text = read_file(path);
  std::vector<std::pair<std::string, int64_t>> entries;
  const auto add = [&](const auto& json) {
    for (const auto& [token, id] : json.items())
      entries.emplace_back(token, id.is_number_integer() ? id.template get<int64_t>() : -1);
  };
  if (path.ends_with(".json")) {
    add(nlohmann::json::parse(text, nullptr, /*allow_exceptions=*/false));
  } else {
    add(parse_yaml(text, path));
  }
  std::vector<std::string> tokens(entries.size());
  std::vector<bool> is_set(entries.size());
  for (const auto& [token, id] : entries) {
    if (id < 0 || id >= static_cast<int64_t>(tokens.size()) || is_set[id]) {
      throw std::runtime_error(path + ": the ids of its tokens are not 0, 1, 2 ... (" + token +
                               "); is it a vocabulary?");
    }
    tokens[id] = token;
    is_set[id] = true;
  }
  append_padding(tokens);
  return tokens;
}

/// `side` is "source" or "target".
ForeignTokens read_tokens(const std::string& folder, const std::string& path,
                          const std::string& side) {
  if (!fs::is_regular_file(path)) throw std::runtime_error(path + ", a vocabulary, is not there");
  ForeignTokens read;
  if (path.ends_with(".spm") || path.ends_with(".model")) {
    read = {path, Tokenizer(path, /*lowercase=*/false).tokens(), 0, path};
  } else if (path.ends_with(".yml") || path.ends_with(".yaml") || path.ends_with(".json")) {
    read = {folder + "/" + side + ".spm", read_table(path), 0, path};
    if (!fs::is_regular_file(read.model)) {
      throw std::runtime_error(read.model + " is not there: the vocabulary " + path +
                               " lists tokens, and the SentencePiece model that makes them of text "
                               "must have this name");
    }
  } else {
    throw std::runtime_error(path +
                             " is no vocabulary that can be read: it must end in .spm, .yml "
                             "or .json");
  }
  read.padding = static_cast<int64_t>(read.tokens.size()) - 1;
  return read;
}

void check_size(const ForeignTokens& tokens, const std::string& path, const MarianOptions& options,
                size_t side) {
  if (side >= options.dim_vocabs.size()) return;
  const int64_t expected = options.dim_vocabs[side];
  const int64_t size = tokens.padding;  // the id after all of Marian's tokens
  if (size == expected) return;
  throw std::runtime_error(path + " has " + std::to_string(size) +
                           " tokens, but the model was made for " + std::to_string(expected) +
                           "; name its vocabularies by --source-vocabulary and "
                           "--target-vocabulary");
}

MarianOptions options_of(const std::vector<NpzArray>& arrays, const std::string& path) {
  const auto found = std::find_if(arrays.begin(), arrays.end(),
                                  [](const NpzArray& array) { return array.name == kOptions; });
  if (found == arrays.end())
    throw std::runtime_error(path + " has no " + kOptions + ": it is no model of Marian's");
  const std::string& bytes = found->bytes;
  return read_marian_options(bytes.substr(0, bytes.find('\0')), path + ":" + kOptions);
}

void set_search(const MarianDecoder& decoder, ForeignModel& model) {
  SearchSettings& search = model.settings.search;
  if (decoder.beam_size > 0) search.beam = decoder.beam_size;
  search.length_penalty = decoder.normalize > 0 ? LengthPenalty::kLength : LengthPenalty::kNone;
  search.alpha = std::clamp(decoder.normalize, 0.0, 10.0);
  if (decoder.max_length_factor > 0) {
    search.max_length_factor = decoder.max_length_factor;
    search.max_length_offset = 0;
  }
  if (decoder.allow_unk) search.unknown = UnknownTokens::kAllow;
  const auto warn = [&](bool is_set, const std::string& what) {
    if (is_set) model.warnings.push_back("decoder.yml sets " + what + ", which is not taken over");
  };
  warn(decoder.word_penalty != 0, "word-penalty");
  warn(decoder.normalize < 0 || decoder.normalize > 10, "a normalize outside of 0 to 10");
  warn(decoder.output_sampling, "output-sampling");
}

}  // namespace

bool is_marian_folder(const std::string& folder) {
  return !files_ending(folder, "decoder.yml").empty() || !files_ending(folder, ".npz").empty();
}

ForeignModel read_marian_folder(const std::string& folder, const MarianVocabularies& named) {
  const std::optional<MarianDecoder> decoder = read_decoder(folder);
  const std::string path = weights_path(folder, decoder);
  const std::vector<NpzArray> arrays = read_npz(path);
  const MarianOptions options = options_of(arrays, path);
  ForeignModel model;
  model.folder = folder;
  model.settings.model = model_settings(options, path);
  const std::string source = vocabulary_path(folder, named.source, decoder, 0),
                    target = vocabulary_path(folder, named.target, decoder, 1);
  model.source = read_tokens(folder, source, "source");
  model.target = read_tokens(folder, target, "target");
  model.has_two_vocabularies = model.source.tokens != model.target.tokens;
  check_size(model.source, source, options, 0);
  check_size(model.target, target, options, 1);
  if (decoder) set_search(*decoder, model);
  model.weights = from_marian_npz(arrays, model.settings.model, path);
  return model;
}

}  // namespace dragoman
