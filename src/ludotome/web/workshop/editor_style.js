// @ts-check
/**
 * Editor style: the look of a document in the editor: prose as in a book, YAML as code.
 *
 * The editor is in a shadow root and uses constructed style sheets, because the page's Content-Security-Policy forbids
 * inline styles.
 */

import {
  defineLanguageFacet,
  EditorView,
  HighlightStyle,
  Language,
  languageDataProp,
  markdownParser,
  parseCode,
  syntaxHighlighting,
  tags,
  yamlLanguage,
} from "../vendor/codemirror.js";

const data = defineLanguageFacet({ commentTokens: { line: "#" } });
const yamlCode = parseCode({ codeParser: (/** @type {string} */ info) => /^ya?ml\b/i.test(info) ? yamlLanguage.parser : null });

/** Markdown with YAML in its fences. */
export const documentLanguage = new Language(data, markdownParser.configure([yamlCode, { props: [languageDataProp.add({ Document: data })] }]), [], "ludotome");

const CODE = "var(--font-code)";
const TEXT = "var(--font-text)";

// Prose and code are distinguished by their language: both tag their text as content.
const proseStyle = HighlightStyle.define([
  { tag: tags.heading, fontFamily: TEXT, fontWeight: "600", fontSize: "1.4em" },
  { tag: tags.content, fontFamily: TEXT, fontSize: "1.14em" },
  { tag: tags.emphasis, fontStyle: "italic" },
  { tag: tags.strong, fontWeight: "600" },
  { tag: [tags.processingInstruction, tags.labelName], color: "var(--ink-3)" },
  { tag: tags.monospace, fontFamily: CODE },
  { tag: tags.url, color: "var(--accent)" },
], { scope: documentLanguage });

const codeStyle = HighlightStyle.define([
  { tag: [tags.definition(tags.propertyName), tags.propertyName], color: "var(--code-key)" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--code-str)" },
  { tag: tags.comment, color: "var(--code-note)", fontStyle: "italic" },
], { scope: yamlLanguage });

const theme = EditorView.theme({
  "&": { height: "100%", color: "var(--ink)", backgroundColor: "var(--surface)", fontSize: "13.5px" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: CODE, lineHeight: "1.56" },
  ".cm-content": { padding: "8px 0 40vh", caretColor: "var(--ink)" },
  ".cm-line": { padding: "0 16px 0 8px" },
  ".cm-gutters": { backgroundColor: "var(--surface)", color: "var(--ink-3)", border: "none" },
  ".cm-lineNumbers .cm-gutterElement": { padding: "0 4px 0 12px", fontSize: "12px", lineHeight: "21px" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "color-mix(in srgb, var(--accent-soft) 40%, transparent)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)", borderLeftWidth: "2px" },
  "&.cm-focused .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "var(--accent-soft) !important" },
  ".cm-selectionMatch": { backgroundColor: "var(--sunken)" },
  ".cm-matchingBracket, &.cm-focused .cm-matchingBracket": { backgroundColor: "var(--sunken)", outline: "1px solid var(--line-strong)" },
  ".cm-wrong": { backgroundColor: "var(--bad-soft)" },
  ".cm-lintRange-error": { backgroundImage: "none", textDecoration: "underline wavy var(--bad) 1.5px", textUnderlineOffset: "4px" },
  ".cm-lintRange-warning": { backgroundImage: "none", textDecoration: "underline wavy var(--warn) 1.5px", textUnderlineOffset: "4px" },
  ".cm-lintRange-info": { backgroundImage: "none", textDecoration: "underline dotted var(--ink-3) 1.5px", textUnderlineOffset: "4px" },
  ".cm-tooltip": { backgroundColor: "var(--surface)", color: "var(--ink)", border: "1px solid var(--line)", borderRadius: "8px", boxShadow: "var(--shadow-2)", fontFamily: "var(--font-ui)", maxWidth: "min(460px, 90vw)" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { fontFamily: CODE, fontSize: "13px", maxHeight: "240px" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { padding: "3px 10px" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { backgroundColor: "var(--accent)", color: "var(--accent-ink)" },
  ".cm-completionDetail": { color: "inherit", opacity: ".8", fontStyle: "normal", marginLeft: "1em" },
  ".cm-completionIcon": { display: "none" },
  ".told": { padding: "8px 12px", maxHeight: "320px", overflow: "auto", fontSize: "14px" },
  ".told p, .told pre": { margin: "0 0 6px" },
  ".told pre": { padding: "6px 8px", backgroundColor: "var(--sunken)", borderRadius: "4px", whiteSpace: "pre-wrap", fontFamily: CODE, fontSize: "12.5px" },
  ".cm-diagnostic": { padding: "8px 12px", fontSize: "14px" },
  ".cm-diagnostic-error": { borderLeft: "3px solid var(--bad)" },
  ".cm-diagnostic-warning": { borderLeft: "3px solid var(--warn)" },
  ".cm-diagnosticAction": { font: "inherit", backgroundColor: "var(--accent)", color: "var(--accent-ink)", borderRadius: "4px", padding: "3px 10px", border: "0", cursor: "pointer" },
  ".cm-panels": { backgroundColor: "var(--sunken)", color: "var(--ink)", fontFamily: "var(--font-ui)" },
  ".cm-panels input, .cm-panels button": { font: "inherit", color: "var(--ink)", backgroundImage: "none", backgroundColor: "var(--surface)", border: "1px solid var(--line-strong)", borderRadius: "4px" },
  ".cm-problem": { display: "flex", alignItems: "center", flexWrap: "wrap", gap: "8px 16px", justifyContent: "space-between", margin: "6px 16px 8px 8px", padding: "8px 8px 8px 12px", border: "1px solid var(--line)", borderLeft: "3px solid var(--bad)", borderRadius: "8px", backgroundColor: "var(--surface)", boxShadow: "var(--shadow-1)", fontFamily: "var(--font-ui)", fontSize: "14px", lineHeight: "1.4", whiteSpace: "normal" },
  ".cm-problem div": { flex: "1 1 200px", minWidth: "0", overflowWrap: "anywhere" },
  ".cm-problem strong": { display: "block", fontWeight: "600" },
  ".cm-problem span": { color: "var(--ink-3)", fontSize: "13px" },
  ".cm-problem code, .told code": { fontFamily: CODE, fontSize: ".92em" },
  ".cm-problem button": { minHeight: "36px", padding: "0 14px", border: "1px solid var(--accent)", borderRadius: "8px", backgroundColor: "var(--accent)", color: "var(--accent-ink)", font: "500 14px/1.2 var(--font-ui)", cursor: "pointer", overflowWrap: "anywhere" },
  ".cm-problem button:focus-visible": { outline: "2px solid var(--accent)", outlineOffset: "2px" },
  "@media (max-width: 900px)": { ".cm-problem button": { minHeight: "44px", flex: "1 1 100%" }, ".cm-problem": { marginLeft: "4px", marginRight: "8px" } },
});

/** The look of the editor. */
export const editorStyle = [documentLanguage, syntaxHighlighting(proseStyle), syntaxHighlighting(codeStyle), theme];
