"""The VS Code extension: what its package says, and its connection, driven with the real server."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import zipfile
from importlib.metadata import version
from pathlib import Path
from xml.etree import ElementTree

from deno import find_deno_bin

from tools.package_extension import EXTENSION, FILES, write_extension

PACKAGE = json.loads((EXTENSION / "package.json").read_text(encoding="utf-8"))
GRAMMAR = json.loads((EXTENSION / "syntaxes" / "ludotome.tmLanguage.json").read_text(encoding="utf-8"))
SCRIPT = """
const { Connection } = require(CONNECTION);
const told = [];
const connection = new Connection(COMMAND[0], COMMAND.slice(1), (method, params) => told.push([method, params]));
(async () => {
  const found = await connection.request("initialize", { processId: null, rootUri: null, capabilities: {} });
  connection.notify("initialized", {});
  const text = "```yaml\\nmetadata: 1\\n```";
  const textDocument = { uri: "file:///game.md", languageId: "markdown", version: 1, text };
  connection.notify("textDocument/didOpen", { textDocument });
  const outline = await connection.request("textDocument/documentSymbol", { textDocument: { uri: textDocument.uri } });
  const params = { textDocument: { uri: textDocument.uri }, position: { line: 0, character: 0 }, newName: "x" };
  const refused = await connection.request("textDocument/rename", params).catch((error) => error.message);
  const capabilities = Object.keys(found.capabilities);
  console.log(JSON.stringify({ capabilities, told: told.map((one) => one[0]), outline, refused }));
  connection.process.on("exit", () => process.exit(0)); // the test waits until the server has ended
  connection.stop();
})();
"""


def test_the_package_is_a_zip_with_everything_the_extension_needs(tmp_path: Path) -> None:
    target = tmp_path / "ludotome.vsix"
    write_extension(target)
    with zipfile.ZipFile(target) as archive:
        assert archive.testzip() is None
        names = set(archive.namelist())
        assert {f"extension/{name}" for name in FILES} <= names
        for name in ("[Content_Types].xml", "extension.vsixmanifest"):
            ElementTree.fromstring(archive.read(name))
        manifest = archive.read("extension.vsixmanifest").decode()
    assert f'Version="{PACKAGE["version"]}"' in manifest
    assert PACKAGE["version"] == version("ludotome")
    first = target.read_bytes()
    write_extension(target)
    assert target.read_bytes() == first


def test_a_workspace_cannot_choose_the_program_that_is_started() -> None:
    (setting,) = PACKAGE["contributes"]["configuration"]["properties"].values()
    assert setting["scope"] == "machine"
    trust = PACKAGE["capabilities"]["untrustedWorkspaces"]
    assert trust["supported"] == "limited"
    assert trust["restrictedConfigurations"] == ["ludotome.server.command"]


def test_the_grammar_finds_fences_sections_effects_and_bindings() -> None:
    begin = GRAMMAR["repository"]["block"]["begin"].replace(r"(^|\G)", "^").replace("(?i:(yaml|yml))", "(yaml|yml)")
    assert re.search(begin, "```yaml title=x")
    assert not re.search(begin, "```python")
    words = {one["name"].split(".")[-2]: one["match"] for one in GRAMMAR["repository"]["words"]["patterns"]}
    assert re.search(words["section"], "globalVars: []")
    assert re.search(words["effect"], "- setVar: { }")
    assert re.search(words["parameter"], "to: $card")


def test_the_connection_of_the_extension_talks_to_the_server(tmp_path: Path) -> None:
    head = f"const CONNECTION = {json.dumps(str(EXTENSION / 'connection.js'))};\n"
    head += f"const COMMAND = {json.dumps([sys.executable, '-m', 'ludotome', 'lsp'])};\n"
    script = tmp_path / "script.cjs"
    script.write_text(head + SCRIPT, encoding="utf-8")
    command = [find_deno_bin(), "run", "-A", "--no-remote", "--no-npm", "--no-lock", "--no-prompt", str(script)]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert ran.returncode == 0, ran.stderr
    said = json.loads(ran.stdout)
    assert {"completionProvider", "hoverProvider", "renameProvider"} <= set(said["capabilities"])
    assert "textDocument/publishDiagnostics" in said["told"]
    assert "there is no name here" in said["refused"]
