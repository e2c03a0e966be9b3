// Draws the tree of a beam search, which grows to the right.

import { make, makeSvg } from './dom.js';
import { pathTo } from './beam_steps.js';
import { END, pieceLabel, scoreText } from './pieces.js';

const COLUMN = 164;
const BOX = { width: 124, height: 26, gap: 8 };
const LINE = 17; // height in pixels of a dropped candidate
const TOP = 34;
const MOST_KEPT = 40; // shown for each step
const MOST_DROPPED = 12;
const LABEL_LIMIT = 10; // characters
const FATES = { kept: 'goes on', dropped: 'dropped', finished: 'finished' };

const isSmall = (node) => node.fate === 'dropped';

function shownOf(column, chosen) {
  const tall = column.filter((node) => !isSmall(node));
  const small = column.filter(isSmall);
  const kept = tall.filter((node, rank) => rank < MOST_KEPT || chosen.has(node));
  return [...kept, ...small.slice(0, MOST_DROPPED)];
}

/** Returns the position of each node: {x, y}, y at its middle. */
function layOut(shown) {
  const places = new Map();
  shown.forEach((nodes, step) => {
    let y = TOP;
    for (const node of nodes) {
      const height = isSmall(node) ? LINE : BOX.height;
      places.set(node, { x: 12 + step * COLUMN, y: y + height / 2 });
      y += isSmall(node) ? LINE : BOX.height + BOX.gap;
    }
  });
  return places;
}

/** Returns how good a node is compared with the best of its step, 0 to 1. */
function strength(node, column) {
  const bestSum = Math.max(...column.map(({ sum }) => sum));
  return Math.exp(Math.min(node.sum - bestSum, 0));
}

function link(node, places, share) {
  const from = places.get(node.parent);
  const to = places.get(node);
  const x = from.x + BOX.width;
  const bend = (to.x - x) / 2;
  const d = `M${x} ${from.y}C${x + bend} ${from.y} ${to.x - bend} ${to.y} ${to.x} ${to.y}`;
  const width = isSmall(node) ? 1 : 1.5 + 4 * share;
  const opacity = isSmall(node) ? 0.5 : 0.4 + 0.6 * share;
  return makeSvg('path', { class: `beam-link is-${node.fate}`, d, 'stroke-width': width,
                           'stroke-opacity': opacity });
}

function nodeLabel(node) {
  if (node.step === 0) return 'start';
  const label = node.token === END ? 'end' : pieceLabel(node.token, LABEL_LIMIT);
  return node.fate === 'finished' ? `✓ ${label}` : label;
}

function nodeName(node) {
  if (node.step === 0) return 'the start';
  return `${nodeLabel(node)}, score ${scoreText(node.score)}, ${FATES[node.fate]}`;
}

function nodeMark(node, { x, y }) {
  const height = isSmall(node) ? LINE : BOX.height;
  const box = { x, y: y - height / 2, width: BOX.width, height, rx: 6 };
  const score = node.step === 0 ? '' : scoreText(node.score);
  const text = { y, 'dominant-baseline': 'central' };
  return makeSvg(
    'g', { class: `beam-node is-${node.fate}`, role: 'button', tabindex: -1,
           'aria-label': nodeName(node) },
    makeSvg('rect', box), makeSvg('text', { ...text, x: x + 8 }, nodeLabel(node)),
    makeSvg('text', { ...text, x: x + BOX.width - 8, 'text-anchor': 'end', class: 'beam-score' },
            score));
}

export class BeamPicture {
  #shown; // the nodes shown, by column
  #places;
  #marks = new Map(); // node: {mark, link}
  #groups;
  #step = 0;
  #onPick;

  /** columns: from readSteps(); chosen: the last node of the chosen translation; onPick(node) */
  constructor(columns, chosen, onPick) {
    const path = new Set(pathTo(chosen));
    this.#onPick = onPick;
    this.#shown = columns.map((column) => shownOf(column, path));
    this.#places = layOut(this.#shown);
    this.#groups = columns.map((column, step) => this.#group(column, step));
    for (const node of path) this.#toggle(node, 'is-chosen', true);
    this.element = make('div', { class: 'beam-box' }, this.#picture());
  }

  /** Shows the tree as it was after a step. */
  showStep(step) {
    this.#step = step;
    this.#groups.forEach((group, i) => {
      group.classList.toggle('is-future', i > step);
      group.classList.toggle('is-current', i === step);
    });
    for (const node of this.#marks.keys()) this.#toggle(node, 'is-dead', node.lastStep < step);
    this.#moveTabStop(this.#shown[step][0]);
    this.#bringIntoView();
  }

  /** Marks a node and its ancestors. */
  select(node) {
    const path = new Set(pathTo(node));
    for (const other of this.#marks.keys()) this.#toggle(other, 'is-picked', path.has(other));
    this.#moveTabStop(node);
  }

  #picture() {
    const ys = [...this.#places.values()].map(({ y }) => y);
    const size = { width: this.#shown.length * COLUMN + 12, height: Math.max(...ys) + 48 };
    return makeSvg('svg', {
      class: 'beam-picture', ...size, role: 'group', 'aria-label': 'The search as a tree',
      onclick: (event) => this.#click(event), onkeydown: (event) => this.#press(event),
    }, ...this.#groups);
  }

  #group(column, step) {
    const shown = this.#shown[step];
    const children = shown.map((node) => this.#add(node, column));
    const links = children.map((child) => child.link);
    const marks = children.map((child) => child.mark);
    return makeSvg('g', { class: 'beam-column', 'data-step': step }, this.#title(step), ...links,
                   ...marks, this.#remainder(column.length - shown.length, shown.at(-1)));
  }

  #add(node, column) {
    const mark = nodeMark(node, this.#places.get(node));
    const drawn = { mark, link: null };
    if (this.#places.has(node.parent))
      drawn.link = link(node, this.#places, strength(node, column));
    this.#marks.set(node, drawn);
    return drawn;
  }

  #title(step) {
    const place = { x: 12 + step * COLUMN, y: 18, class: 'beam-title' };
    return makeSvg('text', place, step === 0 ? 'step' : `${step}`);
  }

  #remainder(number, last) {
    if (number === 0) return null;
    const { x, y } = this.#places.get(last);
    return makeSvg('text', { x: x + 8, y: y + 24, class: 'beam-title' }, `and ${number} more`);
  }

  #toggle(node, name, on) {
    const drawn = this.#marks.get(node);
    drawn?.mark.classList.toggle(name, on);
    drawn?.link?.classList.toggle(name, on);
  }

  #moveTabStop(node) {
    for (const { mark } of this.#marks.values()) mark.setAttribute('tabindex', -1);
    this.#marks.get(node)?.mark.setAttribute('tabindex', 0);
  }

  #nodeOf(event) {
    const mark = event.target.closest('.beam-node');
    return [...this.#marks.keys()].find((node) => this.#marks.get(node).mark === mark);
  }

  #click(event) {
    const node = this.#nodeOf(event);
    if (node) this.#onPick(node);
  }

  #press(event) {
    const node = this.#nodeOf(event);
    if (!node) return;
    if (event.key === 'Enter' || event.key === ' ') this.#onPick(node);
    else if (event.key.startsWith('Arrow')) this.#focus(this.#neighbour(node, event.key));
    else return;
    event.preventDefault();
  }

  #neighbour(node, key) {
    const column = this.#shown[node.step];
    const rank = column.indexOf(node);
    if (key === 'ArrowUp') return column[rank - 1];
    if (key === 'ArrowDown') return column[rank + 1];
    if (key === 'ArrowLeft') return node.parent;
    return node.children.find((child) => child.step <= this.#step && this.#marks.has(child));
  }

  #focus(node) {
    const drawn = this.#marks.get(node);
    if (!drawn) return;
    this.#moveTabStop(node);
    drawn.mark.focus();
  }

  #bringIntoView() {
    const box = this.element;
    const left = this.#step * COLUMN;
    const isSeen = left >= box.scrollLeft && left + COLUMN <= box.scrollLeft + box.clientWidth;
    if (isSeen) return;
    const lessMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;
    box.scrollTo({ left: Math.max(left + COLUMN - box.clientWidth, 0) + COLUMN / 2,
                   behavior: lessMotion ? 'auto' : 'smooth' });
  }
}
