// A stand-in for the module `vscode`: what the extension registers is kept, so that a test can ask it as VS Code would.
"use strict";

class Position {
  constructor(line, character) {
    Object.assign(this, { line, character });
  }
}

class Range {
  constructor(start, end) {
    Object.assign(this, { start, end });
  }
}

class Uri {
  constructor(text) {
    this.text = text;
  }
  static parse(text) {
    return new Uri(text);
  }
  toString() {
    return this.text;
  }
}

/** A class whose objects keep what they are made of, by these names. */
const record = (...names) =>
  class {
    constructor(...values) {
      names.forEach((name, place) => (this[name] = values[place]));
    }
  };

class WorkspaceEdit {
  constructor() {
    this.replaced = [];
  }
  replace(uri, range, text) {
    this.replaced.push({ uri: uri.toString(), range, text });
  }
}

const told = { diagnostics: new Map(), errors: [], providers: {}, listeners: {} };
const disposable = { dispose() {} };
const provides = (kind) => (selector, provider) => {
  told.providers[kind] = { selector, provider };
  return disposable;
};
const listens = (name) => (listener) => {
  told.listeners[name] = listener;
  return disposable;
};

const diagnostics = {
  set: (uri, found) => told.diagnostics.set(uri.toString(), found),
  delete: (uri) => told.diagnostics.delete(uri.toString()),
  clear: () => told.diagnostics.clear(),
  dispose() {},
};

module.exports = {
  told,
  Position,
  Range,
  Uri,
  WorkspaceEdit,
  Location: record("uri", "range"),
  Diagnostic: record("range", "message", "severity"),
  Hover: record("contents", "range"),
  MarkdownString: record("value"),
  CompletionItem: record("label", "kind"),
  CodeAction: record("title", "kind"),
  DocumentSymbol: record("name", "detail", "kind", "range", "selectionRange"),
  CodeActionKind: { QuickFix: "quickfix" },
  DiagnosticSeverity: { Error: 0, Warning: 1, Information: 2, Hint: 3 },
  window: { showErrorMessage: (text) => told.errors.push(text) },
  workspace: {
    isTrusted: true,
    workspaceFolders: undefined,
    textDocuments: [],
    getConfiguration: () => ({ get: () => module.exports.workspace.command }),
    onDidOpenTextDocument: listens("opened"),
    onDidChangeTextDocument: listens("changed"),
    onDidCloseTextDocument: listens("closed"),
    onDidGrantWorkspaceTrust: listens("trusted"),
  },
  languages: {
    match: (selector, document) => (selector.language === document.languageId && document.uri.text.startsWith(`${selector.scheme}:`) ? 10 : 0),
    createDiagnosticCollection: () => diagnostics,
    registerCompletionItemProvider: provides("completion"),
    registerHoverProvider: provides("hover"),
    registerDefinitionProvider: provides("definition"),
    registerReferenceProvider: provides("references"),
    registerRenameProvider: provides("rename"),
    registerDocumentSymbolProvider: provides("symbols"),
    registerCodeActionsProvider: provides("actions"),
  },
};
