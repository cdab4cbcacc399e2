// A thinker: the program itself, in a worker of its own, so that the page never waits. It loads nothing from elsewhere.

import { loadPyodide } from "./pyodide.mjs";

const here = new URL(".", self.location).href;

async function loaded(name) {
  const response = await fetch(here + name);
  if (!response.ok) throw new Error(`${name} cannot be loaded (${response.status}).`);
  return response;
}

async function start(runtime) { // the page has compiled the runtime, once for all workers
  WebAssembly.instantiateStreaming = async (_, imports) => ({ module: runtime, instance: await WebAssembly.instantiate(runtime, imports) });
  const fetched = self.fetch;
  self.fetch = async (what, more) => (String(what.url ?? what).endsWith(".wasm") ? new Response() : fetched(what, more));
  const wanted = ["pyodide-lock.json", "package.zip", "games.json"].map(loaded);
  const python = await loadPyodide({ indexURL: here, lockFileContents: await (await wanted[0]).json(), stdLibURL: `${here}python_stdlib.zip` });
  python.unpackArchive(await (await wanted[1]).arrayBuffer(), "zip", { extractDir: "/" });
  const games = await (await wanted[2]).text();
  return python.runPython(`
import os, pathlib, site
cache = pathlib.Path.home() / ".cache/spadesdsl"  # the tables of the grammar; the program reads only what is private
for path in (cache, *cache.iterdir()):
    path.chmod(0o700)
import thinker
thinker.bring(games, pathlib.Path(site.getsitepackages()[0]))
thinker`, { globals: python.toPy({ games }) });
}

let ready = null;

function hearing(port) { // what the table asks for next
  const told = [], waiting = [];
  port.onmessage = (event) => { const next = waiting.shift(); next ? next(event.data) : told.push(event.data); };
  return () => new Promise((done) => { told.length ? done(told.shift()) : waiting.push(done); });
}

onmessage = async (event) => {
  const { id, runtime, question, seat } = event.data;
  if (runtime) {
    ready = start(runtime);
    ready.then(() => postMessage({ is: "ready" }), (problem) => postMessage({ is: "broken", why: String(problem) }));
    return;
  }
  try {
    const thinker = await ready;
    if (seat) await thinker.seated(hearing(seat), (text) => seat.postMessage(text));
    else postMessage({ id, told: JSON.parse(await thinker.answered(JSON.stringify(question))) });
  } catch (problem) {
    postMessage({ id, told: { failed: String(problem) } });
  }
};
