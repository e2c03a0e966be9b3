// Copies `text`, which `element` shows; only pages of this machine or over HTTPS have a clipboard.
export async function copyText(text, element) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  getSelection().selectAllChildren(element);
  document.execCommand('copy');
  getSelection().removeAllRanges();
  return undefined;
}
