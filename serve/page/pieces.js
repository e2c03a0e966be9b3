// Pieces of words and numbers, as text that is shown.

const SPACE_MARK = '\u2581';

/** The text that a piece stands for. */
export function pieceText(piece) {
  return piece.replaceAll(SPACE_MARK, ' ');
}

/** A piece with its white space made visible, at most `limit` characters of it. */
export function pieceLabel(piece, limit = Infinity) {
  const shown = piece.replaceAll(SPACE_MARK, '␣').replaceAll('\n', '↵').replaceAll('\t', '⇥');
  const characters = [...shown];
  return characters.length > limit ? `${characters.slice(0, limit - 1).join('')}…` : shown;
}

/** A piece as it is called in a sentence. */
export function pieceName(piece) {
  if (piece === '</s>') return 'the end of the sentence';
  if (piece === '<s>') return 'the start';
  const text = pieceText(piece);
  if (text.includes('\n')) return 'a line break';
  return text.trim() === '' ? 'a space' : text.trim();
}

/** A share of 1 in percent. */
export function percent(share) {
  return share > 0 && share < 0.005 ? 'under 1 %' : `${Math.round(100 * share)} %`;
}

/** A score or log-probability, with a proper minus sign. */
export function scoreText(score) {
  if (!Number.isFinite(score)) return score < 0 ? '−∞' : '–';
  const text = score.toFixed(2);
  return (text === '-0.00' ? '0.00' : text).replace('-', '−');
}
