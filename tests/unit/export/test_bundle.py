"""Modules are joined to one script: each once, after its imports, and only in supported forms."""

from __future__ import annotations

import pytest

from ludotome.export import bundle
from ludotome.export.bundle import bundled
from tests.support.deno import run_script


def joined(monkeypatch: pytest.MonkeyPatch, modules: dict[str, str], **options: tuple[str, ...]) -> str:
    monkeypatch.setattr(bundle, "web_text", modules.__getitem__)
    return bundled("main.js", **options)


def test_names_of_different_modules_do_not_meet(monkeypatch: pytest.MonkeyPatch) -> None:
    modules = {
        "main.js": 'import { one } from "./a.js";\nimport { two } from "./b/b.js";\nexport const sum = one + two();\n',
        "a.js": "const secret = 1;\nexport const one = secret;\n",
        "b/b.js": 'import { one } from "../a.js";\nconst secret = 10;\nexport const two = () => secret + one;\n',
    }
    text = joined(monkeypatch, modules, exports=("sum",))
    assert text.count("const secret=1;") == 1
    assert run_script(f"{text}answer = sum;") == 12


def test_comments_types_and_blanks_are_left_out_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    source = """\
/**
 * A head.
 */
// a line
const url = "http://x/*y*/"; // why
const text = "; // no remark";
  /** doc */
  const cast = /** @type {any} */ (url);
"""
    text = joined(monkeypatch, {"main.js": source})
    kept = 'const url="http://x/*y*/";const text="; // no remark";const cast=(url);'
    assert text == f"{{\nconst m0 = (() => {{\n{kept}return {{  }};\n}})();\n}}\n"


def test_blanks_of_texts_templates_and_regular_expressions_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    source = """\
const two = ["a , b"].map((each) => each);
const plain = `c = ${two[0]} ; d`;
const within = `e ${two.map((each) => `( ${each} )`).join(" , ")} f = g`;
const found = "h , i".replace(/ , /, " = ");
export const all = [...two, plain, within, found, 'it : is', "\\" = "];
"""
    text = joined(monkeypatch, {"main.js": source}, exports=("all",))
    assert run_script(f"{text}answer = all;") == [
        "a , b", "c = a , b ; d", "e ( a , b ) f = g", "h = i", "it : is", '" = ',
    ]  # fmt: skip


def test_a_cycle_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    modules = {"main.js": 'import { a } from "./a.js";\n', "a.js": 'import { b } from "./main.js";\n'}
    with pytest.raises(ValueError, match=r"main\.js -> a\.js -> main\.js"):
        joined(monkeypatch, modules)


@pytest.mark.parametrize(
    "line", ['import x from "./a.js";', 'import * as x from "./a.js";', "export default 3;", "export { a as b };"]
)
def test_another_form_of_import_or_export_is_an_error(monkeypatch: pytest.MonkeyPatch, line: str) -> None:
    with pytest.raises(ValueError, match="cannot be joined"):
        joined(monkeypatch, {"main.js": line + "\n", "a.js": ""})
