/** Light or dark: the system's choice until another is made here, which this browser keeps. */

const NEXT = { auto: 'light', light: 'dark', dark: 'auto' };
const NAMES = { auto: 'Theme: system', light: 'Theme: light', dark: 'Theme: dark' };

function keptTheme() {
  const kept = localStorage.getItem('theme');
  return kept in NEXT ? kept : 'auto';
}

function apply(theme) {
  if (theme === 'auto') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  const scheme = document.querySelector('meta[name="color-scheme"]'); // holds before the style sheet has come
  if (scheme) scheme.content = theme === 'auto' ? 'light dark' : theme;
}

/** Apply the theme that this browser keeps. */
export function applyKeptTheme() {
  apply(keptTheme());
}

/** Let a button choose the theme. */
export function offerThemes(button) {
  const show = (theme) => {
    apply(theme);
    button.setAttribute('aria-label', NAMES[theme]);
    button.title = NAMES[theme];
    button.dataset.shown = theme;
  };
  button.addEventListener('click', () => {
    const theme = NEXT[button.dataset.shown];
    localStorage.setItem('theme', theme);
    show(theme);
  });
  show(keptTheme());
}
