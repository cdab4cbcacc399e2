// Rules and the number of the cards in the part of an address that browsers send to nobody.

const MOST = 1_000_000;

async function through(stream, bytes) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader(), parts = [];
  for (let total = 0, one = await reader.read(); !one.done; one = await reader.read()) {
    total += one.value.length;
    if (total > MOST) throw new Error("too long");
    parts.push(one.value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

export async function packed({ text, seed }) {
  const bytes = await through(new CompressionStream("deflate-raw"), new TextEncoder().encode(text));
  const letters = btoa(Array.from(bytes, (one) => String.fromCharCode(one)).join("")).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  return `r1.${seed ?? ""}.${letters}`;
}

export async function unpacked(link) {
  const [form, seed, letters] = link.split(".");
  if (form !== "r1" || !/^\d{0,16}$/.test(seed) || !/^[\w-]+$/.test(letters)) throw new Error("no rules in it");
  const bytes = Uint8Array.from(atob(letters.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));
  const text = new TextDecoder("utf-8", { fatal: true }).decode(await through(new DecompressionStream("deflate-raw"), bytes));
  return { text, seed: seed ? Number(seed) : null };
}
