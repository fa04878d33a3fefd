"""Extension: a Python module written in C, compiled once and imported from the cache.

This requires the headers of the running Python, and a Python whose C calls hold the GIL. Otherwise `build_extension`
raises `ToolError` with code `no-headers`, and the caller continues without the extension.

This module does not know the purpose of the module.
"""

from __future__ import annotations

import sys
from importlib.machinery import ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

from ludotome.toolchain.build import LIBRARY_FLAGS, LIBRARY_SUFFIX, build_file
from ludotome.toolchain.errors import ToolError

# Python's own functions are resolved when Python loads the module.
_LATE = ("-undefined", "dynamic_lookup") if sys.platform == "darwin" else ()


def build_extension(c_source: str, *, name: str) -> ModuleType:
    """Return *c_source* compiled and imported as the module *name*; its `PyInit_` function must have that name too.

    Raises `ToolError` with code `no-headers`, or one of those of `build`.
    """
    # The version is part of the build, because another Python could not load the module.
    flags = (f"-I{_headers()}", "-std=c11", f"-DLUDOTOME_PYTHON={sys.hexversion}", *LIBRARY_FLAGS, *_LATE)
    path = build_file(c_source, name=name, flags=flags, suffix=LIBRARY_SUFFIX)
    spec = spec_from_file_location(name, path, loader=ExtensionFileLoader(name, str(path)))
    assert spec is not None
    assert spec.loader is not None
    try:
        module = module_from_spec(spec)
        spec.loader.exec_module(module)
    except ImportError as error:
        raise ToolError("load-failed", f"cannot import the compiled module `{path}`: {error}") from error
    return module


def _headers() -> Path:
    import sysconfig

    folder = Path(sysconfig.get_path("include"))
    if sys.platform == "win32" or sys.implementation.name != "cpython" or not (folder / "Python.h").is_file():
        raise ToolError("no-headers", f"there is no `Python.h` for this Python in `{folder}`; install its headers")
    if sysconfig.get_config_var("Py_GIL_DISABLED"):
        raise ToolError("no-headers", "this Python has no GIL, on which extension modules rely")
    return folder
