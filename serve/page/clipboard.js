// Copies `text`, which `element` shows, and returns whether the browser did. Browsers offer a
// clipboard only over HTTPS and on localhost, and may deny it there.
export async function copyText(text, element) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    getSelection().selectAllChildren(element);
    const isCopied = document.execCommand('copy');
    getSelection().removeAllRanges();
    return isCopied;
  }
}
