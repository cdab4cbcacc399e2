// Cards and small things to draw them with. A card is drawn from what the server said of it; no game is known here.

export function make(tag, more = {}, ...inside) {
  const one = document.createElement(tag);
  for (const [name, value] of Object.entries(more)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "class") one.className = value;
    else if (name.startsWith("on")) one.addEventListener(name.slice(2), value);
    else if (name === "style") for (const [key, text] of Object.entries(value)) one.style.setProperty(key, text);
    else one.setAttribute(name, value === true ? "" : value);
  }
  one.append(...inside.filter((part) => part !== null && part !== undefined && part !== false));
  return one;
}

const COLOURS = { "♠": "black", "♥": "red", "♦": "blue", "♣": "green" };
const OTHERS = ["black", "red", "green", "blue", "gold"];

function pip(sign, kind) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("class", kind);
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `#pip-${sign}`);
  svg.append(use);
  return svg;
}

export class Deck {
  constructor(welcome) {
    this.cards = welcome.cards;
    this.suits = welcome.suits;
  }

  name(card) { return this.cards[card]?.name ?? card; }

  colour(card) {
    const suit = this.cards[card]?.suit;
    if (suit === null || suit === undefined) return "gold";
    return COLOURS[this.suits[suit].sign] ?? OTHERS[suit % OTHERS.length];
  }

  sign(card) {
    const suit = this.cards[card]?.suit;
    if (suit === null || suit === undefined) return "star";
    return this.suits[suit].sign || "star";
  }

  face(card) { // what is printed on a card
    const told = this.cards[card] ?? { rank: card, suit: null };
    const rank = told.suit === null ? make("span", { class: "words" }, told.rank) : make("span", { class: "rank" }, told.rank);
    return [rank, pip(this.sign(card), "pip")];
  }

  card(card, more = {}) {
    const { kind = "", tag = "div", ...rest } = more;
    const one = make(tag, { class: `card ${this.colour(card)} ${kind}`, "data-card": card, ...rest }, ...this.face(card));
    if (tag === "div" && !rest["aria-hidden"]) { one.setAttribute("role", "img"); one.setAttribute("aria-label", rest["aria-label"] ?? this.name(card)); }
    return one;
  }

  mini(card, kind = "") { // a card in a line of text
    const told = this.cards[card];
    const text = told && told.suit !== null ? told.rank : (told?.name ?? card);
    return make("span", { class: `mini ${this.colour(card)} ${kind}`, role: "img", "aria-label": this.name(card) }, text, pip(this.sign(card), ""));
  }

  suit(number) {
    const { name, sign } = this.suits[number];
    const colour = COLOURS[sign] ?? OTHERS[number % OTHERS.length];
    return make("span", { class: `mini ${colour}`, role: "img", "aria-label": name }, sign ? pip(sign, "") : name);
  }

  back(number) {
    return make("div", { class: "card back", role: "img", "aria-label": `${number} cards` }, make("b", {}, `${number}`));
  }

  words(text) { // a sentence, with the names of cards and a bid of one written as people read them
    const suits = this.suits.map((suit) => suit.name).filter((name) => name.endsWith("s"));
    return text.replace(/(?<!\w)1 (\w+)s(?!\w)/g, (found, one) => (suits.includes(`${one}s`) ? `1 ${one}` : found)).split(/(\s+|[,.;:`()])/).map((part) => (this.cards[part] ? this.short(part) : part === "`" ? "" : part)).join("");
  }

  signs(text) { // the names of suits as signs, where a button has little room
    return text.split(/(\s+|[(),])/).map((part) => this.suits.find((suit) => suit.name === part)?.sign || part).join("");
  }

  short(card) {
    const told = this.cards[card];
    return told.suit === null ? told.name : `${told.rank}${this.suits[told.suit].sign || ` of ${this.suits[told.suit].name}`}`;
  }
}

// ---- sounds, made here: no file

let audio = null;
export function sound(kind) {
  try {
    audio ??= new AudioContext();
    const notes = { card: [[180, 0.04]], turn: [[523, 0.1], [784, 0.16]], end: [[523, 0.12], [659, 0.12], [784, 0.3]] }[kind];
    let at = audio.currentTime;
    for (const [pitch, length] of notes) {
      const tone = audio.createOscillator(), loud = audio.createGain();
      tone.type = kind === "card" ? "triangle" : "sine";
      tone.frequency.value = pitch;
      loud.gain.setValueAtTime(0.0001, at);
      loud.gain.exponentialRampToValueAtTime(0.12, at + 0.01);
      loud.gain.exponentialRampToValueAtTime(0.0001, at + length);
      tone.connect(loud).connect(audio.destination);
      tone.start(at);
      tone.stop(at + length);
      at += length * 0.8;
    }
  } catch { /* no sound here */ }
}
