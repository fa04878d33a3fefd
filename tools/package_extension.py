"""Package extension: write the VS Code extension as a `.vsix` file, which is a zip archive with two descriptions.

python tools/package_extension.py [FILE]    the default is build/ludotome-VERSION.vsix

The archive has the same bytes for the same files.
"""

from __future__ import annotations

import json
import sys
import zipfile
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape, quoteattr

ROOT = Path(__file__).resolve().parents[1]
EXTENSION = ROOT / "editors" / "vscode"
FILES = ("package.json", "extension.js", "connection.js", "README.md", "syntaxes/ludotome.tmLanguage.json")
_FIRST_DAY = (1980, 1, 1, 0, 0, 0)
_CONTENT_TYPES = """<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
  <Default Extension=".json" ContentType="application/json"/>
  <Default Extension=".js" ContentType="application/javascript"/>
  <Default Extension=".md" ContentType="text/markdown"/>
  <Default Extension=".txt" ContentType="text/plain"/>
  <Default Extension=".vsixmanifest" ContentType="text/xml"/>
</Types>
"""


def manifest(package: dict[str, Any]) -> str:
    """Return the manifest that VS Code reads before it installs the extension."""
    name, version, publisher = (quoteattr(str(package[key])) for key in ("name", "version", "publisher"))
    return f"""<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id={name} Version={version} Publisher={publisher}/>
    <DisplayName>{escape(str(package["displayName"]))}</DisplayName>
    <Description xml:space="preserve">{escape(str(package["description"]))}</Description>
    <Categories>Programming Languages</Categories>
    <Properties>
      <Property Id="Microsoft.VisualStudio.Code.Engine" Value={quoteattr(str(package["engines"]["vscode"]))}/>
      <Property Id="Microsoft.VisualStudio.Code.ExtensionKind" Value="workspace"/>
    </Properties>
    <License>extension/LICENSE.txt</License>
  </Metadata>
  <Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
  <Dependencies/>
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/README.md" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.License" Path="extension/LICENSE.txt" Addressable="true"/>
  </Assets>
</PackageManifest>
"""


def write_extension(target: Path) -> None:
    """Write the extension to *target*."""
    package = json.loads((EXTENSION / "package.json").read_text(encoding="utf-8"))
    parts = {"[Content_Types].xml": _CONTENT_TYPES.encode(), "extension.vsixmanifest": manifest(package).encode()}
    parts |= {f"extension/{name}": (EXTENSION / name).read_bytes() for name in FILES}
    parts["extension/LICENSE.txt"] = (ROOT / "LICENSE").read_bytes()
    target.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            archive.writestr(zipfile.ZipInfo(name, _FIRST_DAY), data, zipfile.ZIP_DEFLATED)


def main(arguments: list[str]) -> int:
    """Write the extension and print its path."""
    if len(arguments) > 1:
        print("error: write at most one file name", file=sys.stderr)
        return 2
    version = json.loads((EXTENSION / "package.json").read_text(encoding="utf-8"))["version"]
    target = Path(arguments[0]) if arguments else ROOT / "build" / f"ludotome-{version}.vsix"
    write_extension(target)
    print(f"wrote {target}; install it with `code --install-extension {target}`")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
