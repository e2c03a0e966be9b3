#include "search/translator.h"

#include <algorithm>
#include <cmath>

#include "data/batch_plan.h"
#include "io/utf8.h"
#include "search/beam_search.h"
#include "search/greedy_search.h"
#include "search/line_splitter.h"

namespace dragoman {
namespace {

/// A line's parts are consecutive sources; most lines have one, blank lines none.
struct Sources {
  std::vector<TokenIds> ids;  // with end of sentence
  std::vector<size_t> num_parts;
};

Sources encode_lines(const std::vector<std::string>& lines, const TranslatorParts& parts,
                     TranslationCounts& counts) {
  Sources sources;
  for (const std::string& line : lines) {
    const bool valid = is_valid_utf8(line);
    if (!valid) counts.repaired_lines.push_back(counts.lines);
    const std::string text = valid ? line : replace_invalid_utf8(line);
    std::vector<TokenIds> pieces =
        encode_in_parts(text, parts.source_tokenizer, parts.max_length - 1);
    if (pieces.size() > 1) counts.split_lines.push_back(counts.lines);
    sources.num_parts.push_back(pieces.size());
    for (TokenIds& piece : pieces) {
      piece.push_back(parts.source_tokenizer.eos_id());
      counts.source_tokens += static_cast<int64_t>(piece.size());
      sources.ids.push_back(std::move(piece));
    }
    ++counts.lines;
  }
  return sources;
}

}  // namespace

std::vector<std::string> Translator::translate(const std::vector<std::string>& lines,
                                               TranslationCounts& counts) {
  const Sources sources = encode_lines(lines, parts_, counts);
  const std::vector<Hypothesis> hypotheses = search(sources.ids);
  std::vector<std::string> translations;
  size_t part = 0;
  for (const size_t num_parts : sources.num_parts) {
    std::string& text = translations.emplace_back();
    for (size_t i = 0; i < num_parts; ++i, ++part) {
      if (i > 0) text += ' ';
      text += without_line_breaks(parts_.target_tokenizer.decode(hypotheses[part].tokens));
      counts.target_tokens += static_cast<int64_t>(hypotheses[part].tokens.size());
    }
  }
  return translations;
}

std::vector<Hypothesis> Translator::search(const std::vector<TokenIds>& sources) {
  std::vector<int32_t> lengths;
  for (const TokenIds& ids : sources) lengths.push_back(static_cast<int32_t>(ids.size()));
  std::vector<Hypothesis> hypotheses(sources.size());
  for (const auto& indices : plan_longest_first(lengths, settings_.batch_tokens)) {
    std::vector<Hypothesis> found = search_batch(sources, indices);
    for (size_t i = 0; i < indices.size(); ++i) hypotheses[indices[i]] = std::move(found[i]);
  }
  return hypotheses;
}

std::vector<Hypothesis> Translator::search_batch(const std::vector<TokenIds>& sources,
                                                 const std::vector<uint32_t>& indices) {
  SearchLimits limits{.max_lengths = {}, .eos = parts_.target_tokenizer.eos_id()};
  for (const uint32_t index : indices) {
    const auto by_source = static_cast<int64_t>(
        std::floor(settings_.max_length_factor * static_cast<double>(sources[index].size())));
    limits.max_lengths.push_back(
        std::clamp<int64_t>(by_source + settings_.max_length_offset, 1, parts_.max_length));
  }
  const SourceBatch batch = make_source_batch(sources, indices);
  if (settings_.beam == 1) return greedy_search(parts_.model, batch, limits, settings_);
  std::vector<Hypothesis> best;
  for (auto& found : beam_search(parts_.model, batch, limits, settings_))
    best.push_back(std::move(found.front()));
  return best;
}

SourceBatch Translator::make_source_batch(const std::vector<TokenIds>& sources,
                                          const std::vector<uint32_t>& indices) const {
  SourceBatch batch;
  batch.rows = static_cast<int64_t>(indices.size());
  for (const uint32_t i : indices)
    batch.length = std::max<int64_t>(batch.length, static_cast<int64_t>(sources[i].size()));
  batch.ids.assign(batch.rows * batch.length, parts_.source_tokenizer.pad_id());
  for (int64_t row = 0; row < batch.rows; ++row) {
    const TokenIds& ids = sources[indices[row]];
    std::copy(ids.begin(), ids.end(), batch.ids.begin() + row * batch.length);
  }
  return batch;
}

}  // namespace dragoman
