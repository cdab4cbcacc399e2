// The page: it draws what the server says this seat sees, and sends what its person touches. It knows no rules.

import { Deck, make, sound } from "./cards.js";
import { Link, keep, stored } from "./link.js";
import { arrived, bigScreen, invite, isBig, newTable, table } from "./place.js";

const $ = (id) => document.getElementById(id);
const settings = { sounds: stored("sounds", "on"), colours: stored("colours", "four"), theme: stored("theme", "auto"), touch: stored("touch", "once") };
let welcome = null, deck = null, now = null, pad = { sheets: [], sides: [], numbers: [], changes: [] };
let lines = []; // of the story
let picked = null, busy = false, sheetsSeen = null, tricksSeen = "", cardsSeen = new Set(), wasDue = false;

const link = new Link(table, hear, (isThere) => {
  $("line").hidden = isThere;
  $("line").textContent = isThere ? "" : "The connection is lost. Your seat is kept; trying again …";
});

function hear(message) {
  switch (message.is) {
    case "welcome":
      welcome = message;
      deck = new Deck(message);
      document.title = message.title;
      arrived(message.table);
      break;
    case "pad": pad = message; drawSide(); break;
    case "news": tell(message); break;
    case "table": draw(message); break;
    case "refused": message.id ? toast(message.why) : show("There is no table", [make("p", {}, message.why), newTable(button, toast)]); break;
  }
}

// ---- small things

function toast(text, ...more) {
  clearTimeout(toast.timer);
  $("toast").replaceChildren(deck ? deck.words(text) : text, ...more.filter(Boolean).map((one) => make("small", {}, deck.words(one))));
  $("toast").hidden = false;
  toast.timer = setTimeout(() => { $("toast").hidden = true; }, Math.min(12000, 3500 + 45 * text.length));
}
$("toast").addEventListener("click", () => { $("toast").hidden = true; });

async function ask(what, more) {
  try { return await link.ask(what, more); } catch (why) { toast(String(why)); return null; }
}

function show(title, body, kind = "") {
  $("dialog-title").textContent = title;
  $("dialog-body").replaceChildren(...body.filter(Boolean));
  $("dialog").dataset.kind = kind;
  if (!$("dialog").open) $("dialog").showModal();
  $("dialog-body").scrollTop = 0;
  $("dialog-title").focus();
}
$("dialog-close").addEventListener("click", () => $("dialog").close());
$("dialog").addEventListener("click", (event) => { if (event.target === $("dialog")) $("dialog").close(); });

function button(text, act, kind = "") { return make("button", { type: "button", class: kind, onclick: act }, text); }
function isGuest() { return now.you === null && now.coming === undefined; } // without a seat, also from the next deal on
function who(seat) { return now.you === seat ? "You" : now.people[seat].name; }
function amount(value) { return make("span", { class: value < 0 ? "minus" : "" }, `${value}`.replace("-", "−")); }

// ---- the table

function draw(told) {
  const before = now;
  now = told;
  const mine = told.sides?.findIndex((side) => side.seats.includes(told.you)) ?? -1;
  if (mine > 0) told.sides.unshift(...told.sides.splice(mine, 1)); // our own side first
  if (!welcome) return;
  document.body.classList.toggle("lobby-stage", told.stage === "lobby");
  document.body.classList.toggle("watching", told.you === null);
  document.body.classList.toggle("big", isBig);
  $("title").textContent = welcome.title;
  const focus = document.activeElement?.dataset ?? {};
  if (told.stage === "lobby") { drawLobby(); $("heading").textContent = "Before the first deal"; $("seats").replaceChildren(); $("trick").replaceChildren(); return; }
  if (before && (before.version !== told.version || before.you !== told.you)) { picked = null; busy = busy > told.version && busy; }
  $("heading").textContent = told.heading;
  $("trumps").replaceChildren(...(told.trumps === null ? [] : ["Trumps", deck.suit(told.trumps)]));
  $("facts").textContent = [...told.facts.map((text) => deck.words(text)), ...(told.stage === "play" && told.heading.includes("trick") ? [] : pad.numbers)].join(" · ");
  $("felt").classList.toggle("many", told.people.length > 5);
  drawSeats();
  drawTrick();
  drawMiddle();
  drawZones();
  drawAsk();
  drawHand();
  drawScore();
  drawSide();
  $("undo").hidden = !told.undo?.can;
  $("last").disabled = !told.last;
  restore(focus);
  document.body.dataset.version = told.version;
  const isDue = told.you !== null && told.due.includes(told.you);
  if (isDue && !wasDue && settings.sounds === "on" && before) sound("turn");
  wasDue = isDue;
  if (told.stage === "over" && before?.stage === "play") { if (settings.sounds === "on") sound("end"); showScore(); }
  else if (sheetsSeen !== null && pad.sheets.length > sheetsSeen && told.stage === "play" && !isBig) showScore();
  sheetsSeen = pad.sheets.length;
}

function restore(focus) { // what was redrawn keeps the focus
  const found = focus.card ? document.querySelector(`#hand [data-card="${CSS.escape(focus.card)}"], #open [data-card="${CSS.escape(focus.card)}"]`)
    : focus.move ? document.querySelector(`#answers [data-move="${CSS.escape(focus.move)}"]`) : focus.seat ? document.querySelector(`#seats [data-seat="${focus.seat}"]`) : null;
  if (found) found.focus({ preventScroll: true });
  else if (focus.card || focus.move) (document.querySelector("#hand .card.lit, #answers button") ?? $("prompt")).focus({ preventScroll: true });
}

function spot(seat, across, down) { // our own seat is below, the others follow clockwise
  const number = now.people.length, step = (seat - (now.you ?? 0) + number) % number;
  const angle = Math.PI / 2 + (2 * Math.PI * step) / number;
  return [50 + across * Math.cos(angle), 50 + down * Math.sin(angle)];
}

function drawSeats() {
  const isMany = now.people.length > 5;
  $("seats").replaceChildren(...now.people.map((person, seat) => {
    const isMe = seat === now.you;
    const [x, y] = spot(seat, now.people.length === 2 ? 0 : isMany ? 38 : 36, 42);
    const facts = now.known[seat].map((text) => deck.signs(text).replace("-", "−"));
    if (!facts.length) facts.push({ bot: "bot", dummy: "dummy", person: isMe ? welcome.seats[seat] : now.online.includes(seat) ? welcome.seats[seat] : "away" }[person.kind]);
    const isOff = person.kind === "person" && !now.online.includes(seat);
    const spoken = [isMe ? "You" : person.name, person.kind === "person" ? "" : person.kind, isOff ? "away" : "", ...now.known[seat], seat === now.dealer ? "dealer" : "", now.due.includes(seat) ? "has to choose" : ""].filter(Boolean).join(", ");
    return make("li", { class: `seat ${isMe ? "me" : ""} ${now.due.includes(seat) ? "due" : ""} ${isOff ? "off" : ""}`, style: { "--l": `${x}%`, "--t": `${y}cqh` } },
      make("button", { type: "button", "data-seat": seat, "aria-label": spoken, onclick: () => showSeat(seat) },
        make("span", { class: "who" }, isMe && person.kind === "person" ? person.name : person.name, seat === now.dealer ? make("span", { class: "dealer", title: "dealer" }, "D") : null),
        make("span", { class: "facts" }, ...facts.flatMap((text, at) => [at ? "\u00a0· " : "", make("span", text.length > 13 ? { class: "long" } : {}, text)]))));
  }));
}

function drawTrick() {
  const isPast = !now.trick.length && now.last && now.stage !== "over" && now.heading.includes("trick");
  const cards = now.trick.length ? now.trick : isPast ? now.last.cards : [];
  const key = (one) => `${now.heading}${one.seat}${one.card}`;
  const round = JSON.stringify(cards);
  const isFresh = round !== tricksSeen;
  tricksSeen = round;
  $("trick").className = isPast ? "past" : "";
  $("trick").replaceChildren(...cards.map((one) => {
    const isMany = now.people.length > 5;
    const [x, y] = spot(one.seat, isMany ? 1.65 : 1.02, isMany ? 1.9 : 1.1).map((at) => at - 50);
    const isNew = !isPast && !cardsSeen.has(key(one));
    if (isNew && settings.sounds === "on") sound("card");
    const won = isPast && one.seat === now.last.winner;
    const card = deck.card(one.card, { kind: `${isNew ? "new" : ""} ${won ? "won" : ""} ${won && isFresh ? "fresh" : ""}`, "aria-label": `${who(one.seat)}: ${deck.name(one.card)}${one.says ? `, ${one.says}` : ""}${won ? ", wins the trick" : ""}`,
      style: { "--x": x, "--y": y } });
    if (one.says) card.append(make("span", { class: "says" }, one.says));
    return card;
  }));
  cardsSeen = new Set(cards.map(key));
}

function drawMiddle() {
  const inside = [];
  if (now.undo?.by !== undefined && now.you !== null) {
    const mine = now.undo.missing.includes(now.you);
    inside.push(make("div", { class: "over" }, make("p", {}, mine ? `${who(now.undo.by)} would like to take a choice back.` : "Waiting for the others to agree …"),
      mine ? make("div", { class: "row" }, button("Agree", () => ask("agree", { yes: true }), "main"), button("No", () => ask("agree", { yes: false }))) : null));
  } else if (isGuest() && now.stage === "play" && !isBig && !now.trick.length && !now.last && now.people.some((one) => one.kind === "bot" && !one.next)) inside.push(button("Take a seat", showFree, "main"));
  else if (now.auction) inside.push(auctionTable());
  else if (now.stage === "over") inside.push(make("div", {}, make("p", {}, make("b", {}, now.end.says)), now.you !== null ? button("Play again", () => ask("begin"), "main") : null));
  if (isBig && now.stage === "over") inside.push(make("p", {}, now.end.why));
  $("middle").replaceChildren(...inside);
}

function auctionTable() { // the last rounds of the bidding, a column for each seat
  const first = now.auction[0].seat, size = now.people.length, seats = now.people.map((_, at) => (first + at) % size).filter((seat) => welcome.players.includes(seat));
  const rows = [];
  let last = Infinity;
  for (const bid of now.auction) {
    const column = seats.indexOf(bid.seat);
    if (column <= last) rows.push(seats.map(() => ""));
    rows.at(-1)[column] += `${rows.at(-1)[column] ? ", " : ""}${deck.signs(bid.says)}`;
    last = column;
  }
  return make("table", { class: "auction" }, make("caption", { class: "unseen" }, "The bidding"), make("thead", {}, make("tr", {}, ...seats.map((seat) => make("th", { scope: "col" }, who(seat))))),
    make("tbody", {}, ...rows.slice(-Math.max(1, Math.floor(($("felt").clientHeight * 0.4 - 80) / 18))).map((row) => make("tr", {}, ...row.map((cell) => make("td", {}, cell))))));
}

function drawZones() {
  $("zones").replaceChildren(...now.zones.map((zone) => make("div", { class: "zone" }, `${zone.name}`,
    make("span", { class: "cards" }, ...(Array.isArray(zone.cards) ? zone.cards.map((card) => deck.card(card)) : [deck.back(zone.cards)])))),
  ...now.around.flatMap((one, seat) => (one.shown ? [make("div", { class: "zone" }, `${who(seat)} showed`, make("span", { class: "cards" }, ...one.shown.map((card) => deck.card(card))))] : [])));
  $("open").replaceChildren(...now.around.flatMap((one, seat) => {
    if (!Array.isArray(one.cards) || !one.cards.length) return [];
    const isOurs = now.turn?.hand === seat;
    return [make("div", { class: `zone ${isOurs ? "turn" : ""}` }, `${now.people[seat].name}'s hand`, make("span", { class: "cards" }, ...(isOurs ? handCards(one.cards) : one.cards.map((card) => deck.card(card)))))];
  }));
}

// ---- choosing

function byCard(turn, cards) { // the moves that are cards of this hand, and those that are not
  const held = new Set(cards), found = new Map(), rest = [];
  for (const [at, move] of turn.moves.entries()) {
    const card = move.split(" ")[0];
    const one = { move, label: turn.labels?.[at] ?? move };
    if (held.has(card)) found.set(card, [...(found.get(card) ?? []), one]);
    else rest.push(one);
  }
  return [found, rest];
}

function ownCards() { return now.turn?.hand !== undefined && now.turn.hand !== now.you ? (Array.isArray(now.around[now.turn.hand]?.cards) ? now.around[now.turn.hand].cards : []) : now.hand ?? []; }

function drawAsk() {
  const turn = now.turn, prompt = $("prompt"), answers = [];
  prompt.className = turn ? "mine" : "";
  if (turn) {
    const isPlay = turn.choice === "play";
    const whose = turn.hand !== undefined && turn.hand !== now.you ? ` from ${now.people[turn.hand].name}'s hand` : "";
    const what = isPlay ? `Your turn: ${now.trick.length ? "play" : "lead"} a card${whose}` : turn.label || deck.words(turn.sentence) || "Your answer";
    const seconds = now.clocks.find((one) => one.seat === now.you)?.seconds;
    const more = [isPlay || !turn.label ? "" : turn.sentence, seconds ? `You have ${seconds} seconds.` : ""].filter(Boolean).map((text) => deck.words(text)).join(" ");
    say(prompt, what, more);
    const [, rest] = byCard(turn, ownCards());
    const isLong = rest.length > 120 || (rest.length > 24 && rest.every((one) => one.move.endsWith(")")));
    answers.push(...(isLong ? manyAnswers(rest) : bids(rest)));
    if (picked) answers.push(...picked.map((one) => answer(one, "main")));
  } else if (now.stage === "over") say(prompt, now.end.says, now.end.why);
  else {
    const names = now.due.map((seat) => now.people[seat].name);
    say(prompt, names.length ? `${list(names)} ${names.length === 1 ? "has" : "have"} to choose` : "", !isGuest() ? (now.you === null ? "You play from the next deal on." : "") : now.people.some((one) => one.kind === "bot") ? "You are watching." : "");
    if (isGuest() && !isBig && now.people.some((one) => one.kind === "bot" && !one.next)) answers.push(button("Take a seat", showFree));
    const away = now.due.find((seat) => now.people[seat].kind === "person" && !now.online.includes(seat));
    if (away !== undefined && !isGuest()) answers.push(button(`Let a bot play for ${now.people[away].name}`, () => ask("stand_in", { seat: away })));
  }
  const offers = now.may.flatMap((may) => may.moves.map((move, at) => ({ move, label: may.labels?.[at] ?? move })));
  if (offers.length > 6) answers.push(button("You may also say …", () => show("You may also say", [make("div", { class: "row" }, ...offers.map((one) => answer(one, "", true)))])));
  else answers.push(...offers.map((one) => answer(one, "may")));
  $("answers").replaceChildren(...answers);
}

function say(prompt, what, more) {
  const text = `${what}|${more}`;
  if (prompt.dataset.text === text) return; // a screen reader hears it once
  prompt.dataset.text = text;
  prompt.replaceChildren(what, more ? make("span", { class: "more" }, more) : "");
}

function titled(text) { return text[0].toUpperCase() + text.slice(1); }
function list(names) { return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`; }

function answer(one, kind = "", isInDialog = false) {
  const text = deck.words(deck.signs(one.label));
  return make("button", { type: "button", class: kind, "data-move": one.move, "aria-label": text === one.label ? null : deck.words(one.label), onclick: () => { if (isInDialog) $("dialog").close(); play(one.move); } }, text);
}

function bids(rest) { // many bids: those without a number stay in sight, those of a number and a suit are a column for each suit
  const numbered = rest.filter((one) => /^\d/.test(one.label)), others = rest.filter((one) => !/^\d/.test(one.label));
  if (numbered.length < 14) return rest.map((one) => answer(one));
  const parts = numbered.map((one) => one.label.match(/^(\d+) (.+)$/)?.slice(1) ?? [one.label, ""]);
  const order = (word) => (welcome.suits.findIndex((suit) => suit.name === word) + 99) % 99; // other words come last
  const columns = [...new Set(parts.map(([, word]) => word))].sort((one, two) => order(one) - order(two));
  const rows = [...new Set(parts.map(([number]) => number))];
  const fixed = others.length ? [make("div", { class: "fixed" }, ...others.map((one) => answer(one)))] : [];
  if (columns.length < 2) return [...fixed, ...numbered.map((one) => answer(one))];
  const cells = numbered.map((one, at) => {
    const cell = answer(one);
    cell.style.gridColumn = `${columns.indexOf(parts[at][1]) + 1}`;
    cell.style.gridRow = `${rows.indexOf(parts[at][0]) + 1}`;
    return cell;
  });
  return [...fixed, make("div", { class: "grid", style: { "--columns": `${columns.length}` } }, ...cells)];
}

function manyAnswers(rest) { // a field for each part of an answer such as `name (3, 2)`
  const parts = rest.map((one) => (one.label.match(/^(.*?) ?\((.*)\)$/) ?? [null, null, one.label]).slice(1)).map(([head, inside]) => [head, ...inside.split(", ")]);
  const isAlike = parts.every((one) => one.length === parts[0].length && one[0] === parts[0][0]);
  if (!isAlike) return rest.map((one) => answer(one));
  const fields = parts[0].slice(1).map(() => make("select", {}));
  const fill = () => {
    let left = parts.map((one, at) => [one, at]);
    fields.forEach((field, at) => {
      const values = [...new Set(left.map(([one]) => one[at + 1]))], old = values.includes(field.value) ? field.value : values[0];
      field.replaceChildren(...values.map((value) => make("option", { value }, deck.words(value))));
      field.value = old;
      left = left.filter(([one]) => one[at + 1] === old);
    });
    return left[0][1];
  };
  fields.forEach((field) => field.addEventListener("change", fill));
  fill();
  return [...fields.map((field, at) => make("label", {}, fields.length > 1 ? `Part ${at + 1}` : "Your choice", field)), button("Say it", () => play(rest[fill()].move), "main")];
}

function handCards(cards) {
  const turn = now.turn;
  const isOurs = turn && ownCards() === cards;
  const [legal] = isOurs ? byCard(turn, cards) : [new Map()];
  const isMarked = legal.size > 0;
  return cards.map((card, at) => {
    const can = legal.get(card), isPicked = Boolean(picked) && can?.[0].move === picked[0].move;
    return deck.card(card, { tag: "button", type: "button", kind: can ? `lit ${isPicked ? "picked" : ""}` : isMarked ? "grey" : "", "data-at": at,
      "aria-label": deck.name(card) + (can ? ", you can choose it" : isMarked ? ", not allowed now" : ""), "aria-pressed": can && settings.touch === "twice" ? `${isPicked}` : null,
      onclick: () => (can ? touch(can, isPicked) : isMarked ? why(card) : toast(now.stage === "play" ? "It is not your turn." : "The game is over.")) });
  });
}

function touch(can, isPicked) {
  if (can.length > 1 || (settings.touch === "twice" && !isPicked)) { picked = can; drawAsk(); drawHand(); drawZones(); if (can.length > 1) $("answers").querySelector(".main")?.focus(); else document.querySelector("#hand .picked, #open .picked")?.focus(); return; }
  play(can[0].move);
}

async function why(card) {
  const told = await ask("why", { move: card });
  if (told) toast(told.message, told.source && `From ${told.source}`);
}

async function play(move) {
  if (busy) return;
  busy = Infinity;
  $("toast").hidden = true; // what it says is about this choice
  const done = await ask("move", { move, version: now.version });
  busy = done && done.version > now.version && done.version; // until the table shows the move
}

function drawHand() {
  const cards = now.hand ?? [];
  const isNarrow = $("hand").clientWidth < 640;
  $("hand").style.setProperty("--n", `${Math.max(isNarrow ? 5 : 9, Math.min(cards.length, isNarrow ? Math.max(7, Math.ceil(cards.length / 3)) : 18))}`);
  const count = now.you === null ? 0 : now.around[now.you].cards;
  $("hand").replaceChildren(...(cards.length ? handCards(cards) : now.you !== null && count ? [make("p", {}, now.hand === null ? `You have ${count} cards that you have not looked at.` : "")] : []));
}
addEventListener("resize", () => { if (now && now.stage !== "lobby") drawHand(); });

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || $("dialog").open || event.target.matches("input, select")) return;
  const group = event.target.closest("#hand, #answers, #open, #tools");
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (step && group) {
    const all = [...group.querySelectorAll("button")];
    all[(all.indexOf(event.target) + step + all.length) % all.length]?.focus();
    event.preventDefault();
  } else if (event.key === "Escape") $("toast").hidden = true;
});

// ---- score, history, rules

function drawScore() {
  const rows = now.sides.length ? now.sides.map((side) => ["", side.name, side.score, [side.tricks && `${side.tricks}`, ...side.tallies].filter(Boolean).join(", ")])
    : now.around.map((one, seat) => ["", who(seat), one.score, ""]).filter((row) => row[1] === "You");
  $("score").replaceChildren(make("span", { class: "unseen" }, "Score: "), ...rows.slice(0, innerWidth < 700 ? 2 : 3).flatMap(([, name, score, more]) => [make("span", {}, name), make("b", {}, `${score}`.replace("-", "−")), make("span", {}, more)]));
  if (!rows.length) $("score").textContent = "Score";
}

function sheetTable(sheet) {
  const sides = sheet.sides;
  const labels = [...new Set(sides.flatMap((side) => side.lines.filter((line) => line.points).map((line) => line.rule + (line.seat ?? ""))))];
  const row = (key) => {
    const lines = sides.map((side) => side.lines.filter((line) => line.rule + (line.seat ?? "") === key && line.points));
    const first = lines.flat()[0];
    const says = [...new Set(lines.flat().map((line) => line.sentence).filter(Boolean))];
    const name = first.label[0].toUpperCase() + first.label.slice(1) + (first.seat !== undefined ? `, ${now.people[first.seat].name}` : "");
    return make("tr", {}, make("td", {}, name, ...says.map((text) => make("span", { class: "why" }, text))), ...lines.map((found) => make("td", {}, found.length ? amount(found.reduce((sum, line) => sum + line.points, 0)) : "")));
  };
  const tallies = [...new Set(sides.flatMap((side) => Object.keys(side.tallies)))];
  return make("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": `Deal ${sheet.deal}` }, make("table", {}, make("caption", { class: "unseen" }, `Deal ${sheet.deal}`), make("thead", {}, make("tr", {}, make("th", { scope: "col" }, `Deal ${sheet.deal}`), ...names(sides).map((name) => make("th", { scope: "col" }, name)))),
    make("tbody", {}, ...labels.map(row)),
    make("tfoot", {}, make("tr", {}, make("th", { scope: "row" }, "This deal"), ...sides.map((side) => make("td", {}, amount(side.points)))),
      make("tr", {}, make("th", { scope: "row" }, "Score"), ...sides.map((side) => make("td", {}, amount(side.score)))),
      ...tallies.map((name) => make("tr", {}, make("th", { scope: "row" }, name[0].toUpperCase() + name.slice(1).replaceAll("_", " ")), ...sides.map((side) => make("td", {}, `${side.tallies[name] ?? ""}`)))))));
}

function names(sides) { return sides.map((side) => pad.sides[side.side] ?? `Side ${side.side + 1}`); }

function padTable() {
  if (!pad.sheets.length) return make("p", { class: "soft" }, "No deal has been scored yet.");
  const sides = pad.sheets.at(-1).sides;
  return make("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": "All deals" }, make("table", {}, make("caption", { class: "unseen" }, "All deals"), make("thead", {}, make("tr", {}, make("th", { scope: "col" }, "Deal"), ...names(sides).map((name) => make("th", { scope: "col" }, name)))),
    make("tbody", {}, ...pad.sheets.map((sheet) => make("tr", {}, make("th", { scope: "row" }, `${sheet.deal}`), ...sheet.sides.map((side) => make("td", {}, amount(side.points), make("span", { class: "why" }, `= ${side.score}`.replace("-", "−"))))))),
  ));
}

function showScore() {
  const last = pad.sheets.at(-1);
  const isOver = now.stage === "over";
  show(isOver ? now.end.says : last ? `Deal ${last.deal}` : "Score", [
    isOver ? make("p", {}, now.end.why) : null,
    last ? sheetTable(last) : make("p", {}, "No deal has been scored yet."),
    pad.sheets.length > 1 ? make("h3", {}, "All deals") : null, pad.sheets.length > 1 ? padTable() : null,
    make("div", { class: "row stretch" }, isOver && now.you !== null ? button("Play again", () => { $("dialog").close(); ask("begin"); }, "main") : button("Continue", () => $("dialog").close(), "main")),
  ], "score");
}

function drawSide() {
  const last = pad.sheets.at(-1);
  if (now && now.stage !== "lobby") $("side-pad").replaceChildren(...(last ? [sheetTable(last)] : [make("p", { class: "soft" }, "No deal has been scored yet.")]));
  if (isBig && welcome && !$("side-rules").childElementCount) $("side-rules").replaceChildren(make("h2", {}, "Rules"), ruleBook());
}

function tell(message) {
  if (message.fresh) lines = [];
  const added = message.lines.map((one) => deck.words(one.say));
  lines.push(...added);
  lines = lines.slice(-400);
  if (!message.fresh) {
    $("news").append(...added.map((text) => make("p", {}, text)));
    while ($("news").childElementCount > 12) $("news").firstChild.remove();
  }
  const missed = (message.missed ?? []).map((one) => deck.words(one.say));
  if (missed.length > 2) show("While you were away", [make("ol", { class: "says-list" }, ...missed.slice(-60).map((text) => make("li", {}, text))), make("div", { class: "row stretch" }, button("Continue", () => $("dialog").close(), "main"))]);
  $("side-story").replaceChildren(...lines.slice(-80).map((text) => make("li", {}, text)));
  $("side-story").scrollTop = $("side-story").scrollHeight;
}

async function showStory() {
  const told = await ask("history");
  if (!told) return;
  show("History", [
    now.said.length ? make("h3", {}, "Said in this deal") : null,
    now.said.length ? make("ul", { class: "says-list" }, ...now.said.map((one) => make("li", {}, `${who(one.seat)}: ${deck.words(one.says)}`, make("span", { class: "soft" }, ` (${one.what})`)))) : null,
    told.tricks.length ? make("h3", {}, "Tricks of this deal") : null, trickList(told.tricks),
    make("h3", {}, "What happened"), make("ol", { class: "says-list" }, ...lines.slice(-120).map((text) => make("li", {}, text))),
  ]);
}

function trickList(tricks) {
  return make("ol", { class: "tricks" }, ...tricks.map((trick) => make("li", {}, `${trick.number}. `, make("span", { class: "minis" }, ...trick.cards.map((one) => make("span", {}, make("span", { class: "soft" }, `${who(one.seat)} `), deck.mini(one.card, one.seat === trick.winner ? "won" : "")))), make("span", { class: "soft" }, trick.winner === null ? " nobody wins" : ` ${who(trick.winner)} ${who(trick.winner) === "You" ? "win" : "wins"}`))));
}

function ruleBook() {
  const book = make("div", { class: "book" });
  book.innerHTML = welcome.book; // made by the program, which makes all that an author wrote harmless
  return make("div", {}, pad.numbers?.length ? make("p", { class: "soft" }, pad.numbers.join(" · ")) : null,
    pad.changes?.length ? make("p", {}, `On this deal: ${pad.changes.join(" ")}`) : null, book);
}

// ---- seats

function showSeat(seat) {
  const person = now.people[seat], around = now.around[seat];
  const said = now.said.filter((one) => one.seat === seat);
  const facts = [
    person.kind === "bot" ? "A bot plays here." : person.kind === "dummy" ? "Nobody chooses here: this hand is the dummy's." : person.away ? "A bot plays for them until they are back." : now.online.includes(seat) ? "" : "They are not connected just now.",
    now.known[seat].length ? `${titled(list(now.known[seat]))}.` : "", typeof around.cards === "number" && around.cards ? `Holds ${around.cards} ${around.cards === 1 ? "card" : "cards"}.` : "",
  ].filter(Boolean).join(" ");
  const acts = [];
  if (isGuest() && person.kind === "bot" && !person.next) acts.push(...sitForm([seat]));
  if (!isGuest() && person.kind === "person" && !person.away && !now.online.includes(seat)) acts.push(button("Let a bot play until they are back", () => { $("dialog").close(); ask("stand_in", { seat }); }, "main"));
  show(`${person.name}${person.kind === "person" ? `, ${welcome.seats[seat]}` : ""}`, [make("p", {}, facts || "Here."), person.next ? make("p", {}, `${person.next} takes this seat when the next deal begins.`) : null,
    said.length ? make("ul", { class: "says-list" }, ...said.map((one) => make("li", {}, `${deck.words(one.says)} `, make("span", { class: "soft" }, one.what)))) : null, ...acts]);
}

function nameField() { return make("input", { id: "name", maxlength: "20", autocomplete: "nickname", "aria-label": "Your name", placeholder: "Your name", value: stored("name") }); }

function sitForm(seats) {
  const field = nameField();
  const sit = async (seat) => {
    const name = field.value.trim();
    if (!name) { field.focus(); toast("Type your name first."); return; }
    keep("name", name);
    if (await ask("sit", { seat, name })) { if ($("dialog").open) $("dialog").close(); if (now.stage === "play") toast("The seat is yours. If the deal has begun, you play from the next one on."); }
  };
  return [make("p", {}, make("label", {}, "Your name ", field)), make("ul", { class: "choices" }, ...seats.map((seat) => make("li", {}, make("span", {}, welcome.seats[seat]), button("Sit here", () => sit(seat), "main"))))];
}

function showFree() {
  show("Take a seat", [make("p", { class: "soft" }, "A bot plays there now. You get its seat when the next deal begins."), ...sitForm(now.people.flatMap((one, seat) => (one.kind === "bot" && !one.next ? [seat] : [])))]);
}

function drawLobby() {
  const old = $("name")?.value, hadFocus = document.activeElement === $("name"), wasHere = $("middle").contains(document.activeElement);
  const field = nameField();
  if (old !== undefined) field.value = old;
  const isIn = now.you !== null, free = now.people.filter((one) => one.kind === "bot").length;
  const sit = async (seat) => {
    if (!field.value.trim()) { field.focus(); toast("Type your name first."); return; }
    keep("name", field.value.trim());
    await ask("sit", { seat, name: field.value.trim() });
  };
  const rows = now.people.map((person, seat) => make("li", {}, make("span", {}, make("b", {}, welcome.seats[seat]), person.kind === "person" ? ` ${person.name}${seat === now.you ? " (you)" : now.online.includes(seat) ? "" : ", away"}` : person.kind === "dummy" ? " the dummy" : make("span", { class: "soft" }, " free")),
    person.kind === "bot" && !isIn && !isBig ? button("Sit here", () => sit(seat), "main") : seat === now.you ? button("Stand up", () => ask("leave")) : null));
  $("middle").replaceChildren(make("div", { class: "lobby" }, make("h2", {}, welcome.title), make("p", { class: "soft" }, welcome.about),
    isIn || isBig ? null : make("p", { class: "row" }, make("label", {}, "Your name ", field)), make("ul", { class: "choices" }, ...rows), make("p", { class: "soft" }, "Bots play the seats that stay free."),
    isIn ? make("p", { class: "row stretch" }, make("button", { type: "button", id: "begin", class: "main", onclick: () => ask("begin") }, free ? `Deal the cards; bots take ${free} ${free === 1 ? "seat" : "seats"}` : "Deal the cards")) : null, ...invite(welcome, button, toast)));
  if (hadFocus && field.isConnected) field.focus();
  else if (wasHere) ($("begin") ?? $("middle").querySelector("button, input"))?.focus();
}

// ---- menu and settings

function apply() {
  document.documentElement.dataset.theme = settings.theme;
  document.documentElement.classList.toggle("four", settings.colours === "four");
}

function setting(text, name, on, off) {
  const field = make("input", { type: "checkbox", role: "switch" });
  field.checked = settings[name] === on;
  field.addEventListener("change", () => { settings[name] = field.checked ? on : off; keep(name, settings[name]); apply(); if (now && now.stage !== "lobby") draw(now); });
  return make("label", { class: "switch" }, text, field);
}

function showMenu() {
  const theme = make("select", {}, ...[["auto", "As the system"], ["light", "Light"], ["dark", "Dark"]].map(([value, text]) => make("option", { value }, text)));
  theme.value = settings.theme;
  theme.addEventListener("change", () => { settings.theme = theme.value; keep("theme", theme.value); apply(); });
  show("Menu", [
    setting("Sounds", "sounds", "on", "off"), setting("Four colours for the suits", "colours", "four", "two"), setting("Touch a card twice to play it", "touch", "twice", "once"),
    make("label", { class: "switch" }, "Light or dark", theme), ...invite(welcome, button, toast),
    make("div", { class: "row" }, bigScreen(welcome), newTable(button, toast), !isGuest() ? button("Leave my seat to a bot", () => { if (confirm("A bot takes your seat. Leave it?")) { $("dialog").close(); ask("leave"); } }) : null),
  ]);
}

$("menu").addEventListener("click", () => welcome && now && showMenu());
$("score").addEventListener("click", () => now && now.stage !== "lobby" && showScore());
$("rules-open").addEventListener("click", () => show("Rules", [ruleBook()]));
$("story-open").addEventListener("click", showStory);
$("last").addEventListener("click", () => now.last && show(`Trick ${now.last.number}`, [trickList([now.last])]));
$("undo").addEventListener("click", () => ask("undo"));
$("hint").addEventListener("click", async () => {
  $("hint").disabled = true;
  const told = await ask("hint");
  $("hint").disabled = false;
  if (told) toast(`${told.move}: ${told.reason}`);
});
apply();
