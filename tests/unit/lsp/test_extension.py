"""The VS Code extension: its package, and the answers of its providers with the real server.

It runs in a replacement of the module `vscode` (`tests/support/vscode_stand_in.cjs`), which stores what is registered.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import zipfile
from importlib.metadata import version
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from deno import find_deno_bin

from ludotome.language import references
from tests.support.house import ROOT
from tests.support.renaming import read_shipped, shipped
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
    ran = run_script(script)
    assert ran.returncode == 0, ran.stderr
    said = json.loads(ran.stdout)
    assert {"completionProvider", "hoverProvider", "renameProvider"} <= set(said["capabilities"])
    assert "textDocument/publishDiagnostics" in said["told"]
    assert "there is no name here" in said["refused"]


def run_script(script: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [find_deno_bin(), "run", "-A", "--no-remote", "--no-npm", "--no-lock", "--no-prompt", str(script)]
    return subprocess.run([*command, *arguments], capture_output=True, text=True, timeout=300, check=False)


def session(folder: Path, text: str, trust: str) -> dict[str, Any]:
    """Open *text* in the packaged extension and return the results of its providers."""
    package = folder / "ludotome.vsix"
    write_extension(package)
    with zipfile.ZipFile(package) as archive:
        archive.extractall(folder)
    module = folder / "node_modules" / "vscode"
    module.mkdir(parents=True)
    shutil.copy(ROOT / "tests" / "support" / "vscode_stand_in.cjs", module / "index.js")
    script = folder / "session.cjs"
    shutil.copy(ROOT / "tests" / "support" / "vscode_session.cjs", script)
    given = json.dumps([text, (folder / "pig.md").as_uri(), [sys.executable, "-m", "ludotome", "lsp"]])
    ran = run_script(script, given, trust)
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)  # type: ignore[no-any-return]


def test_the_packaged_extension_answers_in_an_editor(tmp_path: Path) -> None:
    text = shipped("pig").replace("delta: pot }", "delta: pott }")
    said = session(tmp_path, text, "trusted")
    assert said["errors"] == []
    assert said["found"] == [["LT202", 0, "ludotome"]]
    line = text[: text.index("pott }")].count("\n")
    assert said["fixes"] == [["write `pot`", "quickfix", [[(tmp_path / "pig.md").as_uri(), line, "pot"]]]]
    assert said["afterwards"] == []
    assert said["hover"].startswith("**variable** `pot`")
    assert said["definition"] == text[: text.index("name: pot")].count("\n")
    uses = references(shipped("pig"), shipped("pig").index("pot }"), read_shipped)
    assert said["references"] == said["renamed"] == len(uses)
    assert ["pot", 19] in said["completion"]
    assert ["actions", 2] in said["symbols"]
    assert said["prepared"] == line
    assert "already means something else" in said["refused"]
    assert said["letter"] == 0  # a Markdown file that is not a game is ignored


def test_the_extension_shows_only_diagnostics_in_an_untrusted_workspace(tmp_path: Path) -> None:
    said = session(tmp_path, shipped("pig").replace("delta: pot }", "delta: pott }"), "untrusted")
    assert said["found"] == [["LT202", 0, "ludotome"]]
    assert said["afterwards"] == said["fixes"] == said["completion"] == said["symbols"] == []
    assert (said["references"], said["renamed"], "hover" in said) == (0, 0, False)
