// Axes of charts: ranges, ticks at round numbers, and their labels. Makes no elements.

const SUFFIXES = [[1e9, 'G'], [1e6, 'M'], [1e4, 'k', 1e3]];

/** Returns the smallest of 1, 2, 5 times a power of ten that is at least `step`. */
function roundStep(step) {
  const power = 10 ** Math.floor(Math.log10(step));
  return [1, 2, 5, 10].map((digit) => digit * power).find((value) => value >= step * (1 - 1e-9));
}

function linearTicks(low, high, most) {
  const step = roundStep((high - low) / most);
  const first = Math.ceil(low / step - 1e-9);
  const last = Math.floor(high / step + 1e-9);
  // Multiplies instead of adding, so that 0.3 is exactly 0.3.
  return Array.from({ length: last - first + 1 }, (_, i) =>
    Number(((first + i) * step).toPrecision(12)));
}

function logTicks(low, high, most) {
  if (high / low < 5) return linearTicks(low, high, most);
  const isNarrow = Math.log10(high / low) < 2;
  const ticks = [];
  for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); power += 1) {
    for (const digit of isNarrow ? [1, 2, 5] : [1])
      ticks.push(Number((digit * 10 ** power).toPrecision(12)));
  }
  return ticks.filter((tick) => tick >= low * (1 - 1e-9) && tick <= high * (1 + 1e-9));
}

/** Widens an empty range around its only number. */
function widened(low, high, isLog) {
  if (high > low) return [low, high];
  if (isLog) return [low / 2, high * 2];
  const margin = Math.abs(low) * 0.1 || 1;
  return [low - margin, high + margin];
}

/**
 * Makes an axis for `values`: {low, high, ticks, share(value): 0 at low, 1 at high}. With isLog,
 * only for values above 0.
 */
export function makeAxis(values, { isLog = false, fromZero = false, most = 5 } = {}) {
  const shown = values.filter((value) => Number.isFinite(value) && (!isLog || value > 0));
  if (shown.length === 0) return makeAxis([isLog ? 1 : 0, 10], { isLog });
  const least = shown.reduce((a, b) => Math.min(a, b));
  const greatest = shown.reduce((a, b) => Math.max(a, b));
  const [low, high] = widened(fromZero && !isLog ? Math.min(least, 0) : least, greatest, isLog);
  const scale = isLog ? Math.log : Number;
  return {
    low,
    high,
    ticks: isLog ? logTicks(low, high, most) : linearTicks(low, high, most),
    share: (value) => (scale(value) - scale(low)) / (scale(high) - scale(low)),
  };
}

/** Writes a number briefly for an axis: 20k, 1.5M, 2e−4, 3e15. */
export function shortNumber(value) {
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-3 || size >= 1e15)) return withExponent(value);
  for (const [from, letter, unit = from] of SUFFIXES)
    if (size >= from) return `${Number((value / unit).toPrecision(3))}${letter}`;
  return `${Number(value.toPrecision(4))}`.replace('-', '−');
}

function withExponent(value) {
  const exponent = Math.floor(Math.log10(Math.abs(value)) + 1e-12);
  const factor = Number((value / 10 ** exponent).toPrecision(3));
  return `${factor}e${exponent}`.replaceAll('-', '−');
}
