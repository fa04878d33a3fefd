// The Ludotome extension for VS Code: it starts `ludotome lsp` and carries messages between the two.
//
// It has no dependencies: the few parts of the Language Server Protocol that are needed are written here. The program to
// start is a setting of the machine, so a workspace cannot choose it. In an untrusted workspace the server answers with
// diagnostics only.
"use strict";

const vscode = require("vscode");
const { Connection } = require("./connection.js");

const SELECTOR = { language: "markdown", scheme: "file" };
const SEVERITIES = [undefined, 0, 1, 2, 3]; // the protocol counts from 1, VS Code from 0

/** @type {Connection | undefined} */
let connection;

const position = (/** @type {any} */ p) => new vscode.Position(p.line, p.character);
const range = (/** @type {any} */ r) => new vscode.Range(position(r.start), position(r.end));
const plain = (/** @type {any} */ p) => ({ line: p.line, character: p.character });
const at = (/** @type {any} */ document, /** @type {any} */ place) => ({
  textDocument: { uri: document.uri.toString() },
  position: plain(place),
});

function workspaceEdit(/** @type {any} */ edit) {
  const made = new vscode.WorkspaceEdit();
  for (const [uri, changes] of Object.entries(edit?.changes ?? {}))
    for (const change of changes) made.replace(vscode.Uri.parse(uri), range(change.range), change.newText);
  return made;
}

function symbol(/** @type {any} */ one) {
  const made = new vscode.DocumentSymbol(one.name, one.detail ?? "", one.kind - 1, range(one.range), range(one.selectionRange));
  made.children = (one.children ?? []).map(symbol);
  return made;
}

/** A document is ours if one of its YAML blocks has `metadata`; other Markdown files are left alone. */
function isGame(/** @type {any} */ document) {
  return vscode.languages.match(SELECTOR, document) > 0 && /^\s*metadata\s*:/m.test(document.getText());
}

async function start(/** @type {any} */ context, /** @type {any} */ diagnostics) {
  const [command, ...args] = vscode.workspace.getConfiguration("ludotome").get("server.command") ?? ["ludotome", "lsp"];
  connection = new Connection(command, args, (method, params) => {
    if (method !== "textDocument/publishDiagnostics") return;
    const found = params.diagnostics.map((/** @type {any} */ one) => {
      const made = new vscode.Diagnostic(range(one.range), one.message, SEVERITIES[one.severity] ?? 0);
      made.code = one.code;
      made.source = one.source;
      return made;
    });
    diagnostics.set(vscode.Uri.parse(params.uri), found);
  });
  const folders = (vscode.workspace.workspaceFolders ?? []).map((/** @type {any} */ one) => ({
    uri: one.uri.toString(),
    name: one.name,
  }));
  try {
    await connection.request("initialize", {
      processId: process.pid,
      rootUri: folders[0]?.uri ?? null,
      workspaceFolders: folders,
      capabilities: {},
      initializationOptions: { trusted: vscode.workspace.isTrusted },
    });
  } catch (error) {
    vscode.window.showErrorMessage(
      `Ludotome: cannot start \`${command}\`: ${error}. Run \`pip install 'ludotome[lsp]'\`, or set \`ludotome.server.command\`.`,
    );
    connection = undefined;
    return;
  }
  connection.notify("initialized", {});
  for (const document of vscode.workspace.textDocuments) opened(document);
  context.subscriptions.push({ dispose: () => connection?.stop() });
}

const open = new Set();

function opened(/** @type {any} */ document) {
  const uri = document.uri.toString();
  if (!isGame(document) || open.has(uri)) return;
  open.add(uri);
  const item = { uri, languageId: "markdown", version: document.version, text: document.getText() };
  connection?.notify("textDocument/didOpen", { textDocument: item });
}

function changed(/** @type {any} */ event) {
  const uri = event.document.uri.toString();
  if (!open.has(uri)) return opened(event.document);
  connection?.notify("textDocument/didChange", {
    textDocument: { uri, version: event.document.version },
    contentChanges: [{ text: event.document.getText() }],
  });
}

function closed(/** @type {any} */ document) {
  const uri = document.uri.toString();
  if (open.delete(uri)) connection?.notify("textDocument/didClose", { textDocument: { uri } });
}

/** Ask the server about an open document; anything else has no answer. */
async function ask(/** @type {string} */ method, /** @type {any} */ document, /** @type {any} */ params) {
  return open.has(document.uri.toString()) ? connection?.request(method, params) : undefined;
}

const providers = {
  async provideCompletionItems(/** @type {any} */ document, /** @type {any} */ place) {
    const found = (await ask("textDocument/completion", document, at(document, place))) ?? [];
    return found.map((/** @type {any} */ one) => {
      const item = new vscode.CompletionItem(one.label, one.kind - 1);
      item.detail = one.detail;
      item.sortText = one.sortText;
      item.insertText = one.textEdit.newText;
      item.range = range(one.textEdit.range);
      return item;
    });
  },
  async provideHover(/** @type {any} */ document, /** @type {any} */ place) {
    const found = await ask("textDocument/hover", document, at(document, place));
    return found ? new vscode.Hover(new vscode.MarkdownString(found.contents.value), range(found.range)) : undefined;
  },
  async provideDefinition(/** @type {any} */ document, /** @type {any} */ place) {
    const found = await ask("textDocument/definition", document, at(document, place));
    return found ? new vscode.Location(vscode.Uri.parse(found.uri), range(found.range)) : undefined;
  },
  async provideReferences(/** @type {any} */ document, /** @type {any} */ place, /** @type {any} */ context) {
    const asked = { ...at(document, place), context: { includeDeclaration: context.includeDeclaration } };
    const found = (await ask("textDocument/references", document, asked)) ?? [];
    return found.map((/** @type {any} */ one) => new vscode.Location(vscode.Uri.parse(one.uri), range(one.range)));
  },
  async prepareRename(/** @type {any} */ document, /** @type {any} */ place) {
    const found = await ask("textDocument/prepareRename", document, at(document, place));
    if (!found) throw new Error("This name is not declared in the document.");
    return range(found);
  },
  async provideRenameEdits(/** @type {any} */ document, /** @type {any} */ place, /** @type {string} */ newName) {
    return workspaceEdit(await ask("textDocument/rename", document, { ...at(document, place), newName }));
  },
  async provideDocumentSymbols(/** @type {any} */ document) {
    const asked = { textDocument: { uri: document.uri.toString() } };
    return ((await ask("textDocument/documentSymbol", document, asked)) ?? []).map(symbol);
  },
  async provideCodeActions(/** @type {any} */ document, /** @type {any} */ chosen) {
    const asked = {
      textDocument: { uri: document.uri.toString() },
      range: { start: plain(chosen.start), end: plain(chosen.end) },
      context: { diagnostics: [] },
    };
    return ((await ask("textDocument/codeAction", document, asked)) ?? []).map((/** @type {any} */ one) => {
      const made = new vscode.CodeAction(one.title, vscode.CodeActionKind.QuickFix);
      made.edit = workspaceEdit(one.edit);
      made.isPreferred = true;
      return made;
    });
  },
};

exports.activate = async function activate(/** @type {any} */ context) {
  const diagnostics = vscode.languages.createDiagnosticCollection("ludotome");
  const { languages, workspace } = vscode;
  context.subscriptions.push(
    diagnostics,
    workspace.onDidOpenTextDocument(opened),
    workspace.onDidChangeTextDocument(changed),
    workspace.onDidCloseTextDocument(closed),
    languages.registerCompletionItemProvider(SELECTOR, providers, "$", ".", ":"),
    languages.registerHoverProvider(SELECTOR, providers),
    languages.registerDefinitionProvider(SELECTOR, providers),
    languages.registerReferenceProvider(SELECTOR, providers),
    languages.registerRenameProvider(SELECTOR, providers),
    languages.registerDocumentSymbolProvider(SELECTOR, providers),
    languages.registerCodeActionsProvider(SELECTOR, providers),
    workspace.onDidGrantWorkspaceTrust(async () => {
      connection?.stop();
      open.clear();
      await start(context, diagnostics);
    }),
  );
  await start(context, diagnostics);
};

exports.deactivate = () => connection?.stop();
