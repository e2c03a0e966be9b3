/* The part of dragoman.h that translates and scores lines. */
#ifndef DRAGOMAN_TRANSLATOR_H
#define DRAGOMAN_TRANSLATOR_H

#ifndef DRAGOMAN_H
#error "include dragoman.h, which includes this file"
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef struct dragoman_translator dragoman_translator;

/* Opens model folders: one, or several with the same vocabulary as an ensemble. Options are those
 * of "translator". */
dragoman_error* dragoman_translator_open(const dragoman_text* runs, size_t num_runs,
                                         const dragoman_option* options, size_t num_options,
                                         dragoman_translator** out);
void dragoman_translator_free(dragoman_translator* translator);

typedef struct dragoman_phrases {
  const dragoman_text* items;
  size_t count;
} dragoman_phrases;

typedef struct dragoman_term {
  dragoman_text term;        /* in the source language */
  dragoman_text translation; /* in the target language */
} dragoman_term;

/* Bytes [begin, end) of a text. */
typedef struct dragoman_span {
  size_t begin;
  size_t end;
} dragoman_span;

typedef struct dragoman_spans {
  const dragoman_span* items;
  size_t count;
} dragoman_spans;

/* The lines to translate, without line ends. With the option {"document", "html"}, or another
 * format, each line is the text of a whole file in UTF-8 instead. */
typedef struct dragoman_lines {
  size_t size;
  const dragoman_text* lines;
  size_t count;
  const dragoman_text* prefixes;   /* NULL, or the beginning of each translation */
  const dragoman_phrases* phrases; /* NULL, or the phrases that each translation must contain */
  dragoman_text terminology;       /* path of a file of terms and translations; empty: none */
  const dragoman_term* terms;      /* the terms themselves, instead of a file */
  size_t num_terms;
  const dragoman_spans* protected_spans; /* NULL, or the parts of each line to copy unchanged */
} dragoman_lines;

/* Translates lines. Options of the call are those of "search". */
dragoman_error* dragoman_translate(const dragoman_translator* translator,
                                   const dragoman_lines* lines, const dragoman_call* call,
                                   dragoman_translations** out);
/* Scores targets[i] as a translation of sources[i]. Cuts texts longer than the model takes, and
 * counts them in dragoman_counts. Options of the call are alignment, alignment_layer and
 * batch_tokens; others are errors. */
dragoman_error* dragoman_score(const dragoman_translator* translator, const dragoman_text* sources,
                               const dragoman_text* targets, size_t count,
                               const dragoman_call* call, dragoman_translations** out);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* DRAGOMAN_TRANSLATOR_H */
