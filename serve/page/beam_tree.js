// Shows a beam search step by step: the tree, the decisions, and any prefix in detail.

import { BeamPicture } from './beam_picture.js';
import { chosenNode, greedySteps, pathTo, quote, readSteps, sentenceOf } from './beam_steps.js';
import { make } from './dom.js';
import { END, percent, pieceLabel, scoreText } from './pieces.js';

const PAUSE = 1500; // milliseconds between steps
const BEAM_LESSON =
  'The model tells how probable each next token is, and no more: a search must put tokens ' +
  'together. Beam search keeps the best few beginnings (prefixes), lengthens each by its most ' +
  'probable tokens, and keeps the best of all these again. A score is the sum of the logarithms ' +
  'of the probabilities: the nearer to 0, the better. For a finished translation the length ' +
  'penalty corrects the score, so that long ones have a fair chance.';
const GREEDY_LESSON =
  'With a beam of 1 the search is greedy: it takes the most probable next token each time, and ' +
  'never reconsiders it. That is fast, but a good first word may lead to a poor sentence, and ' +
  'a better one is never seen. With a wider beam this tree has branches.';
const NO_STEPS =
  'This translation has no search steps: for example, tokens drawn at random need no search.';

const views = new WeakMap(); // the BeamView of a root

/**
 * Shows the search for a sentence. steps: as in the response of /v1/translate; translation: the
 * chosen one, with its tokens; beam: the number of prefixes kept.
 */
export function showBeam(root, { steps, translation, beam }) {
  views.get(root)?.stop();
  const recorded = steps?.length > 0 ? steps : beam === 1 ? greedySteps(translation ?? {}) : [];
  if (recorded.length === 0) {
    root.replaceChildren(make('p', { class: 'lesson' }, beam === 1 ? GREEDY_LESSON : NO_STEPS));
  } else {
    const view = new BeamView(root, readSteps(recorded), translation, beam);
    views.set(root, view);
    view.show();
  }
}

function button(label, onclick) {
  return make('button', { type: 'button', class: 'button', onclick }, label);
}

function tableRow(node) {
  return make('tr', {}, make('td', {}, node.token === END ? 'end' : pieceLabel(node.token)),
              make('td', {}, percent(Math.exp(node.logProbability))),
              make('td', {}, scoreText(node.logProbability)), make('td', {}, scoreText(node.sum)));
}

function tokenTable(nodes) {
  const names = ['token', 'probability', 'its logarithm', 'sum so far'];
  const header = make('tr', {}, ...names.map((name) => make('th', { scope: 'col' }, name)));
  return make('table', { class: 'beam-tokens' }, make('thead', {}, header),
              make('tbody', {}, ...nodes.map(tableRow)));
}

function fateSentence(node) {
  const fate = { finished: 'Finished', dropped: 'Dropped', kept: 'Kept' }[node.fate];
  return `${fate} at step ${node.step}; score ${scoreText(node.score)}.`;
}

class BeamView {
  #root;
  #columns;
  #beam;
  #chosen;
  #picture;
  #step;
  #timer = 0;
  #said = make('p', { class: 'beam-sentence', 'aria-live': 'polite' });
  #detail = make('div', { class: 'beam-detail', 'aria-live': 'polite' });
  #slider;
  #play = button('Play', () => this.#togglePlay());

  constructor(root, columns, translation, beam) {
    this.#root = root;
    this.#columns = columns;
    this.#beam = beam;
    this.#chosen = chosenNode(columns, translation);
    this.#picture = new BeamPicture(columns, this.#chosen, (node) => this.#showDetail(node));
    this.#slider = make('input', {
      type: 'range', min: 0, max: this.#last(), value: this.#last(), 'aria-label': 'Step',
      oninput: () => this.#moveTo(Number(this.#slider.value)),
    });
  }

  show() {
    const controls = make('div', { class: 'beam-controls' },
                          button('Back', () => this.#moveTo(this.#step - 1)), this.#play,
                          button('Forward', () => this.#moveTo(this.#step + 1)), this.#slider);
    const lesson = make('p', { class: 'lesson' }, this.#beam === 1 ? GREEDY_LESSON : BEAM_LESSON);
    this.#root.replaceChildren(lesson, controls, this.#said, this.#picture.element, this.#detail);
    this.#showStep(this.#last());
    this.#detail.append(make('p', { class: 'hint' },
                             'Click a prefix, or choose it with Enter, to see its tokens.'));
  }

  stop() {
    clearInterval(this.#timer);
    this.#timer = 0;
    this.#play.textContent = 'Play';
  }

  #last() {
    return this.#columns.length - 1;
  }

  #moveTo(step) {
    this.stop();
    this.#showStep(step);
  }

  #togglePlay() {
    if (this.#timer) return this.stop();
    this.#showStep(this.#step === this.#last() ? 0 : this.#step + 1);
    this.#play.textContent = 'Pause';
    this.#timer = setInterval(() => this.#playOn(), PAUSE);
  }

  #playOn() {
    if (!this.#root.isConnected || this.#step >= this.#last()) return this.stop();
    this.#showStep(this.#step + 1);
    if (this.#step === this.#last()) this.stop();
  }

  #showStep(step) {
    this.#step = Math.min(Math.max(step, 0), this.#last());
    this.#root.dataset.step = this.#step;
    this.#slider.value = this.#step;
    this.#slider.setAttribute('aria-valuetext', `step ${this.#step} of ${this.#last()}`);
    const context = { beam: this.#beam, chosen: this.#chosen };
    this.#said.replaceChildren(make('strong', {}, `Step ${this.#step} of ${this.#last()}. `),
                               sentenceOf(this.#columns, this.#step, context));
    this.#picture.showStep(this.#step);
  }

  #showDetail(node) {
    this.#picture.select(node);
    const nodes = pathTo(node).slice(1);
    const sentence = node.step === 0 ? 'Every search begins here.' : fateSentence(node);
    this.#detail.replaceChildren(make('h4', {}, quote(node)), make('p', {}, sentence),
                                 ...(nodes.length > 0 ? [tokenTable(nodes)] : []));
  }
}
