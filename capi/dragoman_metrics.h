/* The part of dragoman.h that scores translations. Scores equal sacreBLEU's in every digit. */
#ifndef DRAGOMAN_METRICS_H
#define DRAGOMAN_METRICS_H

#ifndef DRAGOMAN_H
#error "include dragoman.h, which includes this file"
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef struct dragoman_metric dragoman_metric;

typedef struct dragoman_metric_score {
  size_t size;
  double score;
  double brevity_penalty; /* only for BLEU, like the next members */
  double* precisions;     /* NULL, or an array for num_precisions numbers, one for each order */
  size_t num_precisions;  /* set to the number of precisions, also if that is NULL: in percent, in
                             order of n-grams */
} dragoman_metric_score;

typedef enum dragoman_test {
  DRAGOMAN_NO_TEST = 0,
  DRAGOMAN_BOOTSTRAP = 1,
  DRAGOMAN_RANDOMIZATION = 2
} dragoman_test;

typedef struct dragoman_resampling {
  size_t size;
  dragoman_test test;
  uint64_t num_samples;
  int has_seed; /* 0: a different seed each time */
  uint64_t seed;
  void* context;
  int (*goes_on)(void* context); /* as in dragoman_call */
} dragoman_resampling;

/* About 95 % of resampled scores lie within mean +- half_width. */
typedef struct dragoman_interval {
  double mean;
  double half_width;
} dragoman_interval;

typedef struct dragoman_comparison {
  double score;
  double p_value;               /* against the first system; NaN for the first */
  dragoman_interval confidence; /* only for bootstrap; NaN for randomization */
} dragoman_comparison;

/* Opens the metric "bleu", "chrf" or "ter"; options are those of that name. */
dragoman_error* dragoman_metric_open(dragoman_text name, const dragoman_option* options,
                                     size_t num_options, dragoman_metric** out);
void dragoman_metric_free(dragoman_metric* metric);
/* Returns the name as sacreBLEU prints it: "BLEU", "chrF2++", "TER". */
dragoman_text dragoman_metric_name(const dragoman_metric* metric);
/* Returns the number of sufficient statistics of a segment. */
size_t dragoman_metric_num_statistics(const dragoman_metric* metric);
/* Writes the statistics of each hypothesis, [count][num_statistics]; their sums are the statistics
 * of the corpus. references: [num_references][count]; NULL data means that the reference is
 * missing. */
dragoman_error* dragoman_metric_count(const dragoman_metric* metric,
                                      const dragoman_text* hypotheses, size_t count,
                                      const dragoman_text* references, size_t num_references,
                                      double* statistics);
/* Computes the score from statistics. */
dragoman_error* dragoman_metric_compute(const dragoman_metric* metric, const double* statistics,
                                        dragoman_metric_score* out);
/* Returns two texts as sacreBLEU prints them: the parts of the score ("" if it prints none) and the
 * signature. num_references 0: the number varies between segments. `resampling` may be NULL. */
dragoman_error* dragoman_metric_describe(const dragoman_metric* metric, const double* statistics,
                                         size_t num_references, int short_names,
                                         const dragoman_resampling* resampling,
                                         dragoman_texts** out);
/* Computes the confidence interval of one system's score, from bootstrap samples of its segments'
 * statistics. */
dragoman_error* dragoman_metric_confidence(const dragoman_metric* metric, const double* statistics,
                                           size_t num_segments,
                                           const dragoman_resampling* resampling,
                                           dragoman_interval* out);
/* Compares systems with the first one. statistics: [num_systems][num_segments][num_statistics];
 * `out`: array for num_systems. */
dragoman_error* dragoman_metric_compare(const dragoman_metric* metric, const double* statistics,
                                        size_t num_systems, size_t num_segments,
                                        const dragoman_resampling* resampling,
                                        dragoman_comparison* out);
/* Returns the words that BLEU or TER compares. chrF has none, and gives an error. With
 * TER's `normalized`, sacreBLEU divides references twice; these are the words of a hypothesis. */
dragoman_error* dragoman_metric_tokenize(const dragoman_metric* metric, dragoman_text line,
                                         dragoman_texts** out);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* DRAGOMAN_METRICS_H */
