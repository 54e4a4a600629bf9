/** The page: the address says what is shown, the server what is true. */

import { CertificatePage } from './certificate.js';
import { closeFromOutside } from './chooser.js';
import { ClassPage } from './class_page.js';
import { Connection, socketAddress } from './connection.js';
import { Course } from './course.js';
import { byId, make, write } from './elements.js';
import { GamePage } from './game_page.js';
import { Home, keptCard } from './home.js';
import { Lessons, wishOf } from './lessons.js';
import { Puzzles } from './puzzles.js';
import { Setup } from './setup.js';
import { complain } from './status.js';
import { offerThemes } from './theme.js';
import { gameOf, titleOf } from './titles.js';
import { offerImport } from './transfer.js';

const games = new Map();
const VIEWS = ['home', 'setup', 'kept', 'game', 'puzzles', 'lessons', 'lesson', 'questions', 'class', 'certificate'];
let seen = {}; // the view shown last, and whose it is
let opened = null; // the id of the game that this connection follows

const connection = new Connection(socketAddress(), {
  onEvent: receive,
  onState: (state) => {
    byId('lost').hidden = state === 'open';
    write(byId('lost'), state === 'open' ? '' : 'Connection lost. Reconnecting; your game is saved.');
  },
  onOpen: resume,
});
const page = new GamePage(ask);
page.failed = (error) => complain(error.message);
const puzzles = new Puzzles(ask);
const course = new Course(complain);
const lessons = new Lessons(ask, course);
const classPage = new ClassPage(ask);
const certificate = new CertificatePage(ask);
const home = new Home(ask, start);
const setup = new Setup(byId('setup-form'), start);

/** Ask the server; what it refuses is shown as one line, and passed on only if `loud`. */
async function ask(what, fields = {}, how = {}) {
  try {
    return await connection.ask(what, fields, how);
  } catch (error) {
    if (what !== 'play' && !how.quiet) complain(error.message);
    if (how.loud) throw error;
    return null;
  }
}

function receive(message) {
  if (message.event === 'board') showBoard(message);
  else if (message.event === 'thinking' && message.for) showProgress(message);
  else if (message.event === 'thinking') page.showThinking(message);
  else if (message.event === 'idle') page.showThinking(null);
  else if (message.event === 'analysis') page.analysis.showAnalysis(message);
  else if (message.event === 'values') page.analysis.showValues(message);
  else if (message.event === 'class') classPage.show(message);
  else if (message.event === 'failure') complain(message.text);
}

/** Show how far something has come that this page has asked for. */
function showProgress(message) {
  if (message.for === 'review') page.review.showThinking(message);
  if (['review', 'puzzles'].includes(message.for)) puzzles.showThinking(message);
  else page.analysis.showThinking(message);
}

function showBoard(board) {
  opened = board.game_id;
  const game = gameOf(board.game, games);
  page.title = titleOf(board.game, games);
  page.levels = game?.levels;
  page.offerForms(game?.forms, board.set_up);
  page.show(board);
  byId('puzzles-of-game').href = `#/puzzles/${encodeURIComponent(board.name ?? board.game)}/0`;
  const address = `#/g/${encodeURIComponent(board.game_id)}${page.isNow() ? '' : `/${board.ply}`}`;
  if (route().view === 'game' && location.hash !== address) history.replaceState(null, '', address);
}

/** After a connection is made: the games there are, then the game that was under way. */
async function resume() {
  try {
    const answer = await connection.ask('games', {}, { first: true });
    for (const game of answer.games) games.set(game.name, game);
    setup.setGames(answer.games);
    if (route().view === 'home') await home.showUnderWay(games, { first: true }); // above the others: nothing is pushed away
    home.setGames(answer.games, games);
    certificate.offer(answer.certificate ?? null, games);
    if (answer.certificate && !location.hash) history.replaceState(null, '', '#/certificate');
    puzzles.setGames(answer.games);
    const { view, name, ply } = route();
    if (view === 'game') await connection.ask('open', { game_id: name }, { first: true });
    if (view === 'game' && ply !== null) await ask('show', { ply }, { first: true });
    if (view === 'game') page.analysis.resume();
    else await go({ first: true });
  } catch (error) {
    complain(error.message);
    if (route().view === 'game' && !page.board) location.hash = '#/';
  }
}

/** Show all games that the server keeps, newest first. */
async function showKept(how) {
  const kept = (await ask('list', {}, how))?.games ?? [];
  const none = make('li', { class: 'soft' }, 'You have no games yet. Start one from Play.');
  byId('kept-list').replaceChildren(...(kept.length > 0 ? kept.map((game) => keptCard(game, games)) : [none]));
  home.drawKept(byId('kept-list'), kept); // not waited for: the connection may wait for this
}

async function start(wishes) {
  complain(null);
  const answer = await ask('new', wishes);
  if (answer) location.hash = `#/g/${encodeURIComponent(answer.game_id ?? opened)}`;
}

/** Return what the address asks for. */
function route() {
  const [, view, name = '', seed = '0', ...rest] = location.hash.split('/');
  if (view === 'g' && name) return { view: 'game', name: decodeURIComponent(name), ply: /#\/g\/[^/]+\/\d{1,4}$/.test(location.hash) ? Number(seed) : null };
  if (view === 'games') return { view: 'kept', name: '' };
  if (view === 'puzzles') return { view: 'puzzles', name: '', game: decodeURIComponent(name), seed: Number(seed) || 0, plies: rest[0] ?? '' };
  if (view === 'lessons' && name) return { view: 'lesson', name: decodeURIComponent(name) };
  if (view === 'lessons') return { view, name: '' };
  if (view === 'questions' && name) return { view, name: '', questions: wishOf([name, seed, ...rest]) };
  if (view === 'class' && name) return { view, name: decodeURIComponent(name).toUpperCase() };
  if (view === 'certificate') return { view, name: '', line: location.hash.split('/').slice(2).filter(Boolean).map(decodeURIComponent) };
  if (view === 'mistakes' && name) return { view: 'puzzles', name: '', mistakes: decodeURIComponent(name) };
  if (view === 'new' && name) return { view: 'setup', name: decodeURIComponent(name) };
  return { view: 'home', name: '' };
}

/** Show a view from its top, or where a board does not fit under what stands there, from the board. */
function scrollToView() {
  scrollTo(0, 0);
  const board = byId('board').getBoundingClientRect();
  if (route().view === 'game' && board.height > 0 && board.bottom > innerHeight) scrollBy(0, board.top - 4);
}

/** Show what the address asks for. What asks more than once is not waited for: the connection may wait for this. */
async function go(how = {}) {
  const { view, name, ...wish } = route();
  if (view !== 'puzzles') puzzles.rest();
  for (const id of VIEWS) byId(id).hidden = id !== view;
  const other = view !== seen.view || name !== seen.name;
  seen = { view, name };
  if (other) scrollToView();
  for (const link of document.querySelectorAll('nav a')) {
    if (link.dataset.views?.split(' ').includes(view)) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  if (view === 'home') {
    document.title = 'Plywise';
    if (games.size > 0 && !how.first) home.showUnderWay(games);
  } else if (view === 'setup') {
    document.title = 'New game · Plywise';
    if (games.size > 0 && !setup.choose(name)) location.hash = '#/';
  } else if (view === 'puzzles') {
    document.title = 'Puzzles · Plywise';
    puzzles.show(wish);
  } else if (view === 'lessons') {
    document.title = 'Lessons · Plywise';
    lessons.open(how);
  } else if (view === 'lesson') {
    course.show(name);
    lessons.open(how);
  } else if (view === 'questions') {
    document.title = 'Questions · Plywise';
    lessons.begin(wish.questions);
  } else if (view === 'class') {
    document.title = `Class ${name} · Plywise`;
    classPage.join(name, how);
  } else if (view === 'certificate') {
    document.title = 'Certificate · Plywise';
    certificate.show(wish.line);
  } else if (view === 'kept') {
    document.title = 'My games · Plywise';
    await showKept(how);
  } else {
    if (opened !== name) await ask('open', { game_id: name }, how);
    if (wish.ply !== null && wish.ply !== page.board?.ply) await ask('show', { ply: wish.ply }, how);
    if (other) scrollToView();
  }
}

addEventListener('hashchange', () => {
  complain(null);
  go();
});
byId('failure-away').addEventListener('click', () => complain(null));
offerThemes(byId('theme'));
offerImport(async (text) => {
  const answer = await ask('import', { text });
  if (answer) location.hash = `#/g/${encodeURIComponent(answer.game_id ?? opened)}`;
});
closeFromOutside(byId('choice'));
for (const id of VIEWS) byId(id).hidden = id !== route().view;
