// The extension in a stand-in for VS Code, with the real server: what each provider gives for a document.
const vscode = require("vscode");
const { activate, deactivate } = require("./extension/extension.js");
const { told, workspace } = vscode;

const [TEXT, URI, COMMAND] = JSON.parse(process.argv[2]);
workspace.command = COMMAND;
workspace.isTrusted = process.argv[3] !== "untrusted";
const open = (text, uri = URI, version = 1) => ({ uri: vscode.Uri.parse(uri), languageId: "markdown", version, getText: () => text });
const place = (text, words) => {
  const lines = text.slice(0, text.indexOf(words) + 1).split("\n");
  return new vscode.Position(lines.length - 1, lines[lines.length - 1].length - 1);
};
const whole = new vscode.Range(new vscode.Position(0, 0), new vscode.Position(9999, 0));
const diagnosed = async () => {
  while (!told.diagnostics.has(URI)) await new Promise((done) => setTimeout(done, 20));
  return told.diagnostics.get(URI);
};

(async () => {
  const said = {};
  const context = { subscriptions: [] };
  workspace.textDocuments = [open(TEXT), open("# A letter", "file:///letter.md")];
  await activate(context);
  const { completion, hover, definition, references, rename, symbols, actions } = Object.fromEntries(Object.entries(told.providers).map(([kind, one]) => [kind, one.provider]));
  const document = workspace.textDocuments[0];
  said.found = (await diagnosed()).map((one) => [one.code, one.severity, one.source]);
  const fixes = await actions.provideCodeActions(document, whole);
  said.fixes = fixes.map((one) => [one.title, one.kind, one.edit.replaced.map((edit) => [edit.uri, edit.range.start.line, edit.text])]);
  const fixed = TEXT.replace("pott", "pot");
  told.diagnostics.clear();
  const changed = open(fixed, URI, 2);
  told.listeners.changed({ document: changed });
  said.afterwards = (await diagnosed()).map((one) => one.code);
  const name = place(fixed, "pot }");
  said.hover = (await hover.provideHover(changed, name))?.contents.value.split("\n")[0];
  said.definition = (await definition.provideDefinition(changed, name))?.range.start.line;
  said.references = (await references.provideReferences(changed, name, { includeDeclaration: true })).length;
  said.completion = (await completion.provideCompletionItems(changed, name)).map((one) => [one.label, one.kind]);
  said.symbols = (await symbols.provideDocumentSymbols(changed)).map((one) => [one.name, one.children.length]);
  said.prepared = await rename.prepareRename(changed, name).then((one) => one.start.line, (error) => error.message);
  said.renamed = await rename.provideRenameEdits(changed, name, "kitty").then((one) => one.replaced.length, (error) => error.message);
  said.refused = await rename.provideRenameEdits(changed, name, "score").then(() => null, (error) => error.message);
  said.letter = (await completion.provideCompletionItems(workspace.textDocuments[1], new vscode.Position(0, 0))).length;
  said.errors = told.errors;
  told.listeners.closed(changed);
  for (const one of context.subscriptions) one.dispose();
  deactivate();
  console.log(JSON.stringify(said));
})();
