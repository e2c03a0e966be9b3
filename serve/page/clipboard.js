// Copies `text`, which `element` shows. Browsers offer a clipboard only over HTTPS and on
// localhost.
export async function copyText(text, element) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  getSelection().selectAllChildren(element);
  document.execCommand('copy');
  getSelection().removeAllRanges();
  return undefined;
}
