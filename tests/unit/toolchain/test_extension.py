"""A Python module in C is compiled, imported, and refused if that is not possible."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludotome.toolchain import ToolError, build_extension

SOURCE = """
#include <Python.h>
static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "answering", "", -1, NULL, NULL, NULL, NULL, NULL};
PyMODINIT_FUNC PyInit_answering(void) {
    PyObject *made = PyModule_Create(&module);
    if (made) PyModule_AddIntConstant(made, "answer", 42);
    return made;
}
"""


def test_a_module_is_compiled_and_imported():
    assert build_extension(SOURCE, name="answering").answer == 42


def test_without_headers_it_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setattr("sysconfig.get_path", lambda _name: str(tmp_path))
    with pytest.raises(ToolError, match=r"Python\.h") as caught:
        build_extension(SOURCE, name="answering")
    assert caught.value.code == "no-headers"


def test_a_module_of_another_name_is_refused():
    with pytest.raises(ToolError, match="PyInit_other") as caught:
        build_extension(SOURCE, name="other")
    assert caught.value.code == "load-failed"


def test_what_does_not_compile_is_refused_with_the_compilers_words():
    with pytest.raises(ToolError, match="nonsense") as caught:
        build_extension("#include <nonsense.h>", name="answering")
    assert caught.value.code == "compile-failed"
