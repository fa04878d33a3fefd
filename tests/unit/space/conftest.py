"""The two forms of every search: each test that takes `form` runs over both."""

from __future__ import annotations

import pytest


@pytest.fixture(params=["python", "c"])
def form(request):
    return request.param
