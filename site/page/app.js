/** The site: one page for every address, and one Python for all of them. */

import { byId, write } from '../../src/plywise/web/page/elements.js';
import { applyKeptTheme, offerThemes } from '../../src/plywise/web/page/theme.js';
import { Exercises } from './exercises.js';
import { GamePage } from './game.js';
import { Lessons } from './lessons.js';
import { readLink } from './link.js';
import { Python } from './python.js';
import { followTheme } from './pictures.js';
import { TreePage } from './tree.js';

const TITLES = { home: 'Plywise in the browser', tree: 'Tree', lessons: 'Lessons', lesson: 'Lesson', game: 'Your game', exercises: 'Exercises' };

applyKeptTheme();
offerThemes(byId('theme'));
followTheme(byId('theme'));

const about = JSON.parse(byId('about').textContent);
const python = new Python(about);
const lessons = new Lessons(python, about);
const pages = { tree: new TreePage(python, about), lessons, lesson: lessons, game: new GamePage(python, about), exercises: new Exercises(python, about) };

function show() {
  const { page, rest, fields } = readLink();
  const name = byId(page)?.tagName === 'MAIN' ? page : 'home';
  for (const main of document.querySelectorAll('main')) main.hidden = main.id !== name;
  for (const link of document.querySelectorAll('header nav a')) {
    const own = readLink(link.getAttribute('href')).page;
    if (own === name || (own === 'lessons' && name === 'lesson')) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  document.title = name === 'home' ? TITLES.home : `${TITLES[name]} – Plywise`;
  pages[name]?.show(rest, fields, name);
  window.scrollTo(0, 0);
}

python.addEventListener('state', ({ detail: { state, detail } }) => {
  const line = byId('python');
  line.dataset.state = state;
  byId('python-progress').value = state === 'loading' ? detail : 1;
  byId('python-stop').hidden = state !== 'busy';
  write(byId('python-text'), {
    loading: 'Loading Python', starting: 'Starting Python', ready: 'Python is ready', busy: 'Python is running',
    broken: `Python could not start: ${detail}`,
  }[state]);
});
byId('python-stop').addEventListener('click', () => python.stop());

window.addEventListener('hashchange', () => {
  show();
  byId('main-content').focus({ preventScroll: true }); // so that Tab goes on from the top of the page shown
});
document.querySelector('.skip').addEventListener('click', (event) => {
  event.preventDefault(); // the address tells which page is shown
  byId('main-content').focus();
});
show();
python.start().then(() => performance.mark('plywise-ready')).catch(() => {});
if ('serviceWorker' in navigator && location.protocol.startsWith('http')) navigator.serviceWorker.register('service-worker.js').catch(() => {});
