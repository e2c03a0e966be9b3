/* dragoman.h: Dragoman's C interface, for C and for every language that can call C.
 *
 * Texts are UTF-8, with a length and without an end mark; invalid UTF-8 is replaced by U+FFFD.
 *
 * Errors. What may fail returns NULL, or a dragoman_error with a code and the message that the
 * command line prints: one line that says what is wrong, where, and what to do. The caller frees
 * it. Where an error is returned, nothing is written through `out`.
 *
 * Ownership. A handle that a function writes through `out` is the caller's, who frees it with the
 * function named _free of its type; NULL may be freed. Pointers that are got from a handle are the
 * handle's, and good until it is freed. Pointers that are given to a function need only be good
 * until it returns.
 *
 * Options are names and values as the command line has them: {"beam", "4"}, {"no_repeat_ngram",
 * "3"}, {"precision", "int8"}, {"alignment", "true"}; `-` in a name is the same as `_`.
 * dragoman_describe_options() lists them.
 *
 * Threads. All functions may be called from several threads at once, also with the same handle. A
 * handle must not be freed while another thread uses it. A process made by fork() opens handles of
 * its own: those of its parent give an error.
 *
 * Stability. Structs begin with `size`, which the caller sets to sizeof the struct; members are
 * only ever added at their ends. Functions and codes are only ever added. */
#ifndef DRAGOMAN_H
#define DRAGOMAN_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A text of `size` bytes. In results data is never NULL. */
typedef struct dragoman_text {
  const char* data;
  size_t size;
} dragoman_text;

/* The version of the library, as "0.1.0", and the name of the kernels that it computes with. */
const char* dragoman_version(void);
const char* dragoman_kernels(void);

/* ---- Errors ---- */

typedef enum dragoman_code {
  DRAGOMAN_FAILED = 1,           /* the world: a damaged file, a full disk, no memory */
  DRAGOMAN_INVALID_ARGUMENT = 2, /* the caller: an unknown option, a wrong value */
  DRAGOMAN_NOT_FOUND = 3,        /* a file or folder is not there */
  DRAGOMAN_CANCELLED = 4         /* `goes_on` said no */
} dragoman_code;

typedef struct dragoman_error dragoman_error;
dragoman_code dragoman_error_code(const dragoman_error* error);
const char* dragoman_error_message(const dragoman_error* error); /* ends in a zero byte */
void dragoman_error_free(dragoman_error* error);

/* ---- Options and calls ---- */

typedef struct dragoman_option {
  dragoman_text name;
  dragoman_text value;
} dragoman_option;

/* How a call goes. */
typedef struct dragoman_call {
  size_t size;
  const dragoman_option* options; /* in place of those that the model folder holds */
  size_t num_options;
  void* context; /* given to the functions below, each of which may be NULL */
  /* Asked in the calling thread, at most every 20 ms; 0 ends the call with DRAGOMAN_CANCELLED. */
  int (*goes_on)(void* context);
  /* Of a single line or prompt: given, in a thread that computes, the best translation so far after
   * each step; of a language model each further piece of text. */
  void (*on_text)(void* context, dragoman_text text);
} dragoman_call;

/* ---- Lists of texts ---- */

typedef struct dragoman_texts dragoman_texts;
const dragoman_text* dragoman_texts_view(const dragoman_texts* texts, size_t* count);
void dragoman_texts_free(dragoman_texts* texts);

/* The options of "search", "translator", "tokenizer", "bleu", "chrf" or "ter": their names, and for
 * each one a text with its default, what it may be, and what it does. */
dragoman_error* dragoman_describe_options(dragoman_text of, dragoman_texts** names,
                                          dragoman_texts** descriptions);

/* ---- Translations ---- */

/* Token or word `source` of the source and `target` of the translation belong together; counted
 * from 0. */
typedef struct dragoman_link {
  int32_t source;
  int32_t target;
} dragoman_link;

typedef struct dragoman_translation {
  size_t size;
  dragoman_text text;
  double score;           /* what translations are ranked by; the greater the better */
  double log_probability; /* natural, of all tokens and ends of sentence */
  const dragoman_text* tokens;
  size_t num_tokens;
  const float* token_log_probabilities; /* of tokens, then of end of sentence if it is there */
  size_t num_token_log_probabilities;
  /* With the option alignment: */
  const dragoman_text* source_tokens;
  size_t num_source_tokens;
  const float* attention; /* [num_tokens][num_source_tokens], or NULL */
  const dragoman_link* token_alignment;
  size_t num_token_links;
  const dragoman_link* word_alignment;
  size_t num_word_links;
} dragoman_translation;

/* What translating was like. Lines are counted from 0. */
typedef struct dragoman_counts {
  size_t size;
  int64_t source_tokens;     /* ends of sentence counted */
  int64_t target_tokens;     /* of the best translations, ends of sentence not counted */
  const size_t* split_lines; /* too long for the model, and translated in parts */
  size_t num_split_lines;
  const size_t* repaired_lines; /* with invalid UTF-8, which was replaced */
  size_t num_repaired_lines;
  const dragoman_text* notes; /* on documents: "line 12: left as it was: ..." */
  size_t num_notes;
} dragoman_counts;

/* For each line its translations, the best first. */
typedef struct dragoman_translations dragoman_translations;
/* The best translation of each line. */
const dragoman_text* dragoman_translations_best(const dragoman_translations* translations,
                                                size_t* num_lines);
/* How many translations the line has. */
size_t dragoman_translations_count(const dragoman_translations* translations, size_t line);
dragoman_error* dragoman_translations_get(const dragoman_translations* translations, size_t line,
                                          size_t rank, dragoman_translation* out);
void dragoman_translations_counts(const dragoman_translations* translations, dragoman_counts* out);
void dragoman_translations_free(dragoman_translations* translations);

/* ---- Language models ---- */

typedef struct dragoman_language_model dragoman_language_model;

dragoman_error* dragoman_language_model_open(dragoman_text run, const dragoman_option* options,
                                             size_t num_options, dragoman_language_model** out);
void dragoman_language_model_free(dragoman_language_model* model);
/* Continues each prompt, up to the first of the `stops`. Options of the call are those of "search".
 */
dragoman_error* dragoman_complete(const dragoman_language_model* model,
                                  const dragoman_text* prompts, size_t count,
                                  const dragoman_text* stops, size_t num_stops,
                                  const dragoman_call* call, dragoman_translations** out);
/* The log-probabilities of lines and of their tokens. */
dragoman_error* dragoman_score_text(const dragoman_language_model* model,
                                    const dragoman_text* lines, size_t count,
                                    const dragoman_call* call, dragoman_translations** out);

/* ---- Attention ---- */

typedef struct dragoman_attention_viewer dragoman_attention_viewer;
typedef struct dragoman_attention dragoman_attention;

typedef enum dragoman_attention_part {
  DRAGOMAN_ENCODER = 0, /* [S][S] */
  DRAGOMAN_DECODER = 1, /* [T][T], 0 above the diagonal */
  DRAGOMAN_CROSS = 2    /* [T][S]; a language model has none */
} dragoman_attention_part;

typedef struct dragoman_attention_size {
  size_t size;
  const dragoman_text* source_tokens; /* S pieces, end of sentence last */
  size_t num_source_tokens;
  const dragoman_text* target_tokens; /* T pieces, end of sentence last: what each row predicts */
  size_t num_target_tokens;
  const dragoman_text* target_inputs; /* T pieces that the decoder reads, "<s>" first */
  size_t num_layers[3];               /* by dragoman_attention_part */
  size_t num_heads[3];
} dragoman_attention_size;

/* Opens a model folder to look at its attention, in fp32. */
dragoman_error* dragoman_attention_open(dragoman_text run, dragoman_attention_viewer** out);
void dragoman_attention_viewer_free(dragoman_attention_viewer* viewer);
/* Where the model looks as it reads a source and a translation of it. Of a language model `source`
 * is not looked at. */
dragoman_error* dragoman_attention_view(const dragoman_attention_viewer* viewer,
                                        dragoman_text source, dragoman_text target,
                                        dragoman_attention** out);
void dragoman_attention_get(const dragoman_attention* attention, dragoman_attention_size* out);
/* The weights of a head, row by row: [queries][keys], each row sums to 1. NULL if there is no such
 * head. */
const float* dragoman_attention_weights(const dragoman_attention* attention,
                                        dragoman_attention_part part, size_t layer, size_t head);
void dragoman_attention_free(dragoman_attention* attention);

/* ---- Tokenizers ---- */

typedef struct dragoman_tokenizer dragoman_tokenizer;
typedef struct dragoman_encoded dragoman_encoded;

typedef struct dragoman_vocabulary {
  size_t size;
  int32_t num_tokens; /* padding included */
  int32_t eos_id;
  int32_t unknown_id;
  int32_t pad_id;
} dragoman_vocabulary;

typedef struct dragoman_encoding {
  size_t size;
  const int32_t* ids;
  const dragoman_text* pieces;
  size_t count;
} dragoman_encoding;

/* Opens a SentencePiece model, or the tokenizer of a model folder: `side` is "source", "target", or
 * empty, which is the source. Of a folder `lowercase` is the folder's. */
dragoman_error* dragoman_tokenizer_open(dragoman_text path, dragoman_text side, int lowercase,
                                        dragoman_tokenizer** out);
void dragoman_tokenizer_free(dragoman_tokenizer* tokenizer);
void dragoman_tokenizer_vocabulary(const dragoman_tokenizer* tokenizer, dragoman_vocabulary* out);
/* All tokens, by id. */
dragoman_error* dragoman_tokenizer_tokens(const dragoman_tokenizer* tokenizer,
                                          dragoman_texts** out);
/* The tokens of each text, without end of sentence. */
dragoman_error* dragoman_tokenizer_encode(const dragoman_tokenizer* tokenizer,
                                          const dragoman_text* texts, size_t count,
                                          dragoman_encoded** out);
dragoman_error* dragoman_encoded_get(const dragoman_encoded* encoded, size_t index,
                                     dragoman_encoding* out);
void dragoman_encoded_free(dragoman_encoded* encoded);
/* The text of ids, or of pieces: a list of one. */
dragoman_error* dragoman_tokenizer_decode(const dragoman_tokenizer* tokenizer, const int32_t* ids,
                                          size_t count, dragoman_texts** out);
dragoman_error* dragoman_tokenizer_decode_pieces(const dragoman_tokenizer* tokenizer,
                                                 const dragoman_text* pieces, size_t count,
                                                 dragoman_texts** out);
/* Trains a SentencePiece model and writes it to the file `path`. Options are those of "tokenizer".
 */
dragoman_error* dragoman_tokenizer_train(const dragoman_text* lines, size_t count,
                                         const dragoman_option* options, size_t num_options,
                                         dragoman_text path);

#ifdef __cplusplus
} /* extern "C" */
#endif

#include "dragoman_metrics.h"    /* scores of translations */
#include "dragoman_translator.h" /* translating and scoring lines */

#endif /* DRAGOMAN_H */
