// The steps of a beam search as a tree, and each step described in words.

import { END, percent, pieceText, scoreText } from './pieces.js';


/** Makes the empty prefix, with which every search begins. */
function startNode() {
  return { step: 0, parent: null, children: [], token: '', text: '', logProbability: 0, sum: 0,
           score: 0, fate: 'kept', lastStep: 0 };
}

function childOf(parent, step, { token, log_probability: logProbability, score, fate }) {
  const sum = fate === 'finished' ? parent.sum + logProbability : score;
  const text = token === END ? parent.text : parent.text + pieceText(token);
  const node = { step, parent, children: [], token, text, logProbability, sum, score, fate,
                 lastStep: step };
  parent.children.push(node);
  return node;
}

/** Returns the path from the start to a node. */
export function pathTo(node) {
  const path = [];
  for (let at = node; at; at = at.parent) path.unshift(at);
  return path;
}

// Sets each node's lastStep: the last step that continues its prefix. Finished nodes stay.
function markLives(nodes) {
  for (const node of nodes.filter(({ fate }) => fate !== 'dropped')) {
    const lastStep = node.fate === 'finished' ? Infinity : node.step;
    for (const at of pathTo(node)) at.lastStep = Math.max(at.lastStep, lastStep);
  }
}

/** Converts the service's steps to columns of nodes, best first. The first column is the start. */
export function readSteps(steps) {
  const columns = [[startNode()]];
  for (const { nodes } of steps) {
    const kept = keptOf(columns.at(-1));
    const grown = nodes.filter((node) => kept[node.parent]);
    if (grown.length === 0) break;
    columns.push(grown.map((node) => childOf(kept[node.parent], columns.length, node)));
  }
  markLives(columns.flat());
  return columns;
}

/** Converts a translation by greedy search to steps of one node each. */
export function greedySteps({ tokens = [], token_log_probabilities: logs = [], score }) {
  let sum = 0;
  return logs.map((logProbability, i) => {
    sum += logProbability;
    const isEnd = i === tokens.length;
    const node = { parent: 0, token: isEnd ? END : tokens[i], log_probability: logProbability,
                   score: isEnd ? score ?? sum : sum, fate: isEnd ? 'finished' : 'kept' };
    return { nodes: [node] };
  });
}

const keptOf = (column) => column.filter((node) => node.fate === 'kept');

function best(nodes) {
  return nodes.reduce((one, other) => (other.score > one.score ? other : one), nodes[0]);
}

/**
 * Returns the last node of the chosen translation. A prefix of the maximum length stops without an
 * end.
 */
export function chosenNode(columns, translation) {
  const text = (translation?.tokens?.map(pieceText).join('') ?? translation?.text ?? '').trim();
  const finished = columns.flat().filter((node) => node.fate === 'finished');
  const stopped = keptOf(columns.at(-1));
  for (const nodes of [finished, stopped]) {
    const same = nodes.filter((node) => node.text.trim() === text);
    if (same.length > 0) return best(same);
  }
  return best([...finished, ...stopped, columns.at(-1)[0]]);
}

/** Returns a node's prefix for use in a sentence. */
export function quote(node) {
  const text = node.text.trim();
  return text === '' ? 'the empty text' : `“${text}”`;
}

const count = (number, one, many) => `${number} ${number === 1 ? one : many}`;

function lengthening(before, column) {
  const prefixes = count(keptOf(before).length, 'prefix was', 'prefixes were');
  return `${prefixes} lengthened to ${count(column.length, 'candidate', 'candidates')}`;
}

function choosing(before, column) {
  const numKept = keptOf(column).length;
  if (numKept === 0) return `${lengthening(before, column)}; none goes on.`;
  const going = numKept === 1 ? 'one goes' : `${numKept} go`;
  return `${lengthening(before, column)}; the best ${going} on.`;
}

function leading(before, column) {
  const [first] = keptOf(column);
  const [leader] = keptOf(before);
  if (!first || first.parent === leader) return '';
  return `The lead changes: ${quote(first)} overtakes what continues ${quote(leader)}.`;
}

function finishing(column) {
  return column.filter((node) => node.fate === 'finished').map((node) => {
    if (Math.abs(node.sum - node.score) < 0.005)
      return `${quote(node)} is finished, with a score of ${scoreText(node.score)}.`;
    return `${quote(node)} is finished: its log-probabilities add up to ${scoreText(node.sum)}, ` +
      `and with the length penalty its score is ${scoreText(node.score)}.`;
  }).join(' ');
}

// Names a dropped candidate with a lower score than the kept ones. Others are dropped for other
// reasons: an end of sentence counts only among the best, and required phrases reserve places.
function dropping(column) {
  const worst = keptOf(column).at(-1);
  if (!worst) return '';
  const dropped = column.find((node) =>
    node.fate === 'dropped' && node.token !== END && node.score <= worst.score);
  if (!dropped) return '';
  return `${quote(dropped)} was dropped: its score is ${scoreText(dropped.score)}, ` +
    `the worst kept one has ${scoreText(worst.score)}.`;
}

function greedyChoice(column) {
  const taken = column.find((node) => node.fate !== 'dropped');
  if (!taken) return '';
  const share = percent(Math.exp(taken.logProbability));
  if (taken.token === END) return `The most probable next token is the end (${share}).`;
  const text = pieceText(taken.token).trim();
  return `The most probable next token, “${text}” (${share}), is taken.`;
}

function ending(before, column, chosen) {
  return [`${lengthening(before, column)}.`, finishing(column),
          `Here the search ends. Chosen is ${quote(chosen)}, score ${scoreText(chosen.score)}.`];
}

function deciding(before, column) {
  return [choosing(before, column), leading(before, column), finishing(column), dropping(column)];
}

/** Describes the decisions of a step in words. */
export function sentenceOf(columns, step, { beam, chosen }) {
  if (step === 0) return 'Nothing is written yet: the search begins with one empty prefix.';
  const [before, column] = columns.slice(step - 1, step + 1);
  if (beam === 1) return greedyChoice(column);
  const isLast = step === columns.length - 1;
  const parts = isLast ? ending(before, column, chosen) : deciding(before, column);
  return parts.filter((part) => part !== '').join(' ');
}
