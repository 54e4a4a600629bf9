/** What Python draws, as elements: pictures follow the theme of the page. */

import { make } from '../../src/plywise/web/page/elements.js';

const SYSTEM = '(prefers-color-scheme:dark)';

/** Draw all pictures again when the theme is changed by this button. */
export function followTheme(button) {
  const moving = document.querySelector('.moving style');
  const rules = moving.textContent;
  const follow = () => {
    moving.textContent = inTheme(rules);
    for (const image of document.querySelectorAll('img[data-svg]')) image.src = addressOf(image.svg);
    for (const place of document.querySelectorAll('.plywise')) setTheme(place);
  };
  button.addEventListener('click', follow);
  follow();
}

/** Let a stepper have the theme of the page. */
export function setTheme(place) {
  const { theme } = document.documentElement.dataset;
  if (theme) place.dataset.theme = theme;
  else delete place.dataset.theme;
}

/** Return the element for one output of a cell: {kind, data}. */
export function outputOf({ kind, data }) {
  if (kind === 'svg') return pictureOf(data);
  if (kind === 'html') return frameOf(data);
  return make('pre', { tabindex: 0, role: 'region', 'aria-label': 'Output' }, data.replace(/\n$/, ''));
}

function pictureOf(svg) {
  const text = new DOMParser().parseFromString(svg, 'image/svg+xml');
  const alt = [...text.querySelectorAll('svg > title, svg > desc')].map((each) => each.textContent).join('. ') || 'A drawing';
  const image = make('img', { src: addressOf(svg), alt, 'data-svg': true });
  image.svg = svg;
  return make('div', { class: 'drawing', tabindex: 0, role: 'region', 'aria-label': 'Drawing' }, image);
}

function addressOf(svg) {
  return `data:image/svg+xml,${encodeURIComponent(inTheme(svg))}`;
}

/** Return a drawing's rules for the theme of the page, where that is not the system's. */
function inTheme(rules) {
  const { theme } = document.documentElement.dataset;
  return theme ? rules.replaceAll(SYSTEM, theme === 'dark' ? 'all' : 'not all') : rules;
}

function frameOf(html) {
  return make('iframe', { sandbox: 'allow-scripts', title: 'Output', srcdoc: html.replace(/^<div><iframe srcdoc="([^"]*)"[\s\S]*$/, (_, page) => plain(page)) });
}

function plain(escaped) {
  return new DOMParser().parseFromString(escaped, 'text/html').documentElement.textContent;
}
