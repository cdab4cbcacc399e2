// Where the table is: on a server, which people reach by links. A page without a server has another file of this name.

import { make } from "./cards.js";

const path = location.pathname.match(/^\/t\/([a-z0-9]+)(\/table)?$/);
export const table = path ? path[1] : ""; // empty: the first table of the server
export const isBig = location.pathname.endsWith("/table");

export function connect() { return new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`); }

export function arrived(name) { if (!path) history.replaceState(null, "", `/t/${name}${isBig ? "/table" : ""}`); }

export function invite(welcome, button, toast) {
  const address = `${welcome.address || location.origin}/t/${welcome.table}`;
  if (["127.0.0.1", "localhost", "[::1]"].includes(new URL(address).hostname)) return [make("p", { class: "soft" }, "Only this machine can open this table. Start the server with --lan, and friends can join on their phones.")];
  return [make("h3", {}, "Ask friends to the table"), make("p", { class: "soft" }, "They open this link, or point a phone's camera at the code:"), make("p", { class: "link" }, address),
    make("img", { class: "qr", src: `/t/${welcome.table}/qr.svg`, alt: "A QR code with the link" }),
    navigator.clipboard ? button("Copy the link", () => navigator.clipboard.writeText(address).then(() => toast("Copied."))) : null];
}

export function bigScreen(welcome) { return make("a", { href: `/t/${welcome.table}/table` }, "The big screen"); }

export function newTable(button, toast) {
  return make("p", {}, button("Open a new table", () => {
    const socket = connect();
    socket.onopen = () => socket.send(JSON.stringify({ do: "open" }));
    socket.onmessage = (event) => { const told = JSON.parse(event.data); socket.close(); told.table ? location.assign(`/t/${told.table}`) : toast(told.why); };
  }));
}
