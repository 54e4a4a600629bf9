/** Start Pyodide once, import Plywise, and store its memory: a browser that loads it starts in a second.
 *
 * node site/snapshot.mjs SOURCES MEMORY IMPORTED   SOURCES: {path: text or {base64}}, as build.py packs them; MEMORY is
 * written, and IMPORTED, the paths of the sources whose modules are in it.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { loadPyodide } from 'pyodide';
import { HOME, START, writeSources } from './page/start.js';

const [sources, memory, imported] = process.argv.slice(2);
const python = await loadPyodide({ _makeSnapshot: true });
writeSources(python.FS, JSON.parse(readFileSync(sources, 'utf8')));
const files = JSON.parse(python.runPython(START));
writeFileSync(imported, JSON.stringify(files.map((file) => file.replace(`${HOME}/`, ''))));
writeFileSync(memory, python.makeMemorySnapshot());
