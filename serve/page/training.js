// Follows a training run: its curves, its progress, and its sample translations over time.

import { shortNumber } from './chart_axis.js';
import { make, setState } from './dom.js';
import { LineChart } from './line_chart.js';
import { hideProblem, showProblem } from './problems.js';
import { TrainingTables } from './training_tables.js';

const SOON = 3000; // milliseconds between requests while the run is active
const LATER = 15000; // milliseconds if it is not, or if the service does not respond
// requests; every so often loads all rows, since a resumed run rewrites some
const WHOLE_EVERY = 20;
const MOST_SAMPLES = 20; // shown for each source

const SCORES = [
  { column: 'bleu', label: 'BLEU', look: 'dotted', isBetter: (a, b) => a > b },
  { column: 'bits_per_character', label: 'bits per character', look: 'dotted',
    isBetter: (a, b) => a < b },
  { column: 'chrf', label: 'chrF', look: 'dashed', isBetter: (a, b) => a > b },
  { column: 'perplexity', label: 'perplexity', look: 'dotted', isBetter: (a, b) => a < b },
];

const CHARTS = [
  { title: 'Loss', offersLog: true, lines: [
    { table: 'train', column: 'loss', label: 'training', look: 'thin' },
    { table: 'valid', column: 'loss', label: 'validation', look: 'dotted' }] },
  { title: 'Scores of validations', lines: SCORES.slice(0, 3).map((score) => (
    { table: 'valid', ...score })) },
  { title: 'Learning rate', offersLog: true, lines: [
    { table: 'train', column: 'learning_rate', label: 'rate', look: 'thin' }] },
  { title: 'Speed', fromZero: true, lines: [
    { table: 'train', column: 'tokens_per_second', label: 'tokens per second', look: 'thin' }] },
];

/** Shows the run of `dragoman serve --run` while `root` is visible. */
export function mount(root, context) {
  new TrainingView(root, context).start();
}

const wholeNumber = (number) => number.toLocaleString('en');

/** Writes a duration, as in "2 h 5 min". */
function duration(seconds) {
  if (!Number.isFinite(seconds)) return 'not known';
  if (seconds < 60) return 'under a minute';
  const minutes = Math.round(seconds / 60);
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24];
  if (days > 0) return `${days} d ${hours} h`;
  return hours > 0 ? `${hours} h ${minutes % 60} min` : `${minutes} min`;
}

function card(name, value, ...more) {
  return make('div', { class: 'card training-card', 'data-card': name },
              make('dt', {}, name), make('dd', {}, make('span', {}, value), ...more));
}

const note = (text) => make('small', { class: 'hint' }, text);

function updateCard({ update, planned }) {
  if (planned === 0) return card('Update', wholeNumber(update));
  const bar = make('progress', { max: planned, value: Math.min(update, planned),
                                 'aria-label': 'Updates done' });
  return card('Update', wholeNumber(update), note(`of ${wholeNumber(planned)}`), bar);
}

function lossCard({ train, valid }) {
  const inTraining = train.last('loss');
  const inValidation = valid.last('loss');
  return card('Loss', inTraining ? shortNumber(inTraining[1]) : '–',
              inValidation ? note(`in validation ${shortNumber(inValidation[1])}`) : null);
}

function scoreCard({ valid }) {
  const score = SCORES.find(({ column }) => valid.last(column));
  if (!score) return card('Best score', '–');
  const [update, best] = valid.best(score.column, score.isBetter);
  return card(`Best ${score.label}`, shortNumber(best), note(`at update ${wholeNumber(update)}`));
}

function speedCard({ train }) {
  const speed = train.last('tokens_per_second');
  return card('Speed', speed ? shortNumber(speed[1]) : '–', note('tokens per second'));
}

function timeCard(tables, isRunning) {
  const isDone = tables.planned > 0 && tables.update >= tables.planned;
  if (isDone) return card('Time left', 'done');
  return card('Time left', isRunning ? duration(tables.secondsLeft) : 'stands still');
}

function givenRows(given) {
  if (!given) return [];
  return ['source', 'reference'].map((side) =>
    make('tr', { class: 'training-given' }, make('th', { scope: 'row' }, side),
         make('td', { dir: 'auto' }, given[side])));
}

function sampleTable(name, samples, given) {
  const header = make('tr', {}, make('th', { scope: 'col' }, 'update'),
                      make('th', { scope: 'col' }, 'text'));
  const rows = samples.slice(0, MOST_SAMPLES).map(({ update, text }) =>
    make('tr', {}, make('td', { class: 'number' }, wholeNumber(update)),
         make('td', { dir: 'auto' }, text)));
  rows.unshift(...givenRows(given));
  const caption = make('caption', {}, name);
  return make('div', { class: 'training-samples' },
              make('table', {}, caption, make('thead', {}, header), make('tbody', {}, ...rows)));
}

function noRun() {
  return make('div', { class: 'card training-none' }, make('h2', {}, 'No run is followed'),
              make('p', {}, 'This tab follows a training run. Start the service with its folder:'),
              make('pre', {}, make('code', {}, 'dragoman serve MODEL --run RUN')),
              make('p', { class: 'hint' }, 'RUN is the folder named by --out of dragoman train.'));
}

class TrainingView {
  #root;
  #context;
  #tables = new TrainingTables();
  #charts = CHARTS.map((chart) => new LineChart(chart));
  #isOnScreen = false;
  #isAsking = false;
  #numLooks = 0;
  #shownSamples = '';
  #timer = 0;
  #problem = make('div', { class: 'problem', role: 'alert', hidden: true });
  #title = make('h2', {}, 'Training');
  #status = make('span', { class: 'training-status' });
  #cards = make('dl', { class: 'training-cards' });
  #samples = make('section', { 'aria-label': 'Samples' });
  #none = noRun();
  #run;

  constructor(root, context) {
    this.#root = root;
    this.#context = context;
    const charts = make('div', { class: 'training-charts' },
                        ...this.#charts.map((chart) => chart.element));
    const head = make('div', { class: 'training-head' }, this.#title, this.#status);
    this.#run = make('div', { hidden: true }, head, this.#cards, charts, this.#samples);
    this.#none.hidden = true;
  }

  start() {
    setState(this.#root, 'busy');
    this.#root.replaceChildren(this.#problem, this.#none, this.#run);
    document.addEventListener('visibilitychange', () => this.#look());
    new IntersectionObserver((entries) => {
      this.#isOnScreen = entries.at(-1).isIntersecting;
      this.#look();
    }).observe(this.#root);
    this.#look();
  }

  #isSeen() {
    return document.visibilityState === 'visible' && !this.#root.closest('[hidden]') &&
      (this.#isOnScreen || this.#numLooks === 0);
  }

  async #look() {
    clearTimeout(this.#timer);
    if (this.#isAsking || !this.#isSeen()) return;
    if (!this.#context.followsTraining) return this.#reveal(this.#none, 'done');
    this.#isAsking = true;
    const wait = await this.#ask();
    this.#isAsking = false;
    if (wait > 0) this.#timer = setTimeout(() => this.#look(), wait);
  }

  /**
   * Requests the tables once. Returns the milliseconds until the next request; 0: when the tab is
   * shown again.
   */
  async #ask() {
    const isWhole = this.#numLooks % WHOLE_EVERY === 0;
    this.#numLooks += 1;
    try {
      const after = isWhole ? -1 : this.#tables.known;
      const answer = await this.#context.api.get(`/v1/training?after=${after}`);
      if (isWhole) this.#tables = new TrainingTables();
      this.#tables.take(answer);
      this.#show(answer);
      return answer.running ? SOON : LATER;
    } catch (failure) {
      return this.#fail(failure);
    }
  }

  #fail(failure) {
    showProblem(this.#problem, failure, () => this.#look());
    setState(this.#root, 'error');
    return LATER;
  }

  #reveal(part, state) {
    hideProblem(this.#problem);
    for (const other of [this.#none, this.#run]) other.hidden = other !== part;
    setState(this.#root, state);
  }

  #show({ name, running }) {
    const tables = this.#tables;
    this.#title.textContent = name || 'Training';
    this.#status.textContent = running ? 'running' : 'not running';
    this.#status.dataset.running = running;
    this.#cards.replaceChildren(updateCard(tables), lossCard(tables), scoreCard(tables),
                                speedCard(tables), timeCard(tables, running));
    this.#reveal(this.#run, 'done');
    this.#charts.forEach((chart, i) => chart.update(CHARTS[i].lines.map((line) => (
      { label: line.label, look: line.look, points: tables[line.table].points(line.column) }))));
    this.#showSamples();
  }

  // Adds only new elements, because the reader may be reading or selecting text.
  #showSamples() {
    const { samples } = this.#tables;
    const key = JSON.stringify(samples);
    if (key === this.#shownSamples) return;
    this.#shownSamples = key;
    const title = samples.length > 0 ? [make('h3', {}, 'Samples of the validations')] : [];
    this.#samples.replaceChildren(...title,
                                  ...samples.map((sample) => sampleTable(...sample)));
  }
}
