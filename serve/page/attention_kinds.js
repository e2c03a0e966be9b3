// The three kinds of attention: who looks at whom, and what that means.

import { percent, pieceName } from '/page/pieces.js';

const QUERY_AND_KEY =
  'Each row asks and each column answers. From a word the model makes a query (what am I looking ' +
  'for?) and a key (what is there to be found here?), each a list of numbers. The better a key ' +
  'fits the query, the greater its share; the shares of a row add up to 100 %. Each head has ' +
  'learned queries and keys of its own, so that each may look for something else.';

const ENCODER = {
  id: 'encoder',
  title: 'Source looks at itself',
  heading: 'Encoder self-attention: the source looks at itself',
  lessons: [
    QUERY_AND_KEY,
    'Here queries and keys are both of the source. The whole of it is known from the beginning, ' +
    'so that a word may look ahead as well as back: an article at its noun, a verb at its ' +
    'subject. What it finds is added to its own meaning, layer by layer.',
  ],
  maps: (answer) => answer.encoder,
  rows: (answer) => answer.source_tokens,
  columns: (answer) => answer.source_tokens,
  verb: 'looks at',
};

const DECODER_LESSONS = [
  QUERY_AND_KEY,
  'Here the words that are already written are looked at, <s> being the start. A row is the ' +
  'moment at which its word is about to be written, so its query comes from the last word ' +
  'before it.',
  'The hatched cells are the mask: they lie in the future. In training the whole text is there ' +
  'at once, and a word that saw what follows would learn to copy instead of to guess. So all ' +
  'that is not yet written is hidden, in training as in use.',
];

const DECODER = {
  id: 'decoder',
  title: 'Translation looks back',
  heading: 'Decoder self-attention: the translation looks back at itself',
  lessons: DECODER_LESSONS,
  maps: (answer) => answer.decoder,
  rows: (answer) => answer.target_tokens,
  columns: (answer) => answer.target_inputs,
  isMasked: (row, column) => column > row,
  verb: 'looks back at',
};

const CROSS = {
  id: 'cross',
  title: 'Translation looks at the source',
  heading: 'Cross-attention: each word of the translation looks at the source',
  lessons: [
    QUERY_AND_KEY,
    'Here the queries are of the translation and the keys of the source, as the encoder has ' +
    'understood it: where does the next word come from? One bright cell in a row is a word ' +
    'translated by one word; a bright line that leaves the diagonal, a change of order. Some ' +
    'heads do nothing of the kind: they rest on a full stop or on the end.',
  ],
  maps: (answer) => answer.cross,
  rows: (answer) => answer.target_tokens,
  columns: (answer) => answer.source_tokens,
  verb: 'looks at',
};

const TEXT = {
  ...DECODER,
  title: 'Text looks back',
  heading: 'Self-attention: the text looks back at itself',
};

/** The kinds that an answer of /v1/attention holds, the most telling first. */
export function kindsOf(answer) {
  if (answer.cross.length === 0) return [TEXT];
  return [CROSS, ENCODER, DECODER];
}

/** A layer's heads as one. [heads][rows][columns] -> [rows][columns] */
export function meanOfHeads(heads) {
  return heads[0].map((row, r) => row.map((_, column) =>
    heads.reduce((sum, head) => sum + head[r][column], 0) / heads.length));
}

/** "einen looks at a: 83 %" */
export function sentenceOf(kind, answer, weights, row, column) {
  const who = pieceName(kind.rows(answer)[row]);
  const whom = pieceName(kind.columns(answer)[column]);
  if (kind.isMasked?.(row, column)) return `${who} cannot look at ${whom}: not yet written`;
  return `${who} ${kind.verb} ${whom}: ${percent(weights[row][column])}`;
}
