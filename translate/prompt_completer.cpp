#include "translate/prompt_completer.h"

#include <algorithm>
#include <limits>
#include <map>
#include <stdexcept>

#include "io/content_hash.h"
#include "io/escaped_text.h"
#include "io/random.h"
#include "io/settings_values.h"
#include "io/utf8.h"
#include "search/hypothesis_score.h"
#include "search/path_search.h"
#include "threads/cancellation.h"
#include "translate/growing_text.h"
#include "translate/in_text.h"
#include "translate/search_vocabulary.h"

namespace dragoman {
namespace {

/// Returns the most tokens whose keys and values are kept at a time: 131,072, or 3 GB with a base
/// model. A smaller search.batch_tokens makes them fewer.
int64_t most_kept_tokens(const SearchSettings& settings) {
  constexpr int64_t kMostBatchTokens = 4096;
  const int64_t batch = settings.batch_tokens > 0 ? settings.batch_tokens : kMostBatchTokens;
  return 32 * std::min(batch, kMostBatchTokens);
}

/// Returns the position of the first stop in `text`; npos if there is none. The first `known` bytes
/// must contain none.
size_t find_stop(std::string_view text, const std::vector<std::string>& stops, size_t known = 0) {
  size_t first = std::string_view::npos;
  for (const std::string& stop : stops) {
    if (stop.empty()) continue;
    first = std::min(first, text.find(stop, known - std::min(known, stop.size() - 1)));
  }
  return first;
}

/// Counts the bytes at the end of `text` that may be the beginning of a stop.
size_t undecided(std::string_view text, const std::vector<std::string>& stops) {
  size_t most = 0;
  for (const std::string& stop : stops) {
    for (size_t n = std::min(stop.size(), text.size()); n > most; --n) {
      if (text.ends_with(std::string_view(stop).substr(0, n))) most = n;
    }
  }
  return most;
}

/// Ends a completion at a stop, and passes on the text that later tokens cannot change.
class CompletionObserver : public SearchObserver {
 public:
  /// `grows`: each path extends the previous one.
  CompletionObserver(const Tokenizer& tokenizer, const TokenIds& prompt,
                     const CompletionOptions& options, bool grows)
      : tokenizer_(tokenizer), prompt_(prompt), options_(options), grows_(grows) {}

  bool begins() override { return !options_.goes_on || options_.goes_on(); }

  bool goes_on(const Hypothesis& path) override {
    if (!begins()) return false;
    const bool hands_on = grows_ && options_.on_text;
    if (options_.stop.empty() && !hands_on) return true;
    GrowingText& growing = texts_.try_emplace(&path, tokenizer_, prompt_).first->second;
    const size_t known = growing.update(path.tokens);
    const std::string_view text = growing.complete_text();
    if (find_stop(text, options_.stop, known) != std::string::npos) return false;
    if (hands_on) hand_on(text, text.size() - undecided(text, options_.stop));
    return true;
  }
  /// Call with the whole text after the last token.
  void finish(const std::string& text) { hand_on(text, text.size()); }

 private:
  void hand_on(std::string_view text, size_t end) {
    if (!options_.on_text || end <= handed_on_) return;
    options_.on_text(text.substr(handed_on_, end - handed_on_));
    handed_on_ = end;
  }

  const Tokenizer& tokenizer_;
  const TokenIds& prompt_;
  const CompletionOptions& options_;
  bool grows_;
  std::map<const Hypothesis*, GrowingText> texts_;  // of the paths
  size_t handed_on_ = 0;                            // bytes
};

}  // namespace

void PromptCompleter::check(const SearchSettings& settings) const {
  check_search_settings(settings);
  demand(!settings.alignment && settings.coverage_penalty == 0 &&
             settings.unknown != UnknownTokens::kReplace,
         "a language model has no source to look at: leave out search.alignment, "
         "search.coverage_penalty and search.unknown=replace");
  demand(settings.mbr == MbrUtility::kNone, "search.mbr chooses among translations: leave it out");
  vocabulary(settings);
}

int32_t PromptCompleter::line_feed() const {
  const auto id = tokenizer_.id_of("\n");
  demand(id.has_value(),
         "the vocabulary has no line feed, though the model was trained on a stream");
  return *id;
}

SearchVocabulary PromptCompleter::vocabulary(const SearchSettings& settings) const {
  return search_vocabulary(settings, tokenizer_.pad_id(), tokenizer_, "the vocabulary");
}

TokenIds PromptCompleter::encode_prompt(const std::string& prompt) const {
  demand(is_valid_utf8(prompt), "the prompt is no valid UTF-8");
  const TokenIds ids = tokenizer_.encode(prompt);
  const auto unknown = std::find(ids.begin(), ids.end(), tokenizer_.unknown_id());
  if (unknown != ids.end()) {
    const auto pieces = tokenizer_.encode_as_pieces(prompt);
    throw std::invalid_argument("the prompt has " + in_backquotes(pieces[unknown - ids.begin()]) +
                                ", which is not in the model's vocabulary: replace it");
  }
  demand(!ids.empty() || !is_stream(),
         "the prompt is empty, but a model that was trained on a stream goes on from some text: "
         "give it at least one character, as a line feed");
  const auto length = static_cast<int64_t>(ids.size()) + (is_stream() ? 0 : 1);
  const std::string start = is_stream() ? "" : ", the start of the line counted";
  demand(length <= max_context_, "the prompt has " + std::to_string(length) + " tokens" + start +
                                     ", more than the model's context of " +
                                     std::to_string(max_context_) + ": shorten it");
  return ids;
}

std::string PromptCompleter::read_part(const std::string& prompt) const {
  const std::string part = prompt.substr(0, prompt.find_last_not_of(" \t\v\f\r\n") + 1);
  return tokenizer_.encode(part) == tokenizer_.encode(prompt) ? part : prompt;
}

/// A line begins with the start token, which is padding. A stream may begin anywhere.
SearchTask PromptCompleter::prompt_task(const TokenIds& prompt,
                                        const SearchSettings& settings) const {
  SearchTask task{.source = prompt, .prompt = prompt};
  if (!is_stream()) task.source.insert(task.source.begin(), tokenizer_.pad_id());
  task.max_length = settings.max_length > 0 ? settings.max_length : LanguageModel::kDefaultTokens;
  // A stream has no end of sentence.
  task.min_length =
      is_stream() ? std::numeric_limits<int64_t>::max() : std::max<int64_t>(settings.min_length, 1);
  return task;
}

/// Returns the most tokens of a task's texts whose keys and values are kept.
int64_t PromptCompleter::kept_tokens(const SearchTask& task, const SearchSettings& settings) const {
  const int64_t texts =
      settings.samples > 0 ? std::min(settings.samples, kSamplesAtATime) : settings.beam;
  const int64_t added = std::min(task.max_length, max_context_);
  return texts * std::min(static_cast<int64_t>(task.source.size()) + added, max_context_);
}

/// Batches are cut by what is read. Texts become longer, so that only some prompts are completed at
/// a time.
std::vector<std::vector<Hypothesis>> PromptCompleter::search(const std::vector<SearchTask>& tasks,
                                                             const SearchSettings& settings) const {
  const SearchVocabulary known = vocabulary(settings);
  const int64_t most = most_kept_tokens(settings);
  std::vector<std::vector<Hypothesis>> found;
  for (auto begin = tasks.begin(), end = begin; begin != tasks.end(); begin = end) {
    int64_t tokens = 0;
    do {
      tokens += kept_tokens(*end++, settings);
    } while (end != tasks.end() && tokens + kept_tokens(*end, settings) <= most);
    for (auto& of_task :
         search_in_batches(model_, std::vector(begin, end), known, settings, workers_))
      found.push_back(std::move(of_task));
  }
  return found;
}

std::vector<std::vector<Translation>> PromptCompleter::complete(
    const std::vector<std::string>& prompts, const SearchSettings& settings,
    const CompletionOptions& options) const {
  check(settings);
  std::vector<SearchTask> tasks;
  std::vector<TokenIds> texts;
  for (const std::string& prompt : prompts) {
    Cancellation::check();
    texts.push_back(in_text(texts.size(), prompts.size(), [&] { return encode_prompt(prompt); }));
    tasks.push_back(prompt_task(texts.back(), settings));
    ContentHash text;
    text.add(prompt);
    tasks.back().sampling_key = derive_key(settings.seed, text.value(), 0);
  }
  std::vector<CompletionObserver> observers;
  const bool grows = has_one_path(settings);
  for (const TokenIds& text : texts) observers.emplace_back(tokenizer_, text, options, grows);
  const bool observes = !options.stop.empty() || options.on_text || options.goes_on;
  for (size_t i = 0; observes && i < tasks.size(); ++i) tasks[i].observer = &observers[i];
  auto found = search(tasks, settings);
  std::vector<std::vector<Translation>> completions;
  for (size_t i = 0; i < prompts.size(); ++i) {
    sort_best_first(found[i]);
    auto& of_prompt = completions.emplace_back();
    const auto most = std::min(found[i].size(), static_cast<size_t>(settings.num_best));
    for (size_t n = 0; n < most; ++n)
      of_prompt.push_back(make_completion(found[i][n], texts[i], options));
    if (options.on_text) observers[i].finish(of_prompt.front().text);
  }
  return completions;
}

Translation PromptCompleter::make_completion(const Hypothesis& hypothesis, const TokenIds& prompt,
                                             const CompletionOptions& options) const {
  GrowingText text(tokenizer_, prompt);
  text.update(hypothesis.tokens);
  Translation completion;
  completion.text = text.text().substr(0, find_stop(text.text(), options.stop));
  completion.score = hypothesis.score;
  completion.log_probability = hypothesis.log_probability;
  completion.tokens = tokenizer_.pieces_of(hypothesis.tokens);
  completion.token_log_probabilities = hypothesis.token_log_probabilities;
  return completion;
}

/// Forces the line and its end as a prefix. In a stream, a line feed precedes it.
SearchTask PromptCompleter::line_task(const std::string& line) const {
  SearchTask task{.prefix = tokenizer_.encode(replace_invalid_utf8(line))};
  task.source = {is_stream() ? line_feed() : tokenizer_.pad_id()};
  task.prefix.push_back(is_stream() ? line_feed() : tokenizer_.eos_id());
  task.max_length = static_cast<int64_t>(task.prefix.size());
  return task;
}

std::vector<Translation> PromptCompleter::score(const std::vector<std::string>& lines,
                                                int64_t batch_tokens) const {
  SearchSettings forced;
  forced.batch_tokens = batch_tokens;
  forced.beam = 1;
  forced.unknown = UnknownTokens::kAllow;
  check(forced);
  std::vector<SearchTask> tasks;
  for (const std::string& line : lines) {
    Cancellation::check();
    tasks.push_back(line_task(line));
  }
  std::vector<Translation> scored;
  for (const auto& found : search_in_batches(model_, tasks, vocabulary(forced), forced, workers_)) {
    scored.push_back(make_completion(found.front(), {}, {}));
    std::string& text = scored.back().text;
    if (text.ends_with('\n')) text.pop_back();  // the end of a stream's line
  }
  return scored;
}

}  // namespace dragoman
