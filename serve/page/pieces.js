// Formats pieces and numbers for display.

const SPACE_MARK = '\u2581';

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
  if (piece === '</s>') return 'the end of the sentence';
  if (piece === '<s>') return 'the start';
  const text = pieceText(piece);
  if (text.includes('\n')) return 'a line break';
  return text.trim() === '' ? 'a space' : text.trim();
}

/** Writes a share (0 to 1) as a percentage. */
export function percent(share) {
  return share > 0 && share < 0.005 ? 'under 1 %' : `${Math.round(100 * share)} %`;
}

/** Writes a score or log-probability, with a typographic minus sign. */
export function scoreText(score) {
  if (!Number.isFinite(score)) return score < 0 ? '−∞' : '–';
  const text = score.toFixed(2);
  return (text === '-0.00' ? '0.00' : text).replace('-', '−');
}
