"""Access to the studio: every route and socket refuses foreign hosts, foreign pages and a missing cookie."""

from __future__ import annotations

from pathlib import Path

import pytest
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from ludotome.studio import Settings, UnsafeHostError
from ludotome.studio.app import all_routes
from ludotome.studio.gate import MOST_BODY, OPEN_PATH, SECURITY_HEADERS
from ludotome.studio.services import Services
from tests.support.studio import studio_client

VALUES: dict[str, str] = {"{name:path}": "chess", "{id:int}": "1", "{name}": "chess", "{id}": "none"}


def _filled(path: str) -> str:
    for hole, value in VALUES.items():
        path = path.replace(hole, value)
    assert "{" not in path, f"say in VALUES what to put for the parameter of {path}"
    return path


def _requests(routes: list[BaseRoute]) -> list[tuple[str, str]]:
    """Return method and path of every route; a socket has the method SOCKET."""
    found = []
    for route in routes:
        assert not isinstance(route, Mount), "what is mounted is not walked"
        if isinstance(route, WebSocketRoute):
            found.append(("SOCKET", _filled(route.path)))
        else:
            assert isinstance(route, Route)
            assert route.methods, f"{route.path} answers any method; list them"
            found += [(method, _filled(route.path)) for method in sorted(route.methods)]
    return found


REQUESTS = _requests(all_routes(Services.for_settings(Settings())))


def _is_refused(client: TestClient, method: str, path: str, **headers: str | None) -> bool:
    """Return whether the gate refuses the request; a header that is None is omitted."""
    sent = {name: value for name, value in (dict(client.headers) | headers).items() if value is not None}
    client.headers.clear()
    client.headers.update(sent)
    if method == "SOCKET":
        try:
            with client.websocket_connect(path, headers=sent):
                return False
        except WebSocketDisconnect as closed:
            return closed.code == 1008
    answer = client.request(method, path)
    return answer.status_code == 403 and (method == "HEAD" or "Refused" in answer.text or '"refused"' in answer.text)


@pytest.mark.parametrize(("method", "path"), REQUESTS)
def test_every_route_refuses_everybody_but_its_user(method: str, path: str, tmp_path: Path) -> None:
    with studio_client(tmp_path) as client:
        assert _is_refused(client, method, path, host="evil.example:8642")
    with studio_client(tmp_path) as client:
        assert _is_refused(client, method, path, host="127.0.0.1:1")
    with studio_client(tmp_path) as client:
        assert _is_refused(client, method, path, origin="http://evil.example")
    with studio_client(tmp_path) as client:
        assert _is_refused(client, method, path, origin="http://127.0.0.1:3000")
    with studio_client(tmp_path) as client:
        is_read = method in ("GET", "HEAD")
        assert is_read or _is_refused(client, method, path, origin=None)
    with studio_client(tmp_path, has_cookie=False) as client:
        assert path == OPEN_PATH or _is_refused(client, method, path)
    with studio_client(tmp_path) as client:
        client.cookies.set(Settings().cookie, "guess")
        assert path == OPEN_PATH or _is_refused(client, method, path)
    with studio_client(tmp_path) as client:
        assert _is_refused(client, method, path, **{"sec-fetch-site": "same-site", "sec-fetch-mode": "no-cors"})


def test_the_walk_covers_reads_and_writes() -> None:
    assert {"GET", "PUT", "POST"} <= {method for method, _ in REQUESTS}
    assert len(REQUESTS) > 10


def test_the_start_token_is_exchanged_for_a_cookie(tmp_path: Path) -> None:
    with studio_client(tmp_path, has_cookie=False) as client:
        settings: Settings = client.settings  # type: ignore[attr-defined]
        del client.headers["origin"]
        assert client.get("/?token=wrong").status_code == 403
        assert client.head(f"/?token={settings.token}").status_code == 403
        answer = client.get(f"/help?q=a%20b&token={settings.token}")
        assert answer.status_code == 303
        assert answer.headers["location"] == "/help?q=a+b"
        cookie = answer.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "samesite=strict" in cookie.lower()
        assert settings.token not in cookie
        assert client.get("/").status_code == 200
        assert client.get(f"//evil.example/?token={settings.token}").headers.get("location", "/") != "//evil.example/"


def test_a_link_in_another_page_leads_through_a_page_of_our_own(tmp_path: Path) -> None:
    """A browser would not send the strict cookie after a redirect that another site began."""
    with studio_client(tmp_path, has_cookie=False) as client:
        settings: Settings = client.settings  # type: ignore[attr-defined]
        del client.headers["origin"]
        sent = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document"}
        answer = client.get(f'/play/"><b>?x="y"&token={settings.token}', headers=sent)
        assert answer.status_code == 200
        assert settings.cookie in answer.headers["set-cookie"]
        assert answer.text == '<meta http-equiv="refresh" content="0;url=/play/%22%3E%3Cb%3E?x=%22y%22">'
        assert client.get("/", headers=sent).status_code == 200


def test_the_token_opens_nothing_for_a_foreign_page(tmp_path: Path) -> None:
    with studio_client(tmp_path, has_cookie=False) as client:
        settings: Settings = client.settings  # type: ignore[attr-defined]
        address = f"/?token={settings.token}"
        assert client.get(address, headers={"Origin": "http://evil.example"}).status_code == 403
        del client.headers["origin"]
        assert client.get(address, headers={"Host": "evil.example"}).status_code == 403


def test_every_answer_has_the_security_headers(tmp_path: Path) -> None:
    with studio_client(tmp_path) as client:
        for path in ("/", "/healthz", "/api/documents", "/nothing", "/api/documents/nothing.md", "/web/tokens.css"):
            sent = client.get(path).headers
            assert [name for name in SECURITY_HEADERS if name not in sent] == [], path
            assert "'unsafe-inline'" not in sent["content-security-policy"]


def test_a_large_body_is_refused(tmp_path: Path) -> None:
    body = b" " * (MOST_BODY + 1)
    with studio_client(tmp_path) as client:
        assert client.put("/api/documents/x.md", content=body).status_code == 413
        in_parts = client.put("/api/documents/x.md", content=(body[i : i + 2**20] for i in range(0, len(body), 2**20)))
        assert in_parts.status_code == 413
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.4", "example.org", "", "127.0.0.1.example.org"])
def test_an_address_that_others_reach_is_refused(host: str) -> None:
    with pytest.raises(UnsafeHostError, match=r"127\.0\.0\.1"):
        Settings(host=host)


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "::1", "127.0.0.5"])
def test_an_address_of_this_machine_is_taken(host: str) -> None:
    settings = Settings(host=host, port=7)
    assert settings.address.removeprefix("http://").rstrip("/") in settings.hosts
