// The connection to the table: it comes back by itself, says which seat is ours, and asks for what it missed.

import { connect } from "./place.js";

const KEY = (table) => `seat:${table}`;

export class Link {
  constructor(table, hear, shown) {
    this.table = table; // empty: the first table of the server
    this.hear = hear; // gets each message of the table
    this.shown = shown; // is called with whether the connection is there
    this.waiting = new Map();
    this.number = 0;
    this.since = 0;
    this.epoch = "";
    this.wait = 300;
    this.open();
    addEventListener("online", () => this.again());
    document.addEventListener("visibilitychange", () => document.hidden || this.again());
  }

  open() {
    clearTimeout(this.timer);
    const socket = connect();
    this.socket = socket;
    socket.onopen = () => {
      this.wait = 300;
      const frame = { do: "enter", since: this.since, epoch: this.epoch };
      if (this.table) frame.table = this.table;
      const key = this.table && stored(KEY(this.table));
      if (key) frame.key = key;
      socket.send(JSON.stringify(frame));
    };
    socket.onmessage = (event) => this.got(JSON.parse(event.data));
    socket.onclose = () => {
      if (socket !== this.socket) return;
      for (const one of this.waiting.values()) one.refuse("The connection was lost. Look at the table before you try again.");
      this.waiting.clear();
      if (this.isOver) return; // there is no such table, so no seat is kept
      this.shown(false);
      this.timer = setTimeout(() => this.open(), this.wait);
      this.wait = Math.min(this.wait * 2, 5000);
    };
  }

  again() { // after sleep, do not wait for the timer
    if (!this.isOver && this.socket.readyState > 1) { this.wait = 300; this.open(); }
  }

  got(message) {
    if (message.is === "welcome") {
      const isNew = this.table !== message.table;
      this.table = message.table;
      const own = stored(KEY(message.table));
      if (isNew && own && own !== message.key) { this.socket.onclose = null; this.socket.close(); this.open(); return; }
      keep(KEY(message.table), message.key);
      this.isBack = true;
      this.shown(true);
    }
    if (message.is === "news") this.heard(message);
    const one = this.waiting.get(message.id);
    if ((message.is === "done" || message.is === "refused") && one) {
      this.waiting.delete(message.id);
      message.is === "done" ? one.done(message) : one.refuse(message.why);
      return;
    }
    if (message.is === "refused") this.isOver = !message.id && !this.since;
    this.hear(message);
  }

  heard(message) { // mark what was said while nobody was here; a page that was reloaded knows where it was
    const last = stored(`heard:${this.table}`).split(" ");
    if (this.isBack) message.missed = message.lines.filter((line) => last[0] === message.epoch && line.n > Number(last[1]));
    this.isBack = false;
    this.epoch = message.epoch;
    this.since = message.lines.at(-1).n;
    keep(`heard:${this.table}`, `${this.epoch} ${this.since}`);
  }

  ask(what, more = {}) { // resolves when the server has done it
    return new Promise((done, refuse) => {
      if (this.socket.readyState !== 1) { refuse("There is no connection just now."); return; }
      const id = ++this.number;
      this.waiting.set(id, { done, refuse });
      this.socket.send(JSON.stringify({ do: what, id, ...more }));
    });
  }
}

export function stored(name, usual = "") {
  try { return localStorage.getItem(name) ?? usual; } catch { return usual; }
}

export function keep(name, value) {
  try { localStorage.setItem(name, value); } catch { /* a private window: the seat is ours until it is closed */ }
}
