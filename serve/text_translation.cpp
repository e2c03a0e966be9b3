#include "serve/text_translation.h"

#include <algorithm>
#include <iterator>

#include "markup/span_patterns.h"
#include "serve/api_error.h"
#include "serve/awaited_work.h"
#include "serve/bad_request.h"
#include "serve/translation_checks.h"
#include "translate/kind_of_search.h"
#include "translate/setting_effects.h"

namespace dragoman {
namespace {

/// Appends the matches of `patterns` in each line of `text`. No match goes beyond a line.
void add_matches(const SpanPatterns& patterns, std::string_view text,
                 std::vector<ByteSpan>& spans) {
  for (const ByteSpan& line : line_spans(text)) {
    for (const ByteSpan& match : patterns.find(line.of(text)))
      spans.push_back({line.begin + match.begin, line.begin + match.end});
  }
}

TranslationWatch watch_of(size_t text, size_t sentence, const std::shared_ptr<KeptSteps>& steps,
                          const TextTranslation::OnPartial& on_partial) {
  TranslationWatch watch;
  if (steps != nullptr) watch.on_step = [steps](const BeamStep& step) { steps->add(step); };
  if (on_partial) {
    watch.on_text = [on_partial, text, sentence](const std::string& best) {
      on_partial(text, sentence, best);
    };
  }
  return watch;
}

}  // namespace

std::string TranslatedText::text(size_t rank) const {
  std::vector<std::string> chosen;
  for (const TranslatedSentence& sentence : sentences) {
    const auto& found = sentence.translations;
    chosen.push_back(found.empty() ? "" : found[std::min(rank, found.size() - 1)].text);
  }
  return pieces.join(chosen);
}

bool TextTranslation::is_prepared() {
  if (!preparation_.valid()) return true;
  if (!is_ready(preparation_)) return false;
  preparation_.get();
  return true;
}

bool TextTranslation::is_done() {
  if (!is_prepared()) return false;
  while (num_ready_ < jobs_.size() && is_ready(jobs_[num_ready_].result)) ++num_ready_;
  return num_ready_ == jobs_.size();
}

std::vector<TranslatedText> TextTranslation::take() {
  for (Job& job : jobs_) {
    TranslatedText& text = texts_[job.text];
    TranslatedSentence& sentence = text.sentences[job.sentence];
    TranslationResult result = as_bad_request([&] { return job.result.get(); });
    sentence.translations = std::move(result.translations);
    text.target_tokens += result.target_tokens;
    text.in_parts = text.in_parts || result.in_parts;
    std::move(result.notes.begin(), result.notes.end(), std::back_inserter(text.notes));
    if (job.steps != nullptr) sentence.steps = job.steps->take();
  }
  return std::move(texts_);
}

std::shared_ptr<TextTranslation> TextTranslator::start(std::shared_ptr<const TranslateCall> call,
                                                       const RequestContext& context,
                                                       TextTranslation::OnPartial on_partial) {
  const std::shared_ptr<TextTranslation> translation(new TextTranslation);
  translation->deadline_ = make_deadline(settings_, context);
  translation->model_ = registry_.find(call->model);
  translation->settings_ =
      std::make_shared<const SearchSettings>(settings_for(*call, *translation->model_));
  const auto prepare_it = [=, this, on_partial = std::move(on_partial)] {
    prepare(*call, *translation, on_partial);
  };
  if (takes_long_to_prepare(*call, translation->settings())) {
    translation->preparation_ = batcher_.submit_work(prepare_it, translation->deadline_);
  } else {
    prepare_it();
  }
  return translation;
}

SearchSettings TextTranslator::settings_for(const TranslateCall& call,
                                            const ServedModel& model) const {
  SearchSettings settings =
      read_search_options(call.options, model.translator().settings(), settings_.max_beam);
  reset_other_search(settings, [&](const char* name) { return call.options.contains(name); });
  if (call.split == SplitText::kSentences && settings.markup != Markup::kNone)
    settings.markup_sentences = true;
  return settings;
}

void TextTranslator::prepare(const TranslateCall& call, TextTranslation& translation,
                             const TextTranslation::OnPartial& on_partial) {
  split_texts(call, translation);
  // Before the sentences get copies of what the call wishes.
  as_bad_request([&] { check(call, translation); });
  Requests requests = make_requests(call, translation, on_partial);
  as_bad_request([&] { check(call, translation, requests); });
  submit(call, translation, std::move(requests));
}

void TextTranslator::split_texts(const TranslateCall& call, TextTranslation& translation) {
  const auto patterns =
      as_bad_request([&] { return SpanPatterns(translation.settings().protect); });
  auto pieces = split_all(call, translation);
  for (size_t t = 0; t < call.texts.size(); ++t) {
    if (pieces[t].sentences.size() > 1) {
      auto together =
          call.protected_spans.empty() ? std::vector<ByteSpan>{} : call.protected_spans[t];
      if (!patterns.empty()) add_matches(patterns, call.texts[t], together);
      pieces[t].unite(std::move(together));
    }
    translation.texts_.push_back({std::move(pieces[t]), {}});
  }
}

/// Limits the number of sentences, since the work that follows grows with it.
std::vector<TextSentences> TextTranslator::split_all(const TranslateCall& call,
                                                     const TextTranslation& translation) {
  // Tags may enclose several sentences, so markup and documents are split later, by the code that
  // parses them.
  const bool is_whole = translation.settings().markup != Markup::kNone ||
                        translation.settings().document != DocumentFormat::kNone;
  std::vector<TextSentences> pieces;
  size_t count = 0;
  for (const std::string& text : call.texts) {
    pieces.push_back(is_whole
                         ? TextSentences{{text}, {"", ""}}
                         : split(text, call.split, translation.model().card().source_language));
    count += pieces.back().sentences.size();
  }
  if (count <= static_cast<size_t>(settings_.max_queue)) return pieces;
  throw ApiError(413, "text_too_long",
                 "the texts have " + std::to_string(count) + " sentences, but at most " +
                     std::to_string(settings_.max_queue) +
                     " are taken at a time: send fewer at a time");
}

TextSentences TextTranslator::split(const std::string& text, SplitText how,
                                    const std::string& language) {
  if (how == SplitText::kNone) return split_lines(text);
  const SentenceSplitter* splitter = nullptr;
  {
    const std::lock_guard lock(mutex_);
    splitter = &splitters_.try_emplace(language, language).first->second;
  }
  return splitter->split(text);
}

void TextTranslator::check(const TranslateCall& call, const TextTranslation& translation) const {
  translation.model().translator().check(translation.settings());
  check_effects(
      translation.settings(), [&](std::string_view name) { return call.options.contains(name); },
      !call.protected_spans.empty());
  check_split(call, translation.settings());
  check_amount(call, translation.settings(), translation.texts_);
  check_phrases(call, translation.texts_);
  check_own_terms(call, translation.model().terminology().get(), translation.settings());
}

TextTranslator::Requests TextTranslator::make_requests(
    const TranslateCall& call, TextTranslation& translation,
    const TextTranslation::OnPartial& on_partial) const {
  Requests requests;
  const auto num_nodes = std::make_shared<std::atomic<size_t>>(0);
  const auto& terminology =
      call.glossary != nullptr ? call.glossary : translation.model().terminology();
  for (size_t t = 0; t < translation.texts_.size(); ++t) {
    TranslatedText& text = translation.texts_[t];
    const auto spans = text.pieces.spans_of_sentences(
        call.protected_spans.empty() ? std::vector<ByteSpan>{} : call.protected_spans[t]);
    for (const std::string& sentence : text.pieces.sentences) {
      TextTranslation::Job job{t, text.sentences.size()};
      if (call.steps) job.steps = std::make_shared<KeptSteps>(num_nodes);
      text.sentences.push_back({sentence, {}, {}});
      TranslationRequest request{
          .text = sentence, .phrases = call.phrases, .terminology = terminology};
      if (job.sentence == 0 && !call.prefixes.empty()) request.prefix = call.prefixes[t];
      request.protected_spans = spans[job.sentence];
      request.watch = watch_of(job.text, job.sentence, job.steps, on_partial);
      requests.push_back(std::move(request));
      translation.jobs_.push_back(std::move(job));
    }
  }
  return requests;
}

void TextTranslator::check(const TranslateCall& call, const TextTranslation& translation,
                           const Requests& requests) const {
  check_watch(call, translation.settings(), requests);
  if (has_wishes(call, translation.settings()))
    translation.model().translator().check(requests, translation.settings());
}

void TextTranslator::submit(const TranslateCall& call, TextTranslation& translation,
                            Requests requests) {
  std::vector<TranslationJob> jobs;
  for (size_t i = 0; i < requests.size(); ++i) {
    jobs.push_back(
        {translation.model_, translation.settings_, std::move(requests[i]), translation.deadline_});
    if (call.steps) jobs.back().on_retry = [steps = translation.jobs_[i].steps] { steps->clear(); };
  }
  auto futures = batcher_.submit(std::move(jobs));
  for (size_t i = 0; i < futures.size(); ++i) translation.jobs_[i].result = std::move(futures[i]);
}

}  // namespace dragoman
