// Formats pieces and numbers for display.

export const END = '</s>';
export const SPACE_MARK = '\u2581'; // the first character of a piece that begins a word

/** Returns the text of a piece. */
export function pieceText(piece) {
  return piece.replaceAll(SPACE_MARK, ' ');
}

/** Returns a piece with visible white space, cut to `limit` characters. */
export function pieceLabel(piece, limit = Infinity) {
  const shown = piece.replaceAll(SPACE_MARK, '␣').replaceAll('\n', '↵').replaceAll('\t', '⇥');
  const characters = [...shown];
  return characters.length > limit ? `${characters.slice(0, limit - 1).join('')}…` : shown;
}

/** Returns a piece's name for use in a sentence. */
export function pieceName(piece) {
  if (piece === END) return 'the end of the sentence';
  if (piece === '<s>') return 'the start';
  const text = pieceText(piece);
  if (text.includes('\n')) return 'a line break';
  return text.trim() === '' ? 'a space' : text.trim();
}

/** Writes a share (0 to 1) as a percentage. */
export function percent(share) {
  return share > 0 && share < 0.005 ? 'under 1 %' : `${Math.round(100 * share)} %`;
}

/** Writes a small share (0 to 1) more precisely than percent(). */
export function finePercent(share) {
  if (share < 0.001) return '< 0.1 %';
  return `${(100 * share).toFixed(share < 0.1 ? 1 : 0)} %`;
}

/** Writes a score or log-probability, with a typographic minus sign. */
export function scoreText(score, numDecimals = 2) {
  if (!Number.isFinite(score)) return score < 0 ? '−∞' : '–';
  const text = score.toFixed(numDecimals);
  return (Number(text) === 0 ? text.replace('-', '') : text).replace('-', '−');
}
