/** Python as the pages ask it: one question after another; a question that takes too long is stopped with its worker. */

import WORKER from 'site:worker';
import { loadFiles } from './files.js';

/** Thrown where the reader stopped what was asked. */
export class Stopped extends Error {}

export class Python extends EventTarget {
  /** @param {Object} about what was built: see files.js */
  constructor(about) {
    super();
    this.about = about;
    this.state = 'waiting';
    this.waiting = new Map();
    this.number = 0;
    this.life = 0; // grows whenever Python forgets what it knew
    this.started = null;
  }

  /** Load Python, unless that is under way. */
  start() {
    this.started ??= this.load();
    return this.started;
  }

  async load() {
    this.tell('loading', 0);
    try {
      this.files = await loadFiles(this.about, (share) => this.tell('loading', share));
      this.launch();
      await this.ready;
    } catch (error) {
      this.tell('broken', String(error.message ?? error));
      throw error;
    }
  }

  launch() {
    this.life += 1;
    this.tell('starting');
    this.worker = new Worker(URL.createObjectURL(new Blob([WORKER], { type: 'text/javascript' })));
    this.ready = new Promise((resolve, reject) => {
      this.worker.onmessage = ({ data }) => this.hear(data, resolve, reject);
      this.worker.onerror = (event) => reject(new Error(event.message));
    });
    this.ready.catch(() => {});
    this.worker.postMessage({ files: this.files });
  }

  hear(data, resolve, reject) {
    if (data.ready) {
      this.tell('ready');
      resolve();
    } else if (data.broken) reject(new Error(data.broken));
    else if (data.crashed) this.stop(data.crashed);
    else if (data.id === undefined) this.listener?.(data);
    else {
      const asked = this.waiting.get(data.id);
      this.waiting.delete(data.id);
      if (this.waiting.size === 0) this.tell('ready');
      asked?.resolve(data.answer);
    }
  }

  /**
   * Ask Python; what it prints meanwhile goes to `hear`.
   * @param {string} name see ANSWERS of plywise_site.py
   * @returns {Promise<Object>} the answer, with `error` where the input was wrong
   */
  async ask(name, given = {}, hear = null) {
    await this.start();
    const life = this.life;
    await this.ready;
    while (this.waiting.size > 0) await [...this.waiting.values()][0].done.catch(() => null);
    if (life !== this.life) throw new Stopped();
    this.listener = hear;
    this.number += 1;
    const asked = {};
    asked.done = new Promise((resolve, reject) => Object.assign(asked, { resolve, reject }));
    this.waiting.set(this.number, asked);
    this.tell('busy');
    this.worker.postMessage({ id: this.number, name, given });
    return asked.done;
  }

  /** Stop whatever runs, and begin anew: what was defined before is gone. crashed: why, where the reader did not ask. */
  stop(crashed = '') {
    if (!this.worker) return;
    this.worker.terminate();
    const stopped = [...this.waiting.values()];
    this.waiting.clear();
    this.launch();
    stopped.forEach((asked) => asked.reject(new Stopped(crashed && `Python crashed and was restarted: ${crashed}`)));
  }

  tell(state, detail = null) {
    this.state = state;
    this.dispatchEvent(new CustomEvent('state', { detail: { state, detail } }));
  }
}
