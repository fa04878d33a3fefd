"""Gate: decide whether a request is accepted, before any other code sees it.

Every web page that is open in the user's browser can send requests to this machine. Therefore:

    * `Host` must name this machine and port (which prevents DNS rebinding);
    * `Origin` must be the studio's own; it is required on sockets and writes;
    * a request that a browser marks as cross-site (`Sec-Fetch-Site`) is refused unless it opens a page;
    * the cookie of this session is required; a GET with the start token sets it, HttpOnly and SameSite=Strict;
    * a body is at most `MOST_BODY` bytes.

`/healthz` needs no cookie; it says only that the studio runs. A public site has no cookie: anybody may use it through
its own host name, within `limits`; `/metrics` is for programs on its machine. Every response has the security headers
below.

This module does not know the routes.
"""

from __future__ import annotations

import hmac
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qsl, quote, urlencode

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ludotome.export import escaped
from ludotome.studio.settings import METRICS_PATH, Settings, is_loopback

MOST_BODY = 4 * 2**20  # bytes
OPEN_PATH = "/healthz"

_READS = ("GET", "HEAD")
_POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; worker-src 'self' blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
SECURITY_HEADERS = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    "Cache-Control": "no-store",
}


class TooLargeError(Exception):
    """A body has more than `MOST_BODY` bytes."""


class Gate:
    """The ASGI application *app* behind the checks."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._settings = settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request or socket, or pass it on."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        refusal = self._refusal(scope)
        if scope["type"] == "websocket":
            if refusal is None:
                await self._app(scope, receive, send)
            else:
                await send({"type": "websocket.close", "code": 1008, "reason": refusal})
            return
        secured = _with_headers(send, self._settings)
        if refusal is not None:
            response = self._exchanged(scope) or _refused(scope, refusal)
            await response(scope, receive, secured)
            return
        try:
            await self._app(scope, _bounded(scope, receive), secured)
        except TooLargeError:
            message = f"the request is larger than {MOST_BODY:,} bytes"
            await JSONResponse({"error": {"code": "too-large", "message": message}}, 413)(scope, receive, secured)

    def _refusal(self, scope: Scope) -> str | None:
        """Return why a request is refused; None if it is accepted."""
        headers = Headers(scope=scope)
        is_public = self._settings.public is not None
        if is_public and scope["path"] in (OPEN_PATH, METRICS_PATH):
            if _is_from_this_machine(scope, headers):
                return None
            if scope["path"] == METRICS_PATH:
                return "metrics are only for programs on the machine of this site"
        if headers.get("host") not in self._settings.hosts or len(headers.getlist("host")) != 1:
            return "unknown host name; open the address that `ludotome serve` printed"
        is_write = scope["type"] == "websocket" or scope["method"] not in _READS
        origins = headers.getlist("origin")
        if any(origin not in self._settings.origins for origin in origins) or (is_write and len(origins) != 1):
            return "the request comes from another page"
        is_page = headers.get("sec-fetch-mode") == "navigate" and headers.get("sec-fetch-dest") == "document"
        if headers.get("sec-fetch-site", "none") not in ("same-origin", "none") and not is_page:
            return "the request comes from another page"
        if (
            is_public
            or scope["path"] == OPEN_PATH
            or _equal(_cookie(headers, self._settings.cookie), self._settings.session)
        ):
            return None
        return "open the address that `ludotome serve` printed: it contains the key of this session"

    def _exchanged(self, scope: Scope) -> Response | None:
        """Return the response that exchanges a start token for the cookie; None without a valid token."""
        headers = Headers(scope=scope)
        if self._settings.public is not None:
            return None
        if scope["method"] != "GET" or headers.get("host") not in self._settings.hosts or "origin" in headers:
            return None
        query = parse_qsl(scope["query_string"].decode("latin-1"))
        if not any(key == "token" and _equal(value, self._settings.token) for key, value in query):
            return None
        rest = urlencode([(key, value) for key, value in query if key != "token"])
        # A path that starts with two slashes would be another host.
        path = quote("/" + scope["path"].lstrip("/"), safe="/%")
        target = f"{path}?{rest}" if rest else path
        response: Response = RedirectResponse(target, 303)
        if headers.get("sec-fetch-site") == "cross-site":
            # The request follows a link on another site. A browser sends a strict cookie only after a redirect by our
            # own page.
            response = HTMLResponse(f'<meta http-equiv="refresh" content="0;url={escaped(target)}">')
        response.set_cookie(self._settings.cookie, self._settings.session, httponly=True, samesite="strict", path="/")
        return response


def _refused(scope: Scope, reason: str) -> Response:
    if scope["path"].startswith("/api/"):
        return JSONResponse({"error": {"code": "refused", "message": reason}}, 403)
    return PlainTextResponse(f"Refused: {reason}.\n", 403)


def _cookie(headers: Headers, name: str) -> str:
    for line in headers.getlist("cookie"):
        try:
            found = SimpleCookie(line).get(name)
        except CookieError:
            continue
        if found is not None:
            return found.value
    return ""


def _equal(given: str, secret: str) -> bool:
    return hmac.compare_digest(given.encode(), secret.encode())


def _is_from_this_machine(scope: Scope, headers: Headers) -> bool:
    """Whether the request comes from a program on this machine and not through a proxy, which names its client."""
    peer = (scope.get("client") or ("", 0))[0]
    return is_loopback(peer) and "x-forwarded-for" not in headers and "forwarded" not in headers


def _with_headers(send: Send, settings: Settings) -> Send:
    async def secured(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            if settings.public is not None and settings.public.startswith("https:"):
                headers.setdefault("Strict-Transport-Security", "max-age=31536000")
            for name, value in SECURITY_HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return secured


def _bounded(scope: Scope, receive: Receive) -> Receive:
    """Return *receive*, which raises `TooLargeError` once more than `MOST_BODY` bytes have arrived or are announced."""
    announced = Headers(scope=scope).get("content-length", "0")
    total = int(announced) if announced.isdecimal() else 0
    if total > MOST_BODY:
        raise TooLargeError
    seen = 0

    async def bounded() -> Message:
        nonlocal seen
        message = await receive()
        seen += len(message.get("body", b""))
        if seen > MOST_BODY:
            raise TooLargeError
        return message

    return bounded
