// The editor: colours, findings under the words, fixes, completion. What is right or wrong is not known here.

import { acceptCompletion, autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, toggleComment } from "@codemirror/commands";
import { HighlightStyle, StreamLanguage, bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import { EditorView, highlightActiveLine, highlightActiveLineGutter, hoverTooltip, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { patterns, words } from "./words.js";

const [CARD, TEXT, COMMENT, NUMBER, NAME] = ["card", "text", "comment", "number", "name"].map((kind) => new RegExp(`^(?:${patterns[kind]})`));
const kinds = new Map(Object.entries(words).reverse().flatMap(([kind, listed]) => listed.map((word) => [word, kind])));

const set = Element.prototype.setAttribute; // the page allows no style in an attribute, which the editor uses for widths
Element.prototype.setAttribute = function (name, value) { if (name === "style") this.style.cssText = value; else set.call(this, name, value); };

const language = StreamLanguage.define({
  name: "spades",
  startState: () => ({ dot: false }),
  token(stream, state) {
    const isProperty = state.dot;
    state.dot = false;
    if (stream.eatSpace()) return null;
    if (stream.match(COMMENT)) return "comment";
    if (stream.match(TEXT) || stream.match(/^"[^\n]*/)) return "string";
    if (stream.match(CARD)) return "card";
    if (stream.match(NUMBER)) return "number";
    const found = stream.match(NAME);
    if (found) return isProperty ? "property" : kinds.get(found[0]) ?? null;
    state.dot = stream.next() === ".";
    return null;
  },
  indent: (state, after, context) => {
    const line = context.lineAt(context.pos, -1).text;
    return Math.max(0, line.search(/\S|$/) + (/[{(]\s*(#.*)?$/.test(line) ? context.unit : 0) - (/^\s*[})]/.test(after) ? context.unit : 0));
  },
  tokenTable: { keyword: tags.keyword, constant: tags.bool, meaning: tags.variableName, property: tags.propertyName, card: tags.atom },
  languageData: { commentTokens: { line: "#" }, closeBrackets: { brackets: ["(", "{", '"'] }, indentOnInput: /^\s*[})]$/ },
});

const colours = HighlightStyle.define([
  { tag: tags.keyword, color: "var(--keyword)", fontWeight: "600" },
  { tag: tags.bool, color: "var(--constant)" },
  { tag: tags.atom, color: "var(--constant)", fontWeight: "600" },
  { tag: tags.number, color: "var(--number)" },
  { tag: tags.string, color: "var(--string)" },
  { tag: tags.comment, color: "var(--comment)", fontStyle: "italic" },
  { tag: [tags.variableName, tags.propertyName], color: "var(--meaning)" },
]);

const looks = EditorView.theme({
  "&": { height: "100%", backgroundColor: "var(--panel)", color: "var(--ink)", fontSize: ".9rem" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "ui-monospace, 'DejaVu Sans Mono', Consolas, monospace", lineHeight: "1.5" },
  ".cm-content": { caretColor: "var(--ink)", paddingBottom: "4rem" },
  ".cm-gutters": { backgroundColor: "var(--panel)", color: "var(--soft)", borderRight: "1px solid var(--line)" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--here)" },
  ".cm-tooltip": { backgroundColor: "var(--panel)", color: "var(--ink)", border: "1px solid var(--line)", borderRadius: "8px", maxWidth: "min(32rem, 90vw)", overflow: "hidden" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { backgroundColor: "var(--accent)", color: "var(--on-accent)" },
  ".cm-completionDetail": { fontStyle: "normal", opacity: ".75" },
  ".cm-diagnostic": { fontFamily: "system-ui, sans-serif", padding: ".4rem .6rem", whiteSpace: "pre-wrap" },
  ".cm-diagnosticAction": { backgroundColor: "var(--accent)", color: "var(--on-accent)", padding: ".25rem .6rem", borderRadius: "6px", font: "inherit", cursor: "pointer" },
  ".cm-lintRange-error": { backgroundImage: "none", textDecoration: "underline wavy var(--warn)", textDecorationSkipInk: "none" },
  ".cm-lintRange-warning": { backgroundImage: "none", textDecoration: "underline wavy var(--glow)", textDecorationSkipInk: "none" },
  ".cm-lintRange-info": { backgroundImage: "none", textDecoration: "underline dotted var(--accent)" },
  ".cm-lint-marker": { content: "normal", width: ".7em", height: ".7em", margin: ".4em 0", borderRadius: "50%" },
  ".cm-lint-marker-error": { content: "normal", backgroundColor: "var(--warn)" },
  ".cm-lint-marker-warning": { content: "normal", backgroundColor: "var(--glow)" },
  ".cm-lint-marker-info": { content: "normal", backgroundColor: "var(--accent)" },
  ".cm-says": { padding: ".4rem .6rem", fontFamily: "system-ui, sans-serif", whiteSpace: "pre-wrap", maxHeight: "40vh", overflowY: "auto" },
});

const SEVERITIES = { error: "error", warning: "warning", open: "info" };
const SORTS = { keyword: "keyword", name: "variable", property: "property", file: "namespace", value: "constant" };

// `changed` hears of every new text; `complete` and `hover` ask for what the program knows of a place.
export function edit(parent, { changed, complete, hover }) {
  const root = parent.attachShadow({ mode: "open" }); // its styles need no permission there
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      extensions: [
        lineNumbers(), lintGutter(), history(), language, syntaxHighlighting(colours), looks, indentUnit.of("  "), indentOnInput(), bracketMatching(),
        closeBrackets(), highlightActiveLine(), highlightActiveLineGutter(), EditorView.lineWrapping,
        EditorView.contentAttributes.of({ "aria-label": "The rules", spellcheck: "false", autocapitalize: "off", autocorrect: "off" }),
        keymap.of([{ key: "Tab", run: acceptCompletion }, { key: "Mod-/", run: toggleComment }, ...closeBracketsKeymap, ...completionKeymap, ...lintKeymap, ...historyKeymap, ...defaultKeymap]),
        autocompletion({ icons: false, maxRenderedOptions: 40, override: [async (context) => {
          const word = context.matchBefore(/[A-Za-z_]\w*/);
          if (!word && !context.explicit && !context.matchBefore(/\./)) return null;
          const found = await complete(context.state.doc.toString(), context.pos);
          if (!found?.length || context.aborted) return null;
          return { from: word ? word.from : context.pos, options: found.map((one) => ({ label: one.text, type: SORTS[one.sort], detail: one.says })), filter: false };
        }] }),
        hoverTooltip(async (_, pos) => {
          const found = await hover(view.state.doc.toString(), pos);
          if (!found) return null;
          return { pos: found.from, end: found.to, above: true, create: () => {
            const dom = document.createElement("div");
            dom.className = "cm-says";
            dom.textContent = found.says.replace(/^```.*\n?/gm, "").replace(/\*\*?/g, "").trim();
            return { dom };
          } };
        }),
        EditorView.updateListener.of((update) => { if (update.docChanged) changed(update.state.doc.toString()); }),
      ],
    }),
  });
  const apply = (fix) => view.dispatch({ changes: fix.edits, userEvent: "input.fix", scrollIntoView: true });
  return {
    get text() { return view.state.doc.toString(); },
    set(text) { view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text }, selection: { anchor: 0 }, scrollIntoView: true }); },
    apply,
    go(place) { view.dispatch({ selection: { anchor: Math.min(place, view.state.doc.length) }, effects: EditorView.scrollIntoView(Math.min(place, view.state.doc.length), { y: "center" }) }); view.focus(); },
    show(found) {
      const end = view.state.doc.length;
      view.dispatch(setDiagnostics(view.state, found.map((one) => ({
        from: Math.min(one.from, end), to: Math.min(Math.max(one.to, one.from), end), severity: SEVERITIES[one.severity], source: one.code,
        message: one.hint ? `${one.message}\n${one.hint}` : one.message,
        actions: one.fix ? [{ name: one.fix.words, apply: () => apply(one.fix) }] : [],
      }))));
    },
  };
}
