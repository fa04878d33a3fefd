"""The JavaScript modules have types, need no build step, and can be joined to one script."""

from __future__ import annotations

import json
import re

from tests.support.engine import WEB, run_deno

OPTIONS = {"compilerOptions": {"checkJs": True, "strict": True, "lib": ["deno.window", "dom"]}}
DECLARED = re.compile(r"^(?:export )?(?:async )?(?:function|class|const|let) (\w+)", re.MULTILINE)


def modules():
    return sorted(path for path in WEB.rglob("*.js"))


def engine_modules():
    return [WEB / "engine.js", *sorted((WEB / "engine").glob("*.js"))]


def test_every_module_passes_the_type_checker(tmp_path):
    config = tmp_path / "deno.json"
    config.write_text(json.dumps(OPTIONS))
    ended = run_deno("check", "--no-remote", "--config", str(config), *map(str, modules()))
    assert ended.returncode == 0, ended.stderr


def test_the_type_checker_would_find_a_mistake(tmp_path):
    config, wrong = tmp_path / "deno.json", tmp_path / "wrong.js"
    config.write_text(json.dumps(OPTIONS))
    wrong.write_text("/** @param {number} n */\nexport function half(n) { return n.length; }\n")
    assert run_deno("check", "--no-remote", "--config", str(config), str(wrong)).returncode == 1


def test_modules_of_the_engine_can_be_joined_to_one_script():
    texts = {path.name: path.read_text(encoding="utf-8") for path in engine_modules()}
    names = [name for text in texts.values() for name in DECLARED.findall(text)]
    assert len(names) > 30
    assert sorted(names) == sorted(set(names))
    for text in texts.values():
        assert "export default" not in text
        assert not re.search(r"^import [^;]* as ", text, re.MULTILINE)
        assert all(line.endswith('.js";') for line in re.findall(r"^import .*$", text, re.MULTILINE))
