/* dragoman.h: Dragoman's C interface, for C and for every language that can call C.
 *
 * Texts are UTF-8, with a length and without a terminating zero; invalid UTF-8 is replaced by
 * U+FFFD. The bytes of a path are taken as they are: the name of a file may be no UTF-8.
 *
 * Errors. A function that can fail returns NULL on success, or else a dragoman_error with a code
 * and a message: one line with what is wrong, where, and what to do. It names settings as a
 * configuration does: search.beam. The caller frees the error. After an error nothing has been
 * written through `out`.
 *
 * Ownership. The caller owns each handle that a function writes through `out`, and frees it with
 * the function of its type called _free, which accepts NULL. Pointers in results belong to their
 * handle and are valid until it is freed. Arguments need to be valid only until the function
 * returns.
 *
 * Options are names and values as on the command line: {"beam", "4"}, {"no_repeat_ngram", "3"},
 * {"precision", "int8"}, {"alignment", "true"}; `-` in a name is the same as `_`.
 * dragoman_describe_options() lists them. A list has one option for each element, as {"protect",
 * "default"}, {"protect", "[0-9]+"}; an option whose value is NULL makes it empty.
 *
 * Threads. All functions are thread-safe, also with the same handle. Do not free a handle while
 * another thread uses it. After fork() the child must open its own translators, language models,
 * attention viewers and alignment corpora; its parent's give an error.
 *
 * Stability. Structs begin with `size`: set it to sizeof the struct. If it is 0, a function that
 * returns errors returns one, and others write nothing. New versions only add members at the end of
 * structs, functions, and codes. */
#ifndef DRAGOMAN_H
#define DRAGOMAN_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A text of `size` bytes. In results, data is never NULL. */
typedef struct dragoman_text {
  const char* data;
  size_t size;
} dragoman_text;

/* Return the version of the library, as "0.1.0", and the name of its kernels. */
const char* dragoman_version(void);
const char* dragoman_kernels(void);

/* ---- Errors ---- */

typedef enum dragoman_code {
  DRAGOMAN_FAILED = 1,           /* a damaged file, a full disk, no memory, ... */
  DRAGOMAN_INVALID_ARGUMENT = 2, /* wrong use: an unknown option, a wrong value, ... */
  DRAGOMAN_NOT_FOUND = 3,        /* a file or folder is missing */
  DRAGOMAN_CANCELLED = 4         /* `goes_on` returned 0 */
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

/* Options and callbacks of a call. NULL in its place stands for none of them. */
typedef struct dragoman_call {
  size_t size;
  const dragoman_option* options; /* replace the model folder's options */
  size_t num_options;
  void* context; /* passed to the callbacks below, each of which may be NULL */
  /* Called in the calling thread, at most every 20 ms; returning 0 ends the call with
   * DRAGOMAN_CANCELLED. */
  int (*goes_on)(void* context);
  /* For calls with a single line or prompt. Called in a computing thread, after each step with the
   * best translation so far, or with each new piece of a language model's text. */
  void (*on_text)(void* context, dragoman_text text);
} dragoman_call;

/* ---- Lists of texts ---- */

typedef struct dragoman_texts dragoman_texts;
const dragoman_text* dragoman_texts_view(const dragoman_texts* texts, size_t* count);
void dragoman_texts_free(dragoman_texts* texts);

/* Lists the options of "search", "translator", "tokenizer", "bleu", "chrf", "ter",
 * "alignment_model", "align" or "markup": their names, and for each one a text with its default,
 * its allowed values and its meaning. */
dragoman_error* dragoman_describe_options(dragoman_text of, dragoman_texts** names,
                                          dragoman_texts** descriptions);
/* Returns an error if one of the options is unknown or has a wrong value. */
dragoman_error* dragoman_check_options(dragoman_text of, const dragoman_option* options,
                                       size_t num_options);

/* ---- Translations ---- */

/* A link between token or word `source` of the source and `target` of the translation; indices from
 * 0. */
typedef struct dragoman_link {
  int32_t source;
  int32_t target;
} dragoman_link;

typedef struct dragoman_translation {
  size_t size;
  dragoman_text text;
  double score;           /* ranks the translations; higher is better */
  double log_probability; /* natural, sum over all tokens and ends of sentence */
  const dragoman_text* tokens;
  size_t num_tokens;
  const float* token_log_probabilities; /* one for each of `tokens`, then one for end of sentence if
                                           the translation has it */
  size_t num_token_log_probabilities;
  /* With the option alignment: */
  const dragoman_text* source_tokens;
  size_t num_source_tokens;
  const float* attention; /* [num_tokens][num_source_tokens], or NULL */
  const dragoman_link* token_alignment;
  size_t num_token_links;
  const dragoman_link* word_alignment; /* of words separated by ASCII white space */
  size_t num_word_links;
} dragoman_translation;

/* Counts and remarks about translated lines. Lines are counted from 0. */
typedef struct dragoman_counts {
  size_t size;
  int64_t source_tokens;     /* ends of sentence included */
  int64_t target_tokens;     /* of the best translations, without ends of sentence */
  const size_t* split_lines; /* lines too long for the model, translated in parts */
  size_t num_split_lines;
  const size_t* repaired_lines; /* lines whose invalid UTF-8 was replaced */
  size_t num_repaired_lines;
  const dragoman_text* notes; /* for documents: "line 12: left as it was: ..."; of several, with
                                 their number before it: "text 0, line 12: ..." */
  size_t num_notes;
  const size_t* cut_translations; /* for scoring: pairs whose translation was cut; their split_lines
                                     are those whose source was cut */
  size_t num_cut_translations;
} dragoman_counts;

/* The translations of each line, best first. */
typedef struct dragoman_translations dragoman_translations;
/* Returns the best translation of each line. */
const dragoman_text* dragoman_translations_best(const dragoman_translations* translations,
                                                size_t* num_lines);
/* Returns the number of translations of a line. */
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
/* Continues each prompt until the first of `stops`. Options of the call are those of "search". As
 * on the command line, draws one sample unless they have samples or beam, and returns all samples
 * unless they have num_best. */
dragoman_error* dragoman_complete(const dragoman_language_model* model,
                                  const dragoman_text* prompts, size_t count,
                                  const dragoman_text* stops, size_t num_stops,
                                  const dragoman_call* call, dragoman_translations** out);
/* Computes the log-probabilities of lines and of their tokens. */
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

/* In a stream of text the line feed takes the place of "<s>" and end of sentence. */
typedef struct dragoman_attention_size {
  size_t size;
  const dragoman_text* source_tokens; /* S pieces, end of sentence last */
  size_t num_source_tokens;
  const dragoman_text* target_tokens; /* T pieces, end of sentence last: row t predicts piece t */
  size_t num_target_tokens;
  const dragoman_text* target_inputs; /* T pieces that the decoder reads, "<s>" first */
  size_t num_layers[3];               /* indexed by dragoman_attention_part */
  size_t num_heads[3];
} dragoman_attention_size;

/* Opens a model folder to compute its attention weights, in fp32. */
dragoman_error* dragoman_attention_open(dragoman_text run, dragoman_attention_viewer** out);
void dragoman_attention_viewer_free(dragoman_attention_viewer* viewer);
/* Computes the attention weights for a source and its translation. A language model ignores
 * `source`. */
dragoman_error* dragoman_attention_view(const dragoman_attention_viewer* viewer,
                                        dragoman_text source, dragoman_text target,
                                        dragoman_attention** out);
void dragoman_attention_get(const dragoman_attention* attention, dragoman_attention_size* out);
/* Returns the weights of a head, row-major: [queries][keys], each row sums to 1. NULL if there is
 * no such head. */
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

/* Opens a SentencePiece model, or the tokenizer of a model folder. `side` is "source", "target", or
 * empty, which means source. For a folder, its own setting replaces `lowercase`. */
dragoman_error* dragoman_tokenizer_open(dragoman_text path, dragoman_text side, int lowercase,
                                        dragoman_tokenizer** out);
void dragoman_tokenizer_free(dragoman_tokenizer* tokenizer);
void dragoman_tokenizer_vocabulary(const dragoman_tokenizer* tokenizer, dragoman_vocabulary* out);
/* Lists all tokens in order of their ids. */
dragoman_error* dragoman_tokenizer_tokens(const dragoman_tokenizer* tokenizer,
                                          dragoman_texts** out);
/* Encodes each text, without end of sentence. */
dragoman_error* dragoman_tokenizer_encode(const dragoman_tokenizer* tokenizer,
                                          const dragoman_text* texts, size_t count,
                                          dragoman_encoded** out);
dragoman_error* dragoman_encoded_get(const dragoman_encoded* encoded, size_t index,
                                     dragoman_encoding* out);
void dragoman_encoded_free(dragoman_encoded* encoded);
/* Decode ids, or pieces, to a list with one text. */
dragoman_error* dragoman_tokenizer_decode(const dragoman_tokenizer* tokenizer, const int32_t* ids,
                                          size_t count, dragoman_texts** out);
dragoman_error* dragoman_tokenizer_decode_pieces(const dragoman_tokenizer* tokenizer,
                                                 const dragoman_text* pieces, size_t count,
                                                 dragoman_texts** out);
/* Trains a SentencePiece model and writes it to the file `path`. Options are those of "tokenizer",
 * but not from, model, target_model, vocabulary and shared. Cannot be cancelled. */
dragoman_error* dragoman_tokenizer_train(const dragoman_text* lines, size_t count,
                                         const dragoman_option* options, size_t num_options,
                                         dragoman_text path);

#ifdef __cplusplus
} /* extern "C" */
#endif

#include "dragoman_alignment.h"  /* aligning words, and markup of translations */
#include "dragoman_metrics.h"    /* scores of translations */
#include "dragoman_translator.h" /* translating and scoring lines */

#endif /* DRAGOMAN_H */
