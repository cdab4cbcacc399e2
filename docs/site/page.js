// The page: rules on the left, the table on the right. What the rules mean is asked of the thinkers, which are workers.

import { edit } from "./editor.js";
import { make } from "./cards.js";
import { keep, stored } from "./link.js";
import { packed, unpacked } from "./link_text.js";

const $ = (id) => document.getElementById(id);

// ---- thinkers: each is the whole program in a worker of its own

const runtime = (async () => { // kept compressed, whatever the server does; compiled once for all
  const response = await fetch(new URL("pyodide.asm.wasm.gz.bin", import.meta.url));
  if (!response.ok) throw new Error(`the runtime cannot be loaded (${response.status})`);
  return WebAssembly.compileStreaming(new Response(response.body.pipeThrough(new DecompressionStream("gzip")), { headers: { "content-type": "application/wasm" } }));
})();

class Thinker {
  constructor(name) { this.name = name; this.waiting = new Map(); this.number = 0; }

  get worker() {
    if (!this.started) {
      this.started = new Worker(new URL("worker.js", import.meta.url), { type: "module", name: this.name });
      this.started.onmessage = (event) => this.heard(event.data);
      this.started.onerror = (event) => this.heard({ is: "broken", why: event.message });
      const worker = this.started;
      this.sent = runtime.then((compiled) => worker.postMessage({ runtime: compiled }), (why) => this.heard({ is: "broken", why }));
    }
    return this.started;
  }

  heard({ is, id, told, why }) {
    if (is === "ready") { performance.mark(`ready ${this.name}`); return; }
    if (is === "broken") { note(`The program could not be started here: ${why}`); for (const one of this.waiting.values()) one.refuse(why); return; }
    const one = this.waiting.get(id);
    this.waiting.delete(id);
    if (!one) return;
    if (told.failed) { console.error(told.failed); one.refuse("Something went wrong in the program. This is a mistake of ours."); } else told.refused !== undefined ? one.refuse(told.refused) : one.done(told.done);
  }

  ask(what, more = {}) {
    return new Promise((done, refuse) => {
      const id = ++this.number;
      this.waiting.set(id, { done, refuse });
      this.send({ id, question: { do: what, ...more } });
    });
  }

  async send(message, ports = []) { // nothing comes before the runtime
    const worker = this.worker;
    await this.sent;
    worker.postMessage(message, ports);
  }

  stop() { // what it is doing is not wanted any more; it starts afresh when it is next asked
    this.started?.terminate();
    this.started = null;
    for (const one of this.waiting.values()) one.refuse("");
    this.waiting.clear();
  }

  get isBusy() { return this.waiting.size > 0; }
}

const table = new Thinker("table"), desk = new Thinker("desk"), study = new Thinker("study");

// ---- what is shown

let deals = 0, hasBegun = false, games = [], picked = "", quiet = null, looked = null, dealt = null, fresh = {};

function note(text, ...more) { $("note").replaceChildren(text, ...more); $("note").hidden = !text; }
function button(text, act, kind = "") { return make("button", { type: "button", class: kind, onclick: act }, text); }

function show(title, ...body) {
  $("dialog-title").textContent = title;
  $("dialog-body").replaceChildren(...body.filter(Boolean));
  $("dialog").showModal();
  $("dialog-title").focus();
}
$("dialog-close").addEventListener("click", () => $("dialog").close());
$("dialog").addEventListener("click", (event) => { if (event.target === $("dialog")) $("dialog").close(); });

const tabs = [...$("tabs").children];
function open(name) {
  document.body.dataset.tab = name;
  for (const tab of tabs) {
    tab.setAttribute("aria-selected", `${tab.dataset.tab === name}`);
    tab.tabIndex = tab.dataset.tab === name ? 0 : -1;
  }
  fill(name);
}
for (const tab of tabs) tab.addEventListener("click", () => open(tab.dataset.tab));
$("tabs").addEventListener("keydown", (event) => {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  const seen = tabs.filter((tab) => tab.checkVisibility()), at = seen.indexOf(document.activeElement);
  const next = seen[(at + step + seen.length) % seen.length];
  next.focus();
  open(next.dataset.tab);
});

// ---- the rules

const editor = edit($("editor"), {
  changed(text) {
    keep("rules", text);
    fresh = {};
    if (hasBegun) study.worker;
    looked = null;
    clearTimeout(quiet);
    look(text);
    mark();
  },
  complete: (text, at) => desk.ask("complete", { text, at }).catch(() => null),
  hover: (text, at) => desk.ask("hover", { text, at }).catch(() => null),
});

let looking = false;
async function look(text) { // at most one question is under way, and then the newest text is next
  if (looking || !hasBegun) return;
  looking = true;
  try {
    const seen = await desk.ask("look", { text });
    if (editor.text === text) {
      looked = seen;
      tell(seen);
      quiet = setTimeout(() => examine(text), 300);
    }
  } catch (why) { note(String(why)); }
  looking = false;
  if (editor.text !== text) look(editor.text);
}

async function examine(text) { // fixes, examples and cheap proofs, when nobody types
  if (study.isBusy) study.stop();
  try {
    const seen = await (study.started ? study : desk).ask("study", { text }); // nobody has typed yet: one less to start
    if (editor.text !== text) return;
    looked = seen;
    tell(seen);
    tick(seen.examples);
    fresh.examples = true;
    fill(document.body.dataset.tab);
    study.worker; // ready before it is needed
  } catch (why) { if (why) note(String(why)); }
}

function tell(seen) {
  editor.show(seen.findings);
  const errors = seen.findings.filter((one) => one.severity === "error").length, others = seen.findings.length - errors;
  const words = errors ? `${errors} ${errors === 1 ? "mistake" : "mistakes"}` : seen.plays ? `${seen.title}: fine` : "Nothing to play yet";
  $("verdict").className = errors ? "bad-text" : "good-text";
  $("verdict").textContent = words + (others ? `, ${others} ${others === 1 ? "remark" : "remarks"}` : "");
  $("findings").replaceChildren(...seen.findings.map((one) => make("li", { class: one.severity },
    make("button", { type: "button", class: "where", onclick: () => { open("rules"); editor.go(one.from); } }, `Line ${one.line}`), " ", make("b", {}, one.code), ` ${one.message.replaceAll("`", "")}`,
    one.hint && one.hint.toLowerCase() !== one.fix?.words.toLowerCase() ? make("span", { class: "hint" }, one.hint.replaceAll("`", "")) : null,
    one.fix ? make("div", {}, button(one.fix.words.replaceAll("`", ""), () => editor.apply(one.fix))) : null)));
  badge("rules", errors, "bad");
  mark();
}

function badge(name, number, kind) {
  const tab = $(`tab-${name}`);
  tab.querySelector(".count")?.remove();
  if (number) tab.append(make("span", { class: `count ${kind}` }, `${number}`));
}

function tick(examples) {
  const failed = examples.filter((one) => !one.passed);
  badge("examples", failed.length || examples.length, failed.length ? "bad" : "");
  if (!looked.plays) { $("examples").replaceChildren(make("p", { class: "wait" }, "The rules have mistakes, so no example can be run yet.")); return; }
  const line = (one) => make("li", {}, make("span", { class: one.passed ? "tick" : "cross" }, one.passed ? "✓" : "✗", make("span", { class: "unseen" }, one.passed ? " holds: " : " fails: ")), ` ${one.title} `,
    one.line ? make("span", { class: "of" }, `line ${one.line}`) : make("span", { class: "of" }, `from ${one.of}`), ...one.says.map((text) => make("span", { class: "hint" }, text.replaceAll("`", ""))));
  const words = failed.length ? `${failed.length} of ${examples.length} examples fail` : examples.length ? `All ${examples.length} examples hold` : "There are no examples";
  $("examples").replaceChildren(make("h2", { class: failed.length ? "bad-text" : "good-text" }, words), make("ul", {}, ...[...examples].sort((one, other) => one.passed - other.passed || !one.line - !other.line).map(line)));
}

// ---- the tutorial, step by step

let lessons = null;

async function learn(number = Number(stored("step", "0"))) {
  if (!lessons) lessons = await (await fetch(new URL("lessons.json", import.meta.url))).json();
  const at = Math.min(Math.max(number, 0), lessons.length - 1), one = lessons[at], body = make("div", {});
  keep("step", `${at}`);
  body.innerHTML = one.html; // made with this page, from the tutorial
  for (const put of body.querySelectorAll(".put")) put.addEventListener("click", () => {
    editor.set(put.previousElementSibling.textContent);
    picked = $("game").value = "";
    if (!$("rules").checkVisibility()) note("The rules are in the editor.", button("Show them", () => { open("rules"); note(""); }));
  });
  for (const link of body.querySelectorAll("a[href^='#play-']")) link.addEventListener("click", (event) => { event.preventDefault(); open("table"); pick(link.hash.slice(6)); deal(); });
  const to = (step, words, kind) => button(words, () => { learn(step); $("learn").scrollTop = 0; $("learn").focus(); }, kind);
  $("learn").replaceChildren(make("p", { class: "soft" }, `House rules in ten minutes, step ${at + 1} of ${lessons.length}`), make("h2", {}, one.title), body,
    make("div", { class: "steps" }, at ? to(at - 1, "Back") : null, at + 1 < lessons.length ? to(at + 1, "Next step", "main") : to(0, "Begin again")));
}

async function fill(name) { // the rule book and the changes are made when somebody looks at them
  if (name === "learn" && !lessons) learn().catch((why) => note(String(why)));
  if (!["book", "diff"].includes(name) || fresh[name] || !fresh.examples) { if (["book", "diff"].includes(name) && !fresh[name]) paper(name, "<p>One moment …</p>"); return; }
  fresh[name] = true;
  const text = editor.text;
  paper(name, `<p>${name === "diff" ? "Comparing with the parent … Many deals are played for this, which can take a minute." : "Writing the rule book …"}</p>`);
  try {
    const told = await study.ask(name, { text });
    if (editor.text === text) paper(name, told.html);
  } catch (why) {
    if (!why) { fresh[name] = false; return; }
    const said = document.createElement("p");
    said.textContent = String(why);
    paper(name, said.outerHTML);
  }
}

function paper(name, html) { // has a style sheet of its own: the one of the rule book
  const root = $(name).shadowRoot ?? $(name).attachShadow({ mode: "open" });
  if (!root.adoptedStyleSheets.length) fetch(new URL("book.css", import.meta.url)).then((one) => one.text()).then((text) => { const sheet = new CSSStyleSheet(); sheet.replaceSync(text); root.adoptedStyleSheets = [sheet]; });
  const main = document.createElement("main");
  main.innerHTML = html; // made by the program, which makes all that an author wrote harmless
  root.replaceChildren(main);
}

// ---- the table

async function deal(seed = null) {
  const text = editor.text, number = ++deals;
  $("deal").disabled = true;
  if (table.isBusy) table.stop(); // it still thinks of rules that are not wanted any more
  try {
    const told = await table.ask("deal", { text, seed });
    dealt = { text, ...told };
    try { sessionStorage.setItem("dealt", JSON.stringify({ text, seed: told.seed })); } catch { /* no storage here */ }
    const frame = make("iframe", { title: "The table", src: new URL("table.html", import.meta.url).href });
    $("table").replaceChildren(frame);
    $("send").disabled = false;
    performance.mark("dealt");
  } catch (why) { if (why) note(String(why)); }
  if (number === deals) $("deal").disabled = false; // else another is under way, and stopped this one
  mark();
}

addEventListener("message", (event) => { // the table asks for its seat
  if (event.origin === location.origin && event.data?.is === "seat") table.send({ seat: event.ports[0] }, [event.ports[0]]);
});

function mark() { // say when the game on the table is not by the rules beside it
  const isOld = dealt && dealt.text !== editor.text;
  $("table").querySelector(".old")?.remove();
  if (isOld) $("table").prepend(make("p", { class: "old" }, looked && !looked.plays ? "The rules have changed and have mistakes now; this game goes on by the old ones." : "The rules have changed; this game goes on by the old ones. Deal to play by the new."));
  $("deal").classList.toggle("main", !dealt || Boolean(isOld));
}

$("deal").addEventListener("click", () => { note(""); open("table"); deal(); });

// ---- the game to begin with

function fillGames() {
  const groups = [["", "To begin with"], ["variants/", "Spades and its variants"], ["variants/other/", "Other games"], ["variants/packs/", "House rules to include"]];
  const folder = (file) => file.replace(/[^/]*$/, "");
  const own = make("option", { value: "" }, "Your rules");
  $("game").replaceChildren(own, ...groups.map(([where, label]) => make("optgroup", { label }, ...games.filter((one) => folder(one.file) === where).map((one) => make("option", { value: one.name }, one.title)))));
}

function pick(name) {
  const known = games.find((one) => one.name === picked);
  if (editor.text && editor.text !== known?.text) keep("own", editor.text);
  picked = name;
  const game = games.find((one) => one.name === name);
  editor.set(game ? game.text : stored("own") || editor.text);
  $("game").value = name;
}

$("game").addEventListener("change", () => { note(""); pick($("game").value); history.replaceState(null, "", location.pathname); deal(); });

// ---- a link that holds rules and seed

$("send").addEventListener("click", async () => {
  const text = editor.text, seed = dealt?.text === text ? await table.ask("seed") : null;
  const link = `${location.origin}${location.pathname}#${await packed({ text, seed })}`;
  const field = make("input", { readonly: true, value: link, "aria-label": "The link", onfocus: (event) => event.target.select() });
  show("Send to a friend", make("p", {}, `This link holds the rules${seed === null ? "" : " and the cards of this game"}. Who opens it reads your rules and plays ${seed === null ? "by them" : "the same deal"} at once; nothing is stored anywhere else.`), field,
    make("div", { class: "row" }, button("Copy the link", async () => { await navigator.clipboard.writeText(link); note("The link is copied."); $("dialog").close(); }, "main"),
      navigator.share ? button("Share …", () => navigator.share({ title: looked?.title ?? "House rules", url: link }).catch(() => {})) : null),
    link.length > 8000 ? make("p", { class: "soft" }, `It has ${link.length.toLocaleString("en")} letters, which some programs cut off. Send the file then: “More” saves it.`) : null);
});

$("more").addEventListener("click", () => {
  const seed = make("input", { inputmode: "numeric", pattern: "[0-9]*", maxlength: "15", value: `${dealt?.seed ?? ""}`, "aria-label": "The number of the cards" });
  const file = make("input", { type: "file", accept: ".spades,text/plain", "aria-label": "A file of rules" });
  file.addEventListener("change", async () => { if (file.files[0]) { picked = ""; editor.set(await file.files[0].text()); $("game").value = ""; $("dialog").close(); } });
  show("More",
    make("label", {}, "Deal the cards with this number: the same number gives the same cards", seed),
    make("div", { class: "row" }, button("Deal these cards", () => { if (/^\d+$/.test(seed.value)) { $("dialog").close(); open("table"); deal(Number(seed.value)); } }, "main")),
    make("div", { class: "row" }, button("Tidy the rules", async () => { const text = await desk.ask("tidy", { text: editor.text }); $("dialog").close(); text === null ? note("The rules have mistakes, so they cannot be tidied.") : text !== editor.text && editor.set(text); }),
      button("Save the rules as a file", () => { const url = URL.createObjectURL(new Blob([editor.text], { type: "text/plain" })); make("a", { href: url, download: `${looked?.name ?? "rules"}.spades` }).click(); setTimeout(() => URL.revokeObjectURL(url), 10000); })),
    make("label", {}, "Open a file", file),
    make("p", { class: "soft" }, "Your rules are kept in this browser and sent nowhere. ", make("a", { href: "../" }, "The documents"), " explain the language; ", make("a", { href: "../tutorial.html", onclick: (event) => { event.preventDefault(); $("dialog").close(); open("learn"); } }, "the tutorial"), " takes ten minutes. ", make("a", { href: new URL("licences.txt", import.meta.url).href }, "Licences"), " of what comes from others."));
});

// ---- beginning

function theme() { document.documentElement.dataset.theme = stored("theme", "auto"); }
addEventListener("storage", theme); // it is set at the table
theme();

async function sent() { // what a link brought
  if (location.hash.length < 2) return null;
  const game = location.hash.startsWith("#g.") && games.find((one) => one.name === location.hash.slice(3)); // from the page of a game
  if (game) return { text: game.text, seed: null, isShipped: true };
  try { return await unpacked(location.hash.slice(1)); } catch { note("The link is damaged: ask for it again."); return null; }
}

function again() { // the number of the cards that were on the table when this page was loaded again; null for others
  try {
    const last = JSON.parse(sessionStorage.getItem("dealt"));
    return performance.getEntriesByType("navigation")[0]?.type === "reload" && last?.text === editor.text ? last.seed : null;
  } catch { return null; }
}

async function begin() {
  open("table");
  table.worker;
  games = await (await fetch(new URL("games.json", import.meta.url))).json();
  fillGames();
  const link = await sent();
  if (link) {
    if (stored("rules") && !games.some((one) => one.text === stored("rules"))) keep("own", stored("rules"));
    if (!link.isShipped) note("These rules came with the link.", button("Show them", () => { open("rules"); note(""); }));
    editor.set(link.text);
  } else editor.set(stored("rules") || games[0].text);
  picked = games.find((one) => one.text === editor.text)?.name ?? "";
  $("game").value = picked;
  await deal(again() ?? link?.seed ?? null); // the game first: the desk is got ready while the person looks at the cards
  hasBegun = true;
  look(editor.text);
  if (navigator.serviceWorker) navigator.serviceWorker.register(new URL("../ahead.js", import.meta.url)).catch(() => {});
}
addEventListener("hashchange", async () => { const link = await sent(); if (link) { editor.set(link.text); picked = games.find((one) => one.text === link.text)?.name ?? ""; $("game").value = picked; deal(link.seed); } });
begin();
