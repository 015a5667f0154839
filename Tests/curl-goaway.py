#!/usr/bin/env python3
"""What the curl tool makes of a DATA frame over the allowed size, and of a lost connection, after a GOAWAY or without one.

It shows the limit of row 100 of Documentation/Robustness.md: libcurl 7.88 ends the body without an error. Run it by hand;
it needs curl, and prints the exit code and the number of bytes for each case.
"""
import contextlib
import socket
import struct
import subprocess
import threading


def frame(kind, flags, stream, payload=b""):
    return struct.pack(">I", len(payload))[1:] + bytes([kind, flags]) + struct.pack(">I", stream) + payload


def serve(listener, sends_frame, goes_away):
    client, _ = listener.accept()
    client.recv(65536)
    client.sendall(frame(4, 0, 0))
    # Status 200 and five bytes on stream 1.
    message = frame(1, 4, 1, b"\x88") + frame(0, 0, 1, b"hello")
    if goes_away:
        message += frame(7, 0, 0, struct.pack(">II", 1, 0))
    if sends_frame:
        message += frame(0, 0, 1, bytes(40_000))
    client.sendall(message)
    with contextlib.suppress(ConnectionError):
        while sends_frame and client.recv(65536):
            pass
    client.close()


for goes_away in (False, True):
    for sends_frame in (True, False):
        listener = socket.create_server(("127.0.0.1", 0))
        threading.Thread(target=serve, args=(listener, sends_frame, goes_away), daemon=True).start()
        url = f"http://127.0.0.1:{listener.getsockname()[1]}/"
        result = subprocess.run(["curl", "-s", "-m", "8", "--http2-prior-knowledge", url], capture_output=True)
        print("after a GOAWAY," if goes_away else "without GOAWAY,",
              "a frame of 40,000 bytes:" if sends_frame else "the connection is closed:",
              f"curl exits with {result.returncode} after {len(result.stdout)} bytes")
