// One continuation of a prompt: its text as it arrives, then the probabilities of its tokens.

import { ApiFailure, isAbort } from './api.js';
import { make, setState } from './dom.js';
import { percent, pieceName, pieceText, scoreText } from './pieces.js';
import { showProblem } from './problems.js';
import { RovingFocus } from './roving_focus.js';

/** Lower limits of the probability for each shade of a token. */
export const ODDS = [0.5, 0.2, 0.05, 0.01, 0];

/**
 * Returns the tokens of a completion as parts of its text: [{text, probability}]. Null if the
 * pieces do not add up to the text, for example because some are bytes.
 */
export function partsOf({ text, tokens = [], token_log_probabilities: logs = [] }) {
  const pieces = tokens.map(pieceText);
  const whole = pieces.join('');
  const start = whole.startsWith(text) ? 0 : whole.length - whole.trimStart().length;
  if (text === '' || !whole.startsWith(text, start)) return null;
  let end = 0;
  return pieces.map((piece, i) => {
    const begin = Math.max(end - start, 0);
    end += piece.length;
    return { text: text.slice(begin, Math.max(end - start, 0)), piece: tokens[i],
             probability: Math.exp(logs[i]) };
  }).filter((part) => part.text !== '');
}

function partElement({ text, piece, probability }) {
  const odds = ODDS.findIndex((least) => probability >= least);
  const sentence = `${pieceName(piece)}: ${percent(probability)}`;
  const attributes = { class: `odds-${odds}`, title: sentence, 'data-odds': sentence };
  return make('span', { ...attributes, tabindex: -1 }, text);
}

/** Describes a completion: number of tokens, log-probability, perplexity. */
function summaryOf({ tokens = [], token_log_probabilities: logs = [] }) {
  if (logs.length === 0) return `${tokens.length} tokens`;
  const sum = logs.reduce((a, b) => a + b, 0);
  const choices = Math.exp(-sum / logs.length);
  return `${tokens.length} tokens, log-probability ${scoreText(sum)}, as if each was one of ` +
    `${choices < 10 ? choices.toFixed(1) : Math.round(choices)} equally probable tokens`;
}

export class Completion {
  #prompt;
  #onGoOn;
  #text = make('span', { class: 'completion-text' });
  #focus = new RovingFocus(this.#text, '[data-odds]');
  #note = make('output', { class: 'hint', 'aria-live': 'off' });
  #problem = make('div', { class: 'problem', role: 'alert', hidden: true });
  #goOn = make('button', { type: 'button', class: 'button quiet', hidden: true,
                           onclick: () => this.#onGoOn(this.#prompt + this.#text.textContent) },
               'Go on from here');

  /** onGoOn(text): called to continue the whole text. */
  constructor(prompt, title, onGoOn) {
    this.#prompt = prompt;
    this.#onGoOn = onGoOn;
    const text = make('p', { class: 'completion-body text', dir: 'auto' },
                      make('span', { class: 'completion-prompt' }, prompt), this.#text);
    this.element = make('article', { class: 'card completion' }, make('h3', {}, title), text,
                        this.#problem, this.#note, this.#goOn);
    setState(this.element, 'idle');
    for (const name of ['pointerover', 'pointerdown', 'focusin'])
      this.#text.addEventListener(name, ({ target }) => this.#readOut(target));
  }

  /** Requests the text and shows it. Returns the final state: done or error. */
  async draw(api, body, signal) {
    setState(this.element, 'busy');
    try {
      const onEvent = (name, data) => name === 'text' && this.#text.append(data.text);
      const answer = await api.stream('/v1/complete', body, { signal, onEvent });
      this.#finish(answer.completions[0][0]);
    } catch (failure) {
      this.#fail(failure);
    }
    this.#goOn.hidden = this.#text.textContent === '';
    return this.element.dataset.state;
  }

  #finish(completion) {
    const parts = partsOf(completion);
    this.#text.replaceChildren(...(parts ? parts.map(partElement) : [completion.text]));
    this.#focus.begin();
    this.#note.textContent = completion.text === '' ? 'Nothing follows: the model ends here.' :
      summaryOf(completion);
    setState(this.element, 'done');
  }

  #fail(failure) {
    setState(this.element, isAbort(failure) ? 'done' : 'error');
    if (isAbort(failure)) this.#note.textContent = 'Stopped.';
    else showProblem(this.#problem, failure);
    if (!(failure instanceof ApiFailure) && !isAbort(failure)) console.error(failure);
  }

  #readOut(target) {
    if (target.dataset?.odds) this.#note.textContent = target.dataset.odds;
  }
}
