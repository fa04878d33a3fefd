// What the workshop uses of CodeMirror. `npm run build` makes src/ludotome/web/vendor/codemirror.js of it.
export { autocompletion, completionKeymap } from "@codemirror/autocomplete";
export { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
export { yamlLanguage } from "@codemirror/lang-yaml";
export { bracketMatching, defineLanguageFacet, HighlightStyle, indentUnit, Language, languageDataProp, syntaxHighlighting } from "@codemirror/language";
export { lintGutter, nextDiagnostic, setDiagnostics } from "@codemirror/lint";
export { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
export { EditorSelection, EditorState, StateEffect, StateField } from "@codemirror/state";
export { Decoration, drawSelection, EditorView, highlightActiveLine, highlightActiveLineGutter, hoverTooltip, keymap, lineNumbers, WidgetType } from "@codemirror/view";
export { tags } from "@lezer/highlight";
// The grammar alone: the language package brings HTML, CSS and JavaScript along.
export { parseCode, parser as markdownParser } from "@lezer/markdown";
