#include <algorithm>
#include <string>

#include "model_folder/config_checks.h"
#include "tokenizer/user_symbol.h"

namespace dragoman {
namespace {

bool has_alignments(const DataSettings& data) {
  return std::any_of(data.train.begin(), data.train.end(),
                     [](const CorpusSettings& corpus) { return !corpus.alignment.empty(); });
}

/// Checks a corpus of a language model.
void check_text(const CorpusSettings& corpus, const std::string& key) {
  const auto demand_none = [&](const std::string& name, const std::string& value) {
    demand(value.empty(), key + "." + name + " is set (" + value +
                              "), but a language model learns from target alone; leave it out");
  };
  demand_none("source", corpus.source);
  demand_none("tsv", corpus.tsv);
  demand_none("tag", corpus.tag);
  demand_none("alignment", corpus.alignment);
  demand(!corpus.target.empty(), key + " names no target, which is the text to learn from");
  demand(corpus.target != "-", key +
                                   ".target is - (stdin), which only pairs are read from; write "
                                   "the text to a file");
}

void check_pairs(const CorpusSettings& corpus, const std::string& key) {
  demand(!corpus.is_monolingual(),
         key + " has target (" + corpus.target +
             ") alone, which only a language model learns from; give source too, or set "
             "model.architecture to language-model");
  const bool has_tsv = !corpus.tsv.empty();
  const bool has_either = !corpus.source.empty() || !corpus.target.empty();
  const bool has_both = !corpus.source.empty() && !corpus.target.empty();
  demand(!has_tsv || !has_either,
         key + " has tsv (" + corpus.tsv + ") and source or target as well; give tsv or the pair");
  demand(has_tsv || has_both, key + " needs both source and target, or tsv; source is \"" +
                                  corpus.source + "\", target is \"" + corpus.target + "\"");
}

bool has_given_tokenizer(const Config& config) {
  return !config.tokenizer.model.empty() || !config.tokenizer.from.empty() ||
         !config.train.from.empty();
}

/// Checks the tags, which tokenizers that are trained here get as symbols.
void check_tags(const Config& config) {
  if (has_given_tokenizer(config)) return;
  const auto check = [&](const CorpusSettings& corpus, const std::string& key) {
    if (!corpus.tag.empty()) check_user_symbol(corpus.tag, key + ".tag", config.tokenizer);
  };
  for (size_t i = 0; i < config.data.train.size(); ++i)
    check(config.data.train[i], "data.train." + std::to_string(i));
  check(config.data.valid, "data.valid");
}

void check_layout(const Config& config) {
  const DataSettings& data = config.data;
  if (data.layout == TextLayout::kLines) return;
  demand(config.model.is_language_model(),
         "data.layout is stream, but model.architecture is translator; only the text of a language "
         "model is a stream: set data.layout to lines, or model.architecture to language-model");
  demand(config.tokenizer.keep_whitespace || has_given_tokenizer(config),
         "data.layout is stream, but tokenizer.keep_whitespace is false, so that no token would be "
         "the line feed; set it to true, or data.layout to lines");
  demand(!data.draws_segmentations(),
         "data.layout is stream, which has no sampled segmentations; set data.bpe_dropout and "
         "data.unigram_alpha to 0, or data.layout to lines");
  demand(!data.augment.any(),
         "data.layout is stream, whose text keeps its case; leave out data.augment, or "
         "set data.layout to lines");
  const bool trains_positions =
      config.model.positions == Positions::kLearned && config.train.from.empty();
  demand(!trains_positions || config.model.max_length <= data.max_length,
         "model.positions is learned, but model.max_length (" +
             std::to_string(config.model.max_length) + ") is more than data.max_length (" +
             std::to_string(data.max_length) +
             "), the length of a stream's blocks, so that later positions would not be trained; "
             "set both to the same");
}

/// Checks text from stdin. It can be read only once, so no tokenizer is trained on it and no corpus
/// is mixed with it.
void check_stdin(const Config& config) {
  const DataSettings& data = config.data;
  for (size_t i = 0; i < data.train.size(); ++i) {
    const CorpusSettings& corpus = data.train[i];
    const std::string key = "data.train." + std::to_string(i);
    demand(corpus.source != "-" && corpus.target != "-",
           key + " reads one side from stdin; give both as lines source<TAB>target: " + key +
               ".tsv=-");
    if (!corpus.is_stdin()) continue;
    demand(data.train.size() == 1,
           key + ".tsv is - (stdin), beside other corpora; write it to a file, or mix them before");
    const bool has_models = !config.tokenizer.model.empty() &&
                            (config.tokenizer.shared || !config.tokenizer.target_model.empty());
    demand(has_models || !config.tokenizer.from.empty() || !config.train.from.empty(),
           key +
               ".tsv is - (stdin), so that no tokenizer can be trained on it; make one by "
               "`dragoman tokenizer train` and name it as tokenizer.model");
  }
  demand(data.valid.source != "-" && data.valid.target != "-" && !data.valid.is_stdin(),
         "data.valid is read from stdin; write it to a file");
}

void check_alignments(const Config& config) {
  const DataSettings& data = config.data;
  demand(data.valid.alignment.empty(), "data.valid.alignment is set (" + data.valid.alignment +
                                           "), but validation needs no alignment; leave it out");
  for (size_t i = 0; i < data.train.size(); ++i) {
    const CorpusSettings& corpus = data.train[i];
    const std::string key = "data.train." + std::to_string(i) + ".alignment";
    demand(corpus.alignment != "-",
           key + " is - (stdin), which only a tsv is read from; name a file, or auto");
    demand(!corpus.is_stdin() || !corpus.wants_alignment(),
           key +
               " is auto, but text from stdin cannot be aligned before training; give a file of "
               "its links, or the text in a file");
  }
  // With train.from, the heads may be those of that folder.
  if (config.train.from.empty() && !config.model.is_language_model()) check_guidance(config);
}

void check_weights(const DataSettings& data) {
  demand(data.valid.weight == 1,
         "data.valid.weight is set, but validation scores each line once; leave it out");
  const bool has_weight = data.train.empty() || std::any_of(data.train.begin(), data.train.end(),
                                                            [](const CorpusSettings& corpus) {
                                                              return corpus.weight > 0;
                                                            });
  demand(has_weight,
         "the weights of all corpora of data.train are 0, so that nothing would be trained on; "
         "raise one");
}

/// Checks that the rates of sampled segmentations fit the type of the tokenizer.
void check_sampling(const Config& config) {
  const DataSettings& data = config.data;
  demand(data.bpe_dropout == 0 || data.unigram_alpha == 0,
         "data.bpe_dropout and data.unigram_alpha are both set, but need different types of "
         "tokenizer; set one to 0");
  demand(!data.draws_segmentations() || !config.model.is_language_model() ||
             data.sampled_sides != Sides::kSource,
         "data.sampled_sides is source, but a language model has no source; leave it out");
  if (has_given_tokenizer(config)) return;
  const auto check = [&](const std::string& key, bool is_set, TokenizerType type) {
    demand(!is_set || config.tokenizer.type == type,
           key + " is set, but goes with tokenizer.type " + name_of(type) + ", not " +
               name_of(config.tokenizer.type) + "; set " + key + " to 0 or change the type");
  };
  check("data.bpe_dropout", data.bpe_dropout > 0, TokenizerType::kBpe);
  check("data.unigram_alpha", data.unigram_alpha > 0, TokenizerType::kUnigram);
}

void check_augment(const Config& config) {
  const AugmentSettings& augment = config.data.augment;
  demand(augment.upper + augment.title + augment.lower <= 1,
         "data.augment.upper, title and lower are shares of the training text, but add up to more "
         "than 1; lower them");
  demand(!augment.any() || !config.tokenizer.lowercase,
         "data.augment changes the case of text, but tokenizer.lowercase is true, so that the "
         "model would not see the change; set one of the two to false or 0");
}

void check_placeholders(const Config& config) {
  if (config.data.placeholders == 0) return;
  demand(!config.model.is_language_model(),
         "data.placeholders is set, but a language model does not translate; leave it out");
  demand(config.tokenizer.type != TokenizerType::kNone || has_given_tokenizer(config),
         "data.placeholders is set, but with tokenizer.type none only what stands between spaces "
         "is a token; choose another type, or set data.placeholders to 0");
}

/// Checks data.terms. Terms are found by alignments, and written into sources.
void check_terms(const Config& config) {
  const DataSettings& data = config.data;
  if (!data.terms.any()) return;
  const std::string rate = "data.terms.rate is above 0";
  demand(!config.model.is_language_model(),
         rate + ", but a language model has no sources to write terms into; leave data.terms out");
  demand(has_alignments(data) || data.train.empty(),
         rate +
             ", but no corpus of data.train has an alignment to find terms by; set "
             "data.train.0.alignment to auto or to a file of links");
  demand(data.terms.lemmas != "-", "data.terms.lemmas is - (stdin); write it to a file");
  demand(config.tokenizer.shared || has_given_tokenizer(config),
         rate +
             ", which writes target words into sources, but tokenizer.shared is false, so that the "
             "source's tokenizer would not know them; set it to true");
}

/// Checks that no setting of a language model asks for a source.
void check_no_source(const Config& config) {
  if (!config.model.is_language_model()) return;
  const auto demand_unset = [](const std::string& key, double value, double unset) {
    demand(value == unset, key + " is set, but a language model has no source; leave it out");
  };
  demand_unset("data.max_ratio", config.data.max_ratio, DataSettings().max_ratio);
  demand_unset("data.source_word_dropout", config.data.source_word_dropout,
               DataSettings().source_word_dropout);
  demand_unset("train.alignment_weight", config.train.alignment_weight,
               TrainSettings().alignment_weight);
}

/// Both lengths count end of sentence.
void check_longest(const Config& config) {
  const int64_t longest = config.data.max_length, most = config.model.max_length;
  demand(longest <= most, "data.max_length is " + std::to_string(longest) +
                              ", more than model.max_length (" + std::to_string(most) +
                              "); lower the one or raise the other");
}

}  // namespace

void check_guidance(const Config& config) {
  if (config.data.train.empty()) return;
  const bool is_aligned = has_alignments(config.data);
  const int64_t heads = config.model.alignment_heads;
  demand(!is_aligned || heads > 0 || config.data.terms.any(),
         "data.train has an alignment, but model.alignment_heads is 0, so that nothing would be "
         "guided by it; set model.alignment_heads to 1 or data.terms.rate, or leave the alignment "
         "out");
  demand(is_aligned || heads == 0 || !config.train.from.empty(),
         "model.alignment_heads is " + std::to_string(heads) +
             ", but no corpus of data.train has an alignment to guide them; set "
             "data.train.0.alignment to auto or to a file of links, or model.alignment_heads to 0");
}

void check_data(const Config& config) {
  const auto check = config.model.is_language_model() ? check_text : check_pairs;
  for (size_t i = 0; i < config.data.train.size(); ++i)
    check(config.data.train[i], "data.train." + std::to_string(i));
  if (!config.data.valid.empty()) check(config.data.valid, "data.valid");
  check_tags(config);
  check_layout(config);
  check_stdin(config);
  check_alignments(config);
  check_weights(config.data);
  check_sampling(config);
  check_augment(config);
  check_placeholders(config);
  check_terms(config);
  check_no_source(config);
  check_longest(config);
  demand(config.data.min_length <= config.data.max_length,
         "data.min_length is " + std::to_string(config.data.min_length) +
             ", which is more than data.max_length (" + std::to_string(config.data.max_length) +
             "), so that every pair would be left out; lower it");
}

}  // namespace dragoman
