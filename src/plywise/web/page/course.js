/** The lessons of the course: fragments that come with the package, loaded when they are opened. */

import { byId, make, write } from './elements.js';

const SMALLEST = 0.75; // of a drawing's size, on a narrow screen

export class Course {
  /** @param {(text: string) => void} complain shows one line */
  constructor(complain) {
    Object.assign(this, { complain, lessons: [], shown: null });
  }

  /** Show the list of lessons. lessons: {name, title} of each, in their order. */
  setLessons(lessons) {
    this.lessons = lessons;
    byId('course-list').replaceChildren(...lessons.map(({ name, title }) => {
      const [, number, words] = /^(?:(\d+)\. )?(.*)$/.exec(title);
      return make('li', {}, make('a', { href: `#/lessons/${name}` }, make('span', { class: 'number' }, number ?? ''), make('span', {}, words)));
    }));
    this.writeWays();
  }

  /** Show a lesson. */
  async show(name) {
    if (this.shown === name) return;
    this.shown = name;
    const place = byId('lesson-text');
    place.replaceChildren(make('p', { class: 'soft' }, 'Loading the lesson'));
    this.writeWays();
    const text = await load(name);
    if (this.shown !== name) return;
    if (text === null) {
      this.shown = null;
      this.complain(`The lesson ${name} could not be loaded.`);
      place.replaceChildren();
      return;
    }
    // Parsed, not run: the fragment is data of the package, and scripts in it would be dead.
    place.replaceChildren(...new DOMParser().parseFromString(text, 'text/html').body.childNodes);
    for (const svg of place.querySelectorAll('.drawing svg')) svg.style.minWidth = `${SMALLEST * svg.getAttribute('width')}px`; // then it scrolls
    for (const frame of place.querySelectorAll('iframe')) frame.loading = 'lazy';
    for (const each of place.querySelectorAll('pre, .drawing, .html')) {
      if (each.scrollWidth > each.clientWidth) each.tabIndex = 0; // scrolled with the keyboard, too
    }
    this.writeWays();
  }

  /** Write the ways to the lessons before and after. */
  writeWays() {
    const at = this.lessons.findIndex(({ name }) => name === this.shown);
    for (const [id, lesson, sign] of [['lesson-before', this.lessons[at - 1], '← '], ['lesson-after', this.lessons[at + 1], '']]) {
      const link = byId(id);
      link.hidden = at < 0 || !lesson;
      if (!lesson) continue;
      link.href = `#/lessons/${lesson.name}`;
      write(link, `${sign}${lesson.title}${sign ? '' : ' →'}`);
    }
    document.title = `${at < 0 ? 'Lessons' : this.lessons[at].title} · Plywise`;
  }
}

async function load(name) {
  try {
    const answer = await fetch(`course/${encodeURIComponent(name)}.html`);
    return answer.ok ? await answer.text() : null;
  } catch {
    return null;
  }
}
