"""Whether texts stand out enough from what is behind them: WCAG 2.2, criterion 1.4.3 (AA)."""

SCRIPT = """
const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
const rgba = (colour) => {
  canvas.clearRect(0, 0, 1, 1);
  canvas.fillStyle = colour;
  canvas.fillRect(0, 0, 1, 1);
  const [red, green, blue, alpha] = canvas.getImageData(0, 0, 1, 1).data;
  return [red, green, blue, alpha / 255];
};
const over = ([r, g, b, a], [x, y, z]) => [r * a + x * (1 - a), g * a + y * (1 - a), b * a + z * (1 - a), 1];
const linear = (part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4);
const luminance = ([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);

function behind(element) {
  const layers = [];
  for (let one = element; one; one = one.parentElement) {
    const layer = rgba(getComputedStyle(one).backgroundColor);
    layers.push(layer);
    if (layer[3] === 1) break;
  }
  return layers.reverse().reduce((ground, layer) => over(layer, ground), rgba('Canvas'));
}

function opacity(element) {
  let share = 1;
  for (let one = element; one; one = one.parentElement) share *= Number(getComputedStyle(one).opacity);
  return share;
}

function isOfInterest(element) {
  const text = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
  const box = element.getBoundingClientRect();
  return text && box.width > 1 && box.height > 1 && element.checkVisibility({ visibilityProperty: true }) &&
    !element.closest('svg, :disabled, [aria-hidden=true], option, .visually-hidden');
}

function contrast(element, style) {
  const ground = behind(element);
  const [r, g, b, alpha] = rgba(style.color);
  const [one, other] = [luminance(over([r, g, b, alpha * opacity(element)], ground)), luminance(ground)];
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

return [...document.querySelectorAll('body *')].filter(isOfInterest).flatMap((element) => {
  const style = getComputedStyle(element);
  const size = parseFloat(style.fontSize);
  const least = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700) ? 3 : 4.5;
  const found = contrast(element, style);
  const name = `${element.tagName}.${element.className} "${element.textContent.trim().slice(0, 30)}"`;
  return found < least ? [`${name}: ${found.toFixed(2)}, less than ${least}`] : [];
});
"""


def faint_texts(page):
    """Texts that are shown and whose contrast is less than 4.5, or 3 if they are large."""
    return page.run(SCRIPT)
