/* The part of dragoman.h that aligns the words of sentences and their translations, and puts markup
 * into translations. */
#ifndef DRAGOMAN_ALIGNMENT_H
#define DRAGOMAN_ALIGNMENT_H

#ifndef DRAGOMAN_H
#error "include dragoman.h, which includes this file"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Word alignment ---- */

typedef struct dragoman_alignment_corpus dragoman_alignment_corpus;
typedef struct dragoman_alignment_model dragoman_alignment_model;
typedef struct dragoman_alignments dragoman_alignments;

/* The links of a pair; in results, in ascending order. ASCII white space separates words. */
typedef struct dragoman_links {
  const dragoman_link* items;
  size_t count;
} dragoman_links;

/* Opens an empty corpus, which keeps its pairs in a temporary file. */
dragoman_error* dragoman_alignment_corpus_open(dragoman_alignment_corpus** out);
void dragoman_alignment_corpus_free(dragoman_alignment_corpus* corpus);
/* Adds pairs of a sentence and its translation. Once training on the corpus has begun, this
 * is an error. If writing the temporary file fails, the corpus can only be freed. */
dragoman_error* dragoman_alignment_corpus_add(dragoman_alignment_corpus* corpus,
                                              const dragoman_text* sources,
                                              const dragoman_text* targets, size_t count);
/* Trains a model on a corpus. Options of the call are those of "alignment_model". A child process
 * may use its parent's model. */
dragoman_error* dragoman_alignment_model_train(dragoman_alignment_corpus* corpus,
                                               const dragoman_call* call,
                                               dragoman_alignment_model** out);
/* Opens a file that dragoman_alignment_model_save() or `dragoman align --save-model` wrote. */
dragoman_error* dragoman_alignment_model_open(dragoman_text path, dragoman_alignment_model** out);
dragoman_error* dragoman_alignment_model_save(const dragoman_alignment_model* model,
                                              dragoman_text path);
void dragoman_alignment_model_free(dragoman_alignment_model* model);

/* Aligns the words of sources[i] with those of targets[i]. Options of the call are those of
 * "align". Links of a pair do not depend on the other pairs. */
dragoman_error* dragoman_align(const dragoman_alignment_model* model, const dragoman_text* sources,
                               const dragoman_text* targets, size_t count,
                               const dragoman_call* call, dragoman_alignments** out);
/* Returns the links of each pair. */
const dragoman_links* dragoman_alignments_view(const dragoman_alignments* alignments,
                                               size_t* count);
void dragoman_alignments_free(dragoman_alignments* alignments);

/* ---- Markup of translations ---- */

/* Each fragment is a text with tags. Options of a call are those of "markup". With {"tokens",
 * "true"} punctuation is a word by itself. */

/* Returns the text of each fragment without its tags, as input for an aligner; with tokens, spaces
 * separate the words. With {"markup", "none"} the texts have no tags. */
dragoman_error* dragoman_strip_markup(const dragoman_text* fragments, size_t count,
                                      const dragoman_call* call, dragoman_texts** out);
/* Puts the tags of fragments[i] into translations[i], a text without markup. alignments[i] has
 * links between words of the stripped fragment and of the translation. */
dragoman_error* dragoman_project_markup(const dragoman_text* fragments,
                                        const dragoman_text* translations,
                                        const dragoman_links* alignments, size_t count,
                                        const dragoman_call* call, dragoman_texts** out);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* DRAGOMAN_ALIGNMENT_H */
