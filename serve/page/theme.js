// Sets the light or dark theme before the first paint: not a module, so that the browser waits for
// it. Follows the system until the reader chooses. Pictures listen to the document's `themechange`.
(() => {
  const KEY = 'dragoman.theme';
  const root = document.documentElement;
  const system = matchMedia('(prefers-color-scheme: dark)');

  const stored = () => {
    try {
      return localStorage.getItem(KEY);
    } catch {
      return null; // storage is disabled
    }
  };

  const store = (theme) => {
    try {
      if (theme === systemTheme()) localStorage.removeItem(KEY);
      else localStorage.setItem(KEY, theme);
    } catch {
      // storage is disabled: the choice lasts for this visit
    }
  };

  const systemTheme = () => (system.matches ? 'dark' : 'light');

  const apply = (theme) => {
    root.dataset.theme = theme;
    document.querySelector('#theme')?.setAttribute('aria-pressed', String(theme === 'dark'));
    document.dispatchEvent(new CustomEvent('themechange', { detail: theme }));
  };

  const toggle = () => {
    const theme = root.dataset.theme === 'dark' ? 'light' : 'dark';
    store(theme);
    apply(theme);
  };

  apply(stored() ?? systemTheme());
  system.addEventListener('change', () => apply(stored() ?? systemTheme()));
  document.addEventListener('DOMContentLoaded', () => {
    apply(root.dataset.theme);
    document.querySelector('#theme').addEventListener('click', toggle);
  });
})();
