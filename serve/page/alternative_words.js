// Alternatives for a word of a translation: the words of other translations with the same
// beginning, and tokens that the search considered.

import { SPACE_MARK } from './pieces.js';
import { joinWords, wordsOf } from './translated_text.js';
import { beamOptions } from './translate_controls.js';

const BEAM = 8;
const MOST = 6;

/** Returns for each piece the index of its word; for a mere space, that of the next word. */
export function wordNumbers(pieces) {
  let word = 0;
  let hasText = false;
  return pieces.map((piece) => {
    if (piece.startsWith(SPACE_MARK) && hasText) {
      word += 1;
      hasText = false;
    }
    hasText ||= piece.replaceAll(SPACE_MARK, '') !== '';
    return word;
  });
}

/** Returns the model's probability of the word at `position`, given the words before it. */
export function wordProbability({ tokens, token_log_probabilities: logs }, position) {
  const numbers = wordNumbers(tokens);
  const sum = logs.reduce((all, log, i) => (numbers[i] === position ? all + log : all), 0);
  return Math.exp(sum);
}

/**
 * Returns distinct words, or beginnings of words, for `position`, most probable first. found: a
 * sentence of the service's response to a request with `prefix` and steps. Leaves out `current` and
 * words that begin with its first token.
 */
export function candidates(found, prefix, current) {
  const position = wordsOf(prefix).length;
  const same = found.translations.filter((each) => continues(each, prefix));
  const words = new Map();
  for (const each of same) {
    const word = wordsOf(each.text)[position];
    if (word && !words.has(word)) words.set(word, wordProbability(each, position));
  }
  const seen = firstPieces(same, position);
  for (const { token, log_probability: log } of nodesAt(found.steps, same, position)) {
    const word = token.slice(SPACE_MARK.length);
    if (!seen.has(token) && !words.has(word)) words.set(word, Math.exp(log));
  }
  words.delete(current);
  const sorted = [...words].sort(([, one], [, other]) => other - one);
  return sorted.slice(0, MOST).map(([word]) => word);
}

/** False if the last word of the prefix has grown: "Haus" to "Haustür". */
function continues({ text }, prefix) {
  const before = wordsOf(prefix);
  return wordsOf(text)[before.length - 1] === before.at(-1);
}

function firstPieces(translations, position) {
  return new Set(translations.map(({ tokens }) => tokens[wordNumbers(tokens).indexOf(position)]));
}

function nodesAt(steps, translations, position) {
  if (!steps || translations.length === 0) return [];
  const [{ tokens }] = translations;
  const first = wordNumbers(tokens).indexOf(position);
  const step = steps[first < 0 ? tokens.length : first];
  const begins = ({ token }) => token.startsWith(SPACE_MARK) && token.length > SPACE_MARK.length;
  return (step?.nodes ?? []).filter(begins);
}

/**
 * Returns [{word, rest, probability, prefix}], most probable first: continuations of `prefix`, each
 * completed by the model. request: {model, settings, source, prefix, current, maxBeam,
 * options}
 */
export async function findAlternatives(api, request, signal) {
  const { model, settings, source, prefix, current, maxBeam } = request;
  const options = beamOptions(settings, Math.min(BEAM, maxBeam));
  const body = { model, text: source, prefix, split: 'none', steps: true, options };
  const answer = await api.post('/v1/translate', body, { signal });
  const words = candidates(answer.translations[0].sentences[0], prefix, current);
  return words.length === 0 ? [] : complete(api, request, words, signal);
}

async function complete(api, { model, source, prefix, current, options }, words, signal) {
  const answer = await api.post('/v1/translate', {
    model,
    text: words.map(() => source),
    prefix: words.map((word) => joinWords(prefix, word)),
    split: 'none',
    options,
  }, { signal });
  const translations = answer.translations.map(({ sentences }) => sentences[0].translations[0]);
  return distinct(translations, prefix, current);
}

function distinct(translations, prefix, current) {
  const position = wordsOf(prefix).length;
  const found = new Map();
  for (const each of translations.filter((one) => continues(one, prefix))) {
    const [word, ...rest] = wordsOf(each.text).slice(position);
    if (!word || word === current || found.has(word)) continue;
    const probability = wordProbability(each, position);
    found.set(word, { word, rest: rest.join(' '), probability, prefix: joinWords(prefix, word) });
  }
  return [...found.values()].sort((one, other) => other.probability - one.probability);
}
