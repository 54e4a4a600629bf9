/** Python, in a worker: started from a snapshot of its memory, asked by messages, and stopped by ending the worker. */

import { HOME, RENEW, writeSources } from './start.js';

const scripts = (text) => URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));

let python;
let PythonError; // looked up before anything can go wrong: afterwards Pyodide answers nothing

async function start({ files }) {
  const served = { 'pyodide.asm.wasm': ['wasm', 'application/wasm'], 'python_stdlib.zip': ['stdlib', 'application/zip'] };
  self.fetch = async (address) => { // Python gets what came with the page, and nothing from anywhere else
    const [name, type] = served[String(address).split('/').pop()] ?? [];
    if (!name) throw new TypeError(`no network: ${address}`);
    return new Response(files[name], { headers: { 'Content-Type': type } });
  };
  importScripts(scripts(files.loader));
  importScripts(scripts(files.machine));
  python = await self.loadPyodide({ indexURL: 'https://plywise.invalid/', lockFileContents: new TextDecoder().decode(files.lock), _loadSnapshot: files.memory });
  ({ PythonError } = python.ffi);
  python.setStdout({ batched: (line) => postMessage({ out: `${line}\n` }) });
  python.setStderr({ batched: (line) => postMessage({ err: `${line}\n` }) });
  const sources = JSON.parse(new TextDecoder().decode(files.sources));
  writeSources(python.FS, sources.waiting);
  python.FS.mkdirTree(`${HOME}/rules`);
  python.runPython(RENEW);
  python.answer = python.globals.get('plywise_site').answer;
  postMessage({ ready: true });
  setTimeout(() => writeSources(python.FS, sources.imported)); // Python has them in its memory
}

self.onmessage = async ({ data }) => {
  try {
    if (data.files) await start(data);
    else postMessage({ id: data.id, answer: JSON.parse(python.answer(data.name, JSON.stringify(data.given))) });
  } catch (error) {
    if (data.files) postMessage({ broken: String(error) });
    else if (error instanceof PythonError) postMessage({ id: data.id, answer: { error: lastLine(error), line: null } });
    else postMessage({ id: data.id, crashed: lastLine(error) }); // such as a recursion that the browser ended
  }
};

function lastLine(error) {
  return String(error.message ?? error).trim().split('\n').pop();
}
