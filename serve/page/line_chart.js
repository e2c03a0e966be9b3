// A line chart over updates, redrawn when data or width change.

import { makeAxis, shortNumber } from './chart_axis.js';
import { make, makeSvg } from './dom.js';

const HEIGHT = 230;
const MARGIN = { left: 52, right: 20, top: 10, bottom: 34 };
const MOST_DOTS = 60; // for each line; more dots would hide the line

const hasValue = ([, value]) => Number.isFinite(value);

/** Returns the index of the number nearest to `wanted` in ascending numbers. */
function nearest(numbers, wanted) {
  let low = 0;
  let high = numbers.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (numbers[middle] < wanted) low = middle;
    else high = middle;
  }
  return wanted - numbers[low] <= numbers[high] - wanted ? low : high;
}

export class LineChart {
  #options;
  #series = [];
  #isLog;
  #width = 0;
  #updates = []; // of all series, ascending
  #index = null; // index of the selected update
  #x;
  #y;
  #rule;
  #readout = make('output', { class: 'chart-readout', 'aria-live': 'polite' });
  #legend = make('ul', { class: 'chart-legend' });
  #empty = make('p', { class: 'hint' }, 'Nothing yet.');
  #svg;

  /**
   * options: title; fromZero, isLog: of the y axis; offersLog: whether the reader may switch isLog
   */
  constructor(options) {
    this.#options = options;
    this.#isLog = options.isLog ?? false;
    this.#svg = makeSvg('svg', {
      class: 'chart-picture', height: HEIGHT, tabindex: 0, role: 'application',
      'aria-roledescription': 'chart',
      'aria-label': `${options.title} over updates. Arrow keys read out the numbers.`,
      onpointermove: (event) => this.#point(event), onpointerdown: (event) => this.#point(event),
      onpointerleave: (event) => event.pointerType === 'mouse' && this.#readOut(null),
      onblur: () => this.#readOut(null),
      onkeydown: (event) => this.#press(event),
    });
    this.element = make('figure', { class: 'chart card' }, this.#head(), this.#legend, this.#empty,
                        this.#svg, this.#readout);
    this.#followWidth();
  }

  /** series: [{label, look: 'thin' | 'dotted' | 'dashed', points: [[update, value]]}] */
  update(series) {
    const read = this.#index === null ? null : this.#updates[this.#index];
    this.#series = series.map((line) => ({ ...line, points: line.points.filter(hasValue) }))
      .filter((line) => line.points.length > 0);
    const updates = this.#series.flatMap((line) => line.points.map(([update]) => update));
    this.#updates = [...new Set(updates)].sort((a, b) => a - b);
    this.#index = read === null || updates.length === 0 ? null : nearest(this.#updates, read);
    this.#legend.replaceChildren(...this.#series.map((line) => this.#legendItem(line)));
    this.#draw();
  }

  #head() {
    const title = make('figcaption', {}, this.#options.title);
    if (!this.#options.offersLog) return make('div', { class: 'chart-head' }, title);
    const box = make('input', { type: 'checkbox', checked: this.#isLog, onchange: () => {
      this.#isLog = box.checked;
      this.#draw();
    } });
    return make('div', { class: 'chart-head' }, title, make('label', {}, box, ' logarithmic'));
  }

  #followWidth() {
    new ResizeObserver(([entry]) => {
      const width = Math.floor(entry.contentRect.width);
      if (width === this.#width) return;
      this.#width = width;
      this.#draw();
    }).observe(this.#legend);
  }

  #legendItem({ label, look }) {
    const line = makeSvg('path', { class: `chart-line is-${look}`, d: 'M0 6H24' });
    return make('li', {}, makeSvg('svg', { width: 24, height: 12, 'aria-hidden': 'true' }, line),
                label);
  }

  #draw() {
    const isEmpty = this.#series.length === 0;
    this.#empty.hidden = !isEmpty;
    this.#svg.toggleAttribute('hidden', isEmpty);
    if (isEmpty || this.#width < 80) return;
    const values = this.#series.flatMap((line) => line.points.map(([, value]) => value));
    const { fromZero } = this.#options;
    this.#x = makeAxis(this.#updates, { most: Math.max(Math.floor(this.#width / 90), 2) });
    this.#y = makeAxis(values, { isLog: this.#isLog, fromZero });
    this.#svg.setAttribute('width', this.#width);
    this.#rule = makeSvg('g', { class: 'chart-rule' });
    this.#svg.replaceChildren(...this.#grid(), ...this.#series.map((line) => this.#line(line)),
                              this.#rule);
    this.#readOut(this.#index);
  }

  #left(update) {
    return MARGIN.left + this.#x.share(update) * (this.#width - MARGIN.left - MARGIN.right);
  }

  #top(value) {
    return HEIGHT - MARGIN.bottom - this.#y.share(value) * (HEIGHT - MARGIN.top - MARGIN.bottom);
  }

  #grid() {
    const right = this.#width - MARGIN.right;
    const bottom = HEIGHT - MARGIN.bottom;
    const rows = this.#y.ticks.flatMap((tick) => {
      const y = this.#top(tick);
      return [makeSvg('path', { class: 'chart-grid', d: `M${MARGIN.left} ${y}H${right}` }),
              makeSvg('text', { class: 'chart-tick', x: MARGIN.left - 6, y, 'text-anchor': 'end',
                                'dominant-baseline': 'central' }, shortNumber(tick))];
    });
    const columns = this.#x.ticks.flatMap((tick) => {
      const x = this.#left(tick);
      return [makeSvg('path', { class: 'chart-grid', d: `M${x} ${bottom}v4` }),
              makeSvg('text', { class: 'chart-tick', x, y: bottom + 17, 'text-anchor': 'middle' },
                      shortNumber(tick))];
    });
    const name = { class: 'chart-tick', x: right, y: HEIGHT - 3, 'text-anchor': 'end' };
    return [...rows, ...columns, makeSvg('text', name, 'update')];
  }

  #line({ points, look }) {
    const places = points.filter(([, value]) => !this.#isLog || value > 0)
      .map(([update, value]) => [this.#left(update).toFixed(1), this.#top(value).toFixed(1)]);
    const path = makeSvg('path', { class: `chart-line is-${look}`,
                                   d: `M${places.map((place) => place.join(' ')).join('L')}` });
    const needsDots = places.length === 1 || (look !== 'thin' && places.length <= MOST_DOTS);
    const dots = needsDots ? places.map(([cx, cy]) =>
      makeSvg('circle', { class: `chart-dot is-${look}`, cx, cy, r: 3 })) : [];
    return makeSvg('g', {}, ...(places.length > 0 ? [path] : []), ...dots);
  }

  #point(event) {
    if (this.#updates.length === 0) return;
    const x = event.clientX - this.#svg.getBoundingClientRect().left;
    const share = (x - MARGIN.left) / (this.#width - MARGIN.left - MARGIN.right);
    const wanted = this.#x.low + share * (this.#x.high - this.#x.low);
    this.#readOut(nearest(this.#updates, wanted));
  }

  #press(event) {
    const last = this.#updates.length - 1;
    const now = this.#index;
    const next = { ArrowLeft: (now ?? last + 1) - 1, ArrowRight: (now ?? -1) + 1, Home: 0,
                   End: last }[event.key];
    if (next === undefined || last < 0) return;
    event.preventDefault();
    this.#readOut(Math.min(Math.max(next, 0), last));
  }

  /** Draws a rule at an update and shows the values there; null: no rule. */
  #readOut(index) {
    this.#index = index;
    this.#rule?.replaceChildren();
    const text = index === null ? '' : this.#sentence(this.#updates[index]);
    // announced only if it changed
    if (this.#readout.textContent !== text) this.#readout.textContent = text;
    if (index === null || !this.#rule) return;
    const x = this.#left(this.#updates[index]);
    this.#rule.append(makeSvg('path', { d: `M${x} ${MARGIN.top}V${HEIGHT - MARGIN.bottom}` }));
  }

  #sentence(update) {
    const values = this.#series.flatMap(({ label, points }) =>
      points.filter(([at]) => at === update).map(([, value]) => `${label} ${shortNumber(value)}`));
    return `Update ${update.toLocaleString('en')}: ${values.join(', ')}`;
  }
}
