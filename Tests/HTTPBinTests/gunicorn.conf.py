"""How the tests run httpbin: on a free loopback port, and never longer than they run themselves."""

import os
import signal
import sys
import threading

# A process that Swift starts from a task inherits a mask that blocks SIGTERM.
signal.pthread_sigmask(signal.SIG_SETMASK, [])

bind = "127.0.0.1:0"
workers = 1
worker_class = "gthread"
threads = 8
graceful_timeout = 1
loglevel = "warning"
wsgi_app = "httpbin:app"


def when_ready(server):
    """Prints the port, and stops when standard input ends: then who started it is gone."""
    print(server.LISTENERS[0].sock.getsockname()[1], flush=True)

    def watch():
        sys.stdin.buffer.read()
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=watch, daemon=True).start()

# The tests send requests that are longer than a request line usually is.
limit_request_line = 0
