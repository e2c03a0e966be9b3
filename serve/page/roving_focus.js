// Keyboard focus among many small elements, such as the words of a text: Tab reaches one, arrow
// keys move to the others.

export class RovingFocus {
  #root;
  #selector;

  /** selector: of the elements in `root`, which have tabindex -1 */
  constructor(root, selector) {
    this.#root = root;
    this.#selector = selector;
    root.addEventListener('keydown', (event) => this.#onKey(event));
  }

  get items() {
    return [...this.#root.querySelectorAll(this.#selector)];
  }

  /** Lets Tab reach the first element. Call it for new elements. */
  begin() {
    this.items[0]?.setAttribute('tabindex', '0');
  }

  /** Focuses an element, and lets Tab come back to it. */
  moveTo(item) {
    if (!item) return;
    this.#root.querySelector(`${this.#selector}[tabindex="0"]`)?.setAttribute('tabindex', '-1');
    item.setAttribute('tabindex', '0');
    item.focus();
  }

  #onKey(event) {
    const item = event.target.closest(this.#selector);
    if (!item || event.ctrlKey || event.metaKey || event.altKey) return;
    const { items } = this;
    const move = MOVES[keyInText(event.key, items, item)];
    if (!move) return;
    event.preventDefault();
    this.moveTo(move(items, item));
  }
}

const MOVES = {
  ArrowRight: (items, item) => items[items.indexOf(item) + 1],
  ArrowLeft: (items, item) => items[items.indexOf(item) - 1],
  ArrowDown: (items, item) => nearestInLine(items, item, 1),
  ArrowUp: (items, item) => nearestInLine(items, item, -1),
  Home: (items) => items[0],
  End: (items) => items.at(-1),
};

/** Returns the key that does the same in text from the left. */
function keyInText(key, items, item) {
  const opposite = { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' }[key];
  return opposite && isFromRight(items, item) ? opposite : key;
}

/**
 * Returns whether the line of the element begins at the right. Each line may have a direction of
 * its own, which no style tells; within it, names and the like may run the other way.
 */
function isFromRight(items, item) {
  const box = lastBox(item);
  const isOnLine = (other) => Math.abs(other.top - box.top) < box.height / 2;
  const line = items.map(lastBox).filter(isOnLine);
  const distance = middle(line.at(-1)) - middle(line[0]);
  return distance === 0 ? getComputedStyle(item).direction === 'rtl' : distance < 0;
}

/** Returns the box of the element's last part: a line may end within it, or after its space. */
function lastBox(element) {
  return [...element.getClientRects()].at(-1) ?? element.getBoundingClientRect();
}

function middle({ left, right }) {
  return (left + right) / 2;
}

/**
 * Returns the element on the next line (direction 1) or the previous one (-1) that is nearest
 * horizontally.
 */
function nearestInLine(items, item, direction) {
  const from = item.getBoundingClientRect();
  const boxes = items.map((element) => ({ element, box: element.getBoundingClientRect() }));
  const isBeyond = ({ box }) => direction * (box.top - from.top) > from.height / 2;
  const beyond = boxes.filter(isBeyond);
  if (beyond.length === 0) return undefined;
  const line = (direction > 0 ? beyond[0] : beyond.at(-1)).box.top;
  const distance = ({ box }) => Math.abs(box.left - from.left);
  return beyond
    .filter(({ box }) => Math.abs(box.top - line) < from.height / 2)
    .reduce((best, other) => (distance(other) < distance(best) ? other : best)).element;
}
