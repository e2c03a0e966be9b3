/* The C interface, as a C program uses it. use_from_c() gives NULL, or what went wrong. */
#include "use_from_c.h"

#include <math.h>
#include <string.h>

#include "capi/dragoman.h"

#define EXPECT(condition) \
  if (!(condition)) return #condition

static dragoman_text text_of(const char* string) {
  dragoman_text text;
  text.data = string;
  text.size = strlen(string);
  return text;
}

static int is(dragoman_text text, const char* string) {
  return text.size == strlen(string) && memcmp(text.data, string, text.size) == 0;
}

static dragoman_option option(const char* name, const char* value) {
  dragoman_option made;
  made.name = text_of(name);
  made.value = text_of(value);
  return made;
}

static int never_goes_on(void* context) {
  ++*(int*)context;
  return 0;
}

static const char* translate(const dragoman_translator* translator) {
  const dragoman_text texts[2] = {{"abcd", 4}, {"hgfe", 4}};
  const dragoman_option options[3] = {option("beam", "3"), option("num-best", "2"),
                                      option("alignment", "true")};
  dragoman_lines lines = {.size = sizeof lines, .lines = texts, .count = 2};
  dragoman_call call = {sizeof call, options, 3, NULL, NULL, NULL};
  dragoman_translations* found = NULL;
  EXPECT(dragoman_translate(translator, &lines, &call, &found) == NULL);
  size_t num_lines = 0;
  const dragoman_text* best = dragoman_translations_best(found, &num_lines);
  EXPECT(num_lines == 2 && dragoman_translations_count(found, 1) == 2);
  dragoman_translation first = {0}, second = {0};
  first.size = second.size = sizeof first;
  EXPECT(dragoman_translations_get(found, 1, 0, &first) == NULL);
  EXPECT(dragoman_translations_get(found, 1, 1, &second) == NULL);
  EXPECT(first.text.data == best[1].data && first.score >= second.score);
  EXPECT(first.num_source_tokens > 0 && first.attention != NULL);
  EXPECT(first.num_token_links == first.num_tokens);
  dragoman_counts counts = {0};
  counts.size = sizeof counts;
  dragoman_translations_counts(found, &counts);
  EXPECT(counts.source_tokens > 8 && counts.num_split_lines == 0);
  dragoman_translations_free(found);
  return NULL;
}

static const char* fail(const dragoman_translator* translator) {
  const dragoman_option wrong = option("beem", "3");
  dragoman_call call = {sizeof call, &wrong, 1, NULL, NULL, NULL};
  const dragoman_text text = {"abcd", 4};
  dragoman_lines lines = {.size = sizeof lines, .lines = &text, .count = 1};
  dragoman_translations* found = NULL;
  dragoman_error* error = dragoman_translate(translator, &lines, &call, &found);
  EXPECT(error != NULL && found == NULL);
  EXPECT(dragoman_error_code(error) == DRAGOMAN_INVALID_ARGUMENT);
  EXPECT(strstr(dragoman_error_message(error), "did you mean `beam`") != NULL);
  dragoman_error_free(error);
  dragoman_translator* opened = NULL;
  const dragoman_text nowhere = text_of("/there/is/none");
  error = dragoman_translator_open(&nowhere, 1, NULL, 0, &opened);
  EXPECT(error != NULL && dragoman_error_code(error) == DRAGOMAN_NOT_FOUND);
  dragoman_error_free(error);
  return NULL;
}

static const char* score_bleu(void) {
  dragoman_metric* bleu = NULL;
  EXPECT(dragoman_metric_open(text_of("bleu"), NULL, 0, &bleu) == NULL);
  const dragoman_text hypothesis = text_of("The dog bit the man.");
  const dragoman_text reference = text_of("The dog bit the man.");
  double statistics[10];
  EXPECT(dragoman_metric_num_statistics(bleu) == 10);
  EXPECT(dragoman_metric_count(bleu, &hypothesis, 1, &reference, 1, statistics) == NULL);
  double precisions[4];
  dragoman_metric_score score = {sizeof score, 0, 0, precisions, 4};
  EXPECT(dragoman_metric_compute(bleu, statistics, &score) == NULL);
  EXPECT(fabs(score.score - 100) < 1e-9 && score.brevity_penalty == 1 && precisions[3] == 100);
  dragoman_texts* texts = NULL;
  EXPECT(dragoman_metric_describe(bleu, statistics, 1, 1, NULL, &texts) == NULL);
  size_t count = 0;
  const dragoman_text* views = dragoman_texts_view(texts, &count);
  EXPECT(count == 2 && is(views[1], "#:1|c:mixed|e:no|tok:13a|s:exp|v:2.6.0"));
  dragoman_texts_free(texts);
  dragoman_metric_free(bleu);
  return NULL;
}

static const char* cancel(const char* run) {
  dragoman_language_model* model = NULL;
  EXPECT(dragoman_language_model_open(text_of(run), NULL, 0, &model) == NULL);
  const dragoman_text prompt = {"abc", 3};
  const dragoman_option options[3] = {option("max_length", "2000000"), option("samples", "1"),
                                      option("min_length", "2000000")};
  int times_asked = 0;
  dragoman_call call = {sizeof call, options, 3, &times_asked, never_goes_on, NULL};
  dragoman_translations* found = NULL;
  dragoman_error* error = dragoman_complete(model, &prompt, 1, NULL, 0, &call, &found);
  EXPECT(error != NULL && dragoman_error_code(error) == DRAGOMAN_CANCELLED);
  EXPECT(times_asked == 1);
  dragoman_error_free(error);
  dragoman_language_model_free(model);
  return NULL;
}

const char* use_from_c(const char* translator_run, const char* language_model_run) {
  dragoman_translator* translator = NULL;
  const dragoman_text run = text_of(translator_run);
  const dragoman_option workers = option("workers", "2");
  EXPECT(dragoman_translator_open(&run, 1, &workers, 1, &translator) == NULL);
  const char* wrong = translate(translator);
  if (wrong == NULL) wrong = fail(translator);
  dragoman_translator_free(translator);
  if (wrong == NULL) wrong = score_bleu();
  return wrong != NULL ? wrong : cancel(language_model_run);
}
