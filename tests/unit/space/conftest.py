"""The two forms of every search: each test with the argument `form` runs with both."""

from __future__ import annotations

import pytest


@pytest.fixture(params=["python", "c"])
def form(request):
    return request.param
