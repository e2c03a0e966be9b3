#include "capi/translations.h"

#include <stdexcept>

#include "capi/guard.h"
#include "capi/links.h"
#include "capi/structs.h"

namespace dragoman {

TranslationView::TranslationView(const Translation& translation)
    : translation_(translation),
      tokens_(views_of(translation.tokens)),
      source_tokens_(views_of(translation.source_tokens)) {
  for (const std::vector<float>& row : translation.attention)
    attention_.insert(attention_.end(), row.begin(), row.end());
}

dragoman_translation TranslationView::view() const {
  const Translation& of = translation_;
  return {.size = 0,
          .text = text_of(of.text),
          .score = of.score,
          .log_probability = of.log_probability,
          .tokens = tokens_.data(),
          .num_tokens = tokens_.size(),
          .token_log_probabilities = of.token_log_probabilities.data(),
          .num_token_log_probabilities = of.token_log_probabilities.size(),
          .source_tokens = source_tokens_.data(),
          .num_source_tokens = source_tokens_.size(),
          .attention = attention_.empty() ? nullptr : attention_.data(),
          .token_alignment = links_of(of.token_alignment),
          .num_token_links = of.token_alignment.size(),
          .word_alignment = links_of(of.word_alignment),
          .num_word_links = of.word_alignment.size()};
}

namespace {

/// If there are several documents, a note names its own, from 0.
std::vector<std::string> note_texts(const std::vector<TranslationNote>& notes,
                                    size_t num_documents) {
  std::vector<std::string> texts;
  for (const TranslationNote& note : notes) {
    const std::string place =
        num_documents > 1 ? "text " + std::to_string(note.document) + ", " : "";
    texts.push_back(place + "line " + std::to_string(note.line) + ": " + note.what);
  }
  return texts;
}

}  // namespace

dragoman_translations* one_for_each(std::vector<Translation> translations,
                                    TranslationCounts counts) {
  std::vector<std::vector<Translation>> lines;
  for (Translation& translation : translations)
    lines.emplace_back().push_back(std::move(translation));
  return new dragoman_translations(std::move(lines), std::move(counts));
}

}  // namespace dragoman

dragoman_translations::dragoman_translations(std::vector<std::vector<dragoman::Translation>> found,
                                             dragoman::TranslationCounts counted)
    : lines(std::move(found)),
      counts(std::move(counted)),
      notes(dragoman::note_texts(counts.notes, lines.size())) {
  for (const auto& line : lines) best.push_back(dragoman::text_of(line.front().text));
}

const dragoman::TranslationView& dragoman_translations::view_of(size_t line, size_t rank) const {
  const std::lock_guard lock(mutex_);
  return views_.try_emplace({line, rank}, lines[line][rank]).first->second;
}

const dragoman_text* dragoman_translations_best(const dragoman_translations* translations,
                                                size_t* num_lines) {
  *num_lines = translations->best.size();
  return translations->best.data();
}

size_t dragoman_translations_count(const dragoman_translations* translations, size_t line) {
  return line < translations->lines.size() ? translations->lines[line].size() : 0;
}

dragoman_error* dragoman_translations_get(const dragoman_translations* translations, size_t line,
                                          size_t rank, dragoman_translation* out) {
  return dragoman::guarded([&] {
    dragoman::check_struct(*out);
    if (rank >= dragoman_translations_count(translations, line)) {
      throw std::invalid_argument("line " + std::to_string(line) + " has no translation " +
                                  std::to_string(rank) + "; both are counted from 0");
    }
    dragoman::write_struct(translations->view_of(line, rank).view(), out);
  });
}

void dragoman_translations_counts(const dragoman_translations* translations, dragoman_counts* out) {
  const dragoman::TranslationCounts& counts = translations->counts;
  dragoman::write_struct({.size = 0,
                          .source_tokens = counts.source_tokens,
                          .target_tokens = counts.target_tokens,
                          .split_lines = counts.split_lines.data(),
                          .num_split_lines = counts.split_lines.size(),
                          .repaired_lines = counts.repaired_lines.data(),
                          .num_repaired_lines = counts.repaired_lines.size(),
                          .notes = translations->notes.views.data(),
                          .num_notes = translations->notes.views.size(),
                          .cut_translations = counts.cut_translations.data(),
                          .num_cut_translations = counts.cut_translations.size()},
                         out);
}

void dragoman_translations_free(dragoman_translations* translations) { delete translations; }
