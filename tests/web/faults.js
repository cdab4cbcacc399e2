// Returns what somebody who cannot see well, or has no mouse, would stumble over on the page as it is now.
() => {
  const found = [];
  const scope = document.querySelector("dialog[open]") ?? document.body;
  const shown = (one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !one.closest(".unseen");
  const paint = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const colours = new Map();

  function colour(text) { // red, green, blue, and how much of it covers what is behind
    if (!colours.has(text)) {
      paint.clearRect(0, 0, 1, 1);
      paint.fillStyle = text;
      paint.fillRect(0, 0, 1, 1);
      colours.set(text, [...paint.getImageData(0, 0, 1, 1).data]);
    }
    return colours.get(text);
  }

  function light(rgb) { // as WCAG measures it
    const [r, g, b] = rgb.slice(0, 3).map((one) => one / 255).map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  }

  function paper(one) {
    for (let at = one; at; at = at.parentElement) {
      const style = getComputedStyle(at), back = colour(style.backgroundColor);
      if (back[3] > 230) return back;
      if (at.id === "felt" && !document.body.classList.contains("lobby-stage")) return colour(style.getPropertyValue("--felt"));
    }
    return [255, 255, 255, 255];
  }

  for (const one of scope.querySelectorAll("button, a, input, select, img, [role=img], [role=switch]")) {
    if (!shown(one)) continue;
    const name = one.getAttribute("aria-label") || one.alt || one.textContent.trim() || one.closest("label")?.textContent.trim() || one.title;
    if (!name) found.push(`no name: ${one.outerHTML.slice(0, 90)}`);
    const { width, height } = one.getBoundingClientRect();
    if (one.matches("button, select, input:not([type=checkbox])") && (width < 24 || height < 24)) found.push(`too small: ${one.outerHTML.slice(0, 90)}`);
  }
  const ids = [...document.querySelectorAll("[id]")].map((one) => one.id);
  for (const id of new Set(ids)) if (ids.indexOf(id) !== ids.lastIndexOf(id)) found.push(`twice: #${id}`);
  for (const one of document.querySelectorAll("[aria-labelledby]")) {
    if (!document.getElementById(one.getAttribute("aria-labelledby"))) found.push(`labelled by nothing: ${one.id}`);
  }

  const walker = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const one = walker.currentNode.parentElement, text = walker.currentNode.textContent.trim();
    if (!text || !shown(one) || one.closest(".card.grey, button:disabled, .card.back, script, style, .off, #trick.past")) continue;
    const style = getComputedStyle(one), ink = light(colour(style.color)), back = light(paper(one));
    const ratio = (Math.max(ink, back) + 0.05) / (Math.min(ink, back) + 0.05);
    const isLarge = parseFloat(style.fontSize) >= 24 || (parseFloat(style.fontSize) >= 18.6 && style.fontWeight >= 700);
    if (ratio < (isLarge ? 3 : 4.5)) found.push(`contrast ${ratio.toFixed(2)}: ${text.slice(0, 40)} in ${one.className || one.tagName}`);
  }

  if (document.documentElement.scrollWidth > innerWidth) found.push(`wider than the screen: ${document.documentElement.scrollWidth}`);
  for (const one of document.querySelectorAll(".seat .facts span")) {
    if (one.getBoundingClientRect().right > one.closest("button").getBoundingClientRect().right) found.push(`over the edge of a seat: ${one.textContent}`);
  }
  const [hand, tools] = ["#hand", "#tools"].map((one) => document.querySelector(one)?.getBoundingClientRect());
  if (tools?.height && hand.bottom > tools.top + 1) found.push("the hand is over the tools");
  if (["main", "header", "h1"].some((tag) => document.querySelectorAll(tag).length !== 1)) found.push("no landmarks");
  for (const id of ["prompt", "news", "toast", "line", "note", "verdict"]) {
    const live = document.getElementById(id);
    if (live && !live.getAttribute("aria-live") && !["status", "alert", "log"].includes(live.getAttribute("role"))) found.push(`silent: ${id}`);
  }
  return [...new Set(found)];
}
