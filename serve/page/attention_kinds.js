// The three kinds of attention, and explanations of them.

import { percent, pieceName } from './pieces.js';

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
    'Here queries and keys both come from the source. All of it is known from the beginning, ' +
    'so a word may look ahead as well as back: an article at its noun, a verb at its ' +
    'subject. What it finds is added to its own meaning, layer by layer.',
  ],
  maps: (answer) => answer.encoder,
  rows: (answer) => answer.source_tokens,
  columns: (answer) => answer.source_tokens,
  verb: 'looks at',
};

const DECODER_LESSONS = [
  QUERY_AND_KEY,
  'Here each word looks at the words that are already written; <s> is the start. A row shows ' +
  'the moment before its word is written, so its query comes from the word before it.',
  'The hatched cells are the mask: they lie in the future. In training the whole text is there ' +
  'at once, and a word that saw the next words would learn to copy instead of to guess. So the ' +
  'mask hides all words that are not yet written, in training as in use.',
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
    'Here the queries come from the translation, and the keys from the source as the encoder ' +
    'has understood it: where does the next word come from? One bright cell in a row is a word ' +
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

/** Returns the kinds in a response of /v1/attention, the most instructive first. */
export function kindsOf(answer) {
  if (answer.cross.length === 0) return [TEXT];
  return [CROSS, ENCODER, DECODER];
}

/** Returns the mean of a layer's heads: [heads][rows][columns] -> [rows][columns]. */
export function meanOfHeads(heads) {
  return heads[0].map((row, r) => row.map((_, column) =>
    heads.reduce((sum, head) => sum + head[r][column], 0) / heads.length));
}

/** Describes a cell, as in "einen looks at a: 83 %". */
export function sentenceOf(kind, answer, weights, row, column) {
  const who = pieceName(kind.rows(answer)[row]);
  const whom = pieceName(kind.columns(answer)[column]);
  if (kind.isMasked?.(row, column)) return `${who} cannot look at ${whom}: not yet written`;
  return `${who} ${kind.verb} ${whom}: ${percent(weights[row][column])}`;
}
