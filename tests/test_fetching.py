"""Downloading a bulk file, from a server of our own."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from typer.testing import CliRunner

from anyorder import fetching
from anyorder.cli import app
from model.errors import MalformedError
from scenarios import catalogue
from scenarios.bringing import store
from tests import bring_tools as tools


class Server:
    """What the server has and does: files by path, how many bytes it sends before it breaks off, and what was asked."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}
        self.tag = '"one"'
        self.breaks: list[int] = []
        self.ranges = True
        self.asked: list[tuple[str, dict[str, str]]] = []
        owner = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                owner.answer(self)

            def log_message(self, format: str, *args: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_address[1]}"

    def answer(self, asking: BaseHTTPRequestHandler) -> None:
        self.asked.append((asking.path, dict(asking.headers)))
        if not asking.headers.get("User-Agent", "").startswith("anyorder/") or not asking.headers.get("Accept"):
            asking.send_error(400)  # as Scryfall does
            return
        content = self.files.get(asking.path)
        if content is None:
            asking.send_error(404)
            return
        begin = 0
        wanted = asking.headers.get("Range")
        if wanted and self.ranges and asking.headers.get("If-Range") == self.tag:
            begin = int(wanted.removeprefix("bytes=").removesuffix("-"))
            if begin >= len(content):
                asking.send_error(416)
                return
            asking.send_response(206)
            asking.send_header("Content-Range", f"bytes {begin}-{len(content) - 1}/{len(content)}")
        else:
            asking.send_response(200)
        asking.send_header("ETag", self.tag)
        asking.send_header("Content-Length", str(len(content) - begin))
        asking.end_headers()
        rest = content[begin:]
        if asking.path.endswith(".json") and self.breaks:
            rest = rest[: self.breaks.pop(0)]
            asking.close_connection = True
        asking.wfile.write(rest)


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """A server with a bulk file, its list as Scryfall's interface gives it, and a data directory of its own."""
    found = Server()
    content = tools.scryfall(tmp_path / "bulk.json").read_bytes()
    found.files["/files/oracle-cards-1.json"] = content
    listed = [
        {"object": "bulk_data", "type": "rulings", "download_uri": f"{found.address}/files/rulings.json"},
        {
            "object": "bulk_data", "type": "oracle_cards", "download_uri": f"{found.address}/files/oracle-cards-1.json",
            "size": len(content), "updated_at": "2026-01-01T10:00:00Z",
        },
    ]  # fmt: skip
    found.files["/bulk-data"] = json.dumps({"object": "list", "data": listed}).encode()
    monkeypatch.setenv("ANYORDER_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("ANYORDER_BULK_DATA", f"{found.address}/bulk-data")
    monkeypatch.setattr("anyorder.fetching.time.sleep", lambda seconds: None)
    thread = threading.Thread(target=found.server.serve_forever, daemon=True)
    thread.start()
    yield found
    found.server.shutdown()
    found.server.server_close()
    thread.join()
    store.reading.cache_clear()
    catalogue.find_partly.cache_clear()


def test_the_file_of_the_list_is_downloaded(server: Server, tmp_path: Path):
    moves: list[tuple[int, int]] = []
    found = fetching.fetch(progress=lambda at, of: moves.append((at, of)))
    content = server.files["/files/oracle-cards-1.json"]
    assert found == (tmp_path / "data" / "downloads" / "oracle-cards-1.json", len(content), True)
    assert found.path.read_bytes() == content
    assert moves[-1] == (len(content), len(content))
    assert [path.name for path in found.path.parent.iterdir() if ".part" in path.name] == []


def test_what_is_there_already_is_not_downloaded_again(server: Server):
    assert fetching.fetch().fresh
    assert not fetching.fetch().fresh
    assert fetching.fetch(again=True).fresh
    server.files["/bulk-data"] = server.files["/bulk-data"].replace(b"2026-01-01", b"2026-01-02")
    assert fetching.fetch().fresh


def test_a_download_that_breaks_off_goes_on_where_it_was(server: Server):
    server.breaks = [100, 50]
    found = fetching.fetch()
    assert found.path.read_bytes() == server.files["/files/oracle-cards-1.json"]
    begins = [headers.get("Range") for path, headers in server.asked if path.startswith("/files")]
    assert begins == [None, "bytes=100-", "bytes=150-"]


def test_the_next_command_goes_on_where_the_last_one_broke_off(server: Server):
    server.breaks = [100, 50, 25]
    with pytest.raises(MalformedError, match="goes on where it was"):
        fetching.fetch()
    found = fetching.fetch()
    assert found.path.read_bytes() == server.files["/files/oracle-cards-1.json"]
    assert server.asked[-1][1]["Range"] == "bytes=175-"


def test_a_file_that_changed_meanwhile_begins_anew(server: Server):
    server.breaks = [100, 50, 25]
    with pytest.raises(MalformedError):
        fetching.fetch()
    server.files["/files/oracle-cards-1.json"] = b'[{"name": "Other"}]'
    server.tag = '"two"'
    assert fetching.fetch().path.read_bytes() == b'[{"name": "Other"}]'


def test_a_server_that_knows_no_ranges(server: Server):
    server.ranges = False
    server.breaks = [100]
    assert fetching.fetch().path.read_bytes() == server.files["/files/oracle-cards-1.json"]


def test_the_address_of_a_file_itself(server: Server, tmp_path: Path):
    found = fetching.fetch(f"{server.address}/files/oracle-cards-1.json", to=tmp_path / "mine.json")
    assert found.path == tmp_path / "mine.json"
    assert found.path.read_bytes() == server.files["/files/oracle-cards-1.json"]


def test_what_does_not_answer_as_it_should(server: Server):
    server.files["/nonsense"] = b"<html>"
    server.files["/list"] = b'{"object": "list", "data": []}'
    server.files["/else"] = b"[1]"
    server.files["/files/page.json"] = b"<html>sorry</html>"
    for address, message in (
        ("/none", "answers 404"),
        ("/nonsense", "does not answer with JSON"),
        ("/list", "no bulk file of the kind 'oracle_cards'"),
        ("/else", "does not list bulk files"),
        ("/files/none.json", "answers 404"),
        ("/files/page.json", "no file of cards"),
    ):
        with pytest.raises(MalformedError, match=message):
            fetching.fetch(server.address + address)
    with pytest.raises(MalformedError, match="https://"):
        fetching.fetch("file:///etc/passwd")
    with pytest.raises(MalformedError, match=r"no bulk file of the kind 'jokes' \(there are: rulings, oracle_cards\)"):
        fetching.fetch(kind="jokes")


def test_nobody_answers(server: Server):
    with pytest.raises(MalformedError, match="can't reach"):
        fetching.fetch("http://127.0.0.1:9/bulk-data")


def test_a_place_that_can_not_be_written(server: Server, tmp_path: Path):
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    with pytest.raises(MalformedError, match="can't write"):
        fetching.fetch(to=tmp_path / "file" / "cards.json")


def test_fetch_and_import_from_the_command_line(server: Server):
    done = CliRunner().invoke(app, ["cards", "fetch", "--import"])
    assert done.exit_code == 0, done.output
    assert "Downloaded" in done.output
    assert "7 cards in the file (Scryfall bulk file)" in done.output
    assert catalogue.find("Oddball Bird").name == "Oddball Bird"
    again = CliRunner().invoke(app, ["cards", "fetch"])
    assert "Nothing newer there" in again.output


def test_the_address_is_the_documented_one():
    assert fetching.ADDRESS == "https://api.scryfall.com/bulk-data"
