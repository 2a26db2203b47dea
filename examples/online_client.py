#!/usr/bin/env python3
"""Two guests play a random game of every variant online.

    python3 examples/online_client.py 127.0.0.1:4444

Written from docs/protocol.md alone, with nothing but the standard library. The client knows no
rules: it sends one of the legal moves that the server lists.
"""

import base64
import http.client
import json
import os
import random
import socket
import struct
import sys
import time

RULES = [
    "standard 7x6/4",
    "standard 9x7/5",
    "pop-out 7x6/4",
    "pop-ten+seed=7 7x6/4",
    "five-in-a-row 9x6/5",
    "power-up 7x6/4",
]
TIMEOUT_S = 30
# Delay after a request that came too soon after others.
RETRY_DELAY_S = 0.2


class WebSocket:
    """The client side of RFC 6455: text messages, pings and the close."""

    TEXT, CLOSE, PING, PONG = 0x1, 0x8, 0x9, 0xA

    def __init__(self, address, path, headers):
        host, port = address.rsplit(":", 1)
        self.socket = socket.create_connection((host, int(port)), TIMEOUT_S)
        self.stream = self.socket.makefile("rb")
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [
            f"GET {path} HTTP/1.1",
            f"Host: {address}",
            "Connection: Upgrade",
            "Upgrade: websocket",
            "Sec-WebSocket-Version: 13",
            f"Sec-WebSocket-Key: {key}",
            *headers,
        ]
        self.socket.sendall("\r\n".join([*lines, "", ""]).encode())
        status = self.stream.readline().decode()
        if " 101 " not in status:
            raise ConnectionError(status.strip())
        while self.stream.readline().strip():
            pass

    def _send_frame(self, opcode, payload):
        # The payload of a client is masked.
        mask = os.urandom(4)
        size = len(payload)
        if size < 126:
            head = struct.pack("!BB", 0x80 | opcode, 0x80 | size)
        else:
            head = struct.pack("!BBH", 0x80 | opcode, 0x80 | 126, size)
        masked = bytes(byte ^ mask[at % 4] for at, byte in enumerate(payload))
        self.socket.sendall(head + mask + masked)

    def _receive_frame(self):
        first, size = self.stream.read(2)
        if size == 126:
            (size,) = struct.unpack("!H", self.stream.read(2))
        elif size == 127:
            (size,) = struct.unpack("!Q", self.stream.read(8))
        return first & 0x80, first & 0xF, self.stream.read(size)

    def send(self, text):
        self._send_frame(self.TEXT, text.encode())

    def receive(self):
        message = b""
        while True:
            is_last, opcode, payload = self._receive_frame()
            if opcode == self.CLOSE:
                raise ConnectionError("the server has closed the socket")
            if opcode == self.PING:
                self._send_frame(self.PONG, payload)
            elif opcode != self.PONG:
                message += payload
                if is_last:
                    return message.decode()

    def close(self):
        self._send_frame(self.CLOSE, b"")
        self.socket.close()


class Client:
    """A guest with a socket."""

    def __init__(self, address):
        connection = http.client.HTTPConnection(address, timeout=TIMEOUT_S)
        connection.request("POST", "/api/token")
        response = connection.getresponse()
        if response.status != 200:
            raise ConnectionError(response.read().decode())
        guest = json.load(response)
        connection.close()
        self.name = guest["person"]["name"]
        headers = [f"Authorization: Bearer {guest['token']}"]
        self.socket = WebSocket(address, "/api/socket", headers)
        self.last_cid = 0
        # Messages that came while the response to a request was awaited.
        self.queue = []
        self.request({"type": "hello", "proto": 1}, "welcome")

    def _receive(self):
        while True:
            message = json.loads(self.socket.receive())
            if message["type"] == "ping":
                self.socket.send(json.dumps({"type": "pong"}))
            elif message["type"] == "bye":
                raise ConnectionError(message["code"])
            else:
                return message

    def request(self, message, expected):
        """Sends a request and returns its response."""
        while True:
            self.last_cid += 1
            self.socket.send(json.dumps({**message, "cid": self.last_cid}))
            while True:
                response = self._receive()
                if response.get("cid") == self.last_cid:
                    break
                self.queue.append(response)
            if response.get("code") != "too_often":
                break
            time.sleep(RETRY_DELAY_S)
        if response["type"] != expected:
            raise ValueError(f"{self.name}: {message} -> {response}")
        return response

    def wait_for(self, is_wanted):
        """Returns the next message that is wanted, and drops the others."""
        while True:
            message = self.queue.pop(0) if self.queue else self._receive()
            if is_wanted(message):
                return message

    def watch(self, game):
        """Subscribes to a game, and returns its log and the last part of its table."""
        log = []
        while True:
            start = log[-1]["seq"] + 1 if log else 0
            request = {"type": "watch", "game": game, "from": start}
            table = self.request(request, "table")
            log += table["entries"]
            if not table.get("more"):
                return log, table


def play(ada, bob, rules, choose):
    """Plays a game to its end, and returns its ending and the number of moves."""
    clock = {"kind": "total", "main_ms": 600_000, "increment_ms": 1_000}
    terms = {"rules": rules, "clock": clock, "first": "host"}
    secret = ada.request({"type": "invite", "terms": terms}, "invited")["secret"]
    game = bob.request({"type": "join", "secret": secret}, "started")["game"]
    ada.wait_for(lambda message: message["type"] == "started" and message["game"] == game)
    _, table = ada.watch(game)
    bob.watch(game)
    seats = [ada, bob] if table["seat"] == 0 else [bob, ada]
    now, moves = table["now"], 0
    while now["to_move"] is not None:
        mover, other = seats[now["to_move"]], seats[1 - now["to_move"]]
        command = {"kind": "move", "at": now["at"], "move": choose(now["legal"])}
        request = {"type": "do", "game": game, "command": command}
        entry = mover.request(request, "entry")
        sequence = entry["entry"]["seq"]
        seen = other.wait_for(
            lambda message: message["type"] == "entry"
            and message["game"] == game
            and message["entry"]["seq"] == sequence
        )
        if seen["entry"] != entry["entry"]:
            raise ValueError(f"the players see different events: {entry} {seen}")
        now, moves = entry["now"], moves + 1
    # The log has every event, for clients that connect later.
    log, table = ada.watch(game)
    played = sum(entry["event"]["kind"] == "moved" for entry in log)
    if played != moves or [entry["seq"] for entry in log] != list(range(1, len(log) + 1)):
        raise ValueError(f"the log is not the game: {log}")
    for player in seats:
        player.socket.send(json.dumps({"type": "leave", "game": game}))
    return table["now"]["ending"], moves


def main():
    address = sys.argv[1] if len(sys.argv) > 1 else "127.0.0.1:4444"
    ada, bob = Client(address), Client(address)
    for rules in RULES:
        ending, moves = play(ada, bob, rules, random.choice)
        words = " ".join(str(value) for value in ending.values())
        print(f"{rules}: {words} after {moves} moves", flush=True)
    ada.socket.close()
    bob.socket.close()


if __name__ == "__main__":
    main()
