"""A small language model behind the API that OpenAI describes in public: models, chat completions, responses.

It repeats what it is told, and calls a tool when the question has the word "weather". The key is `secret`. The model
`busy` is always overloaded, and `flaky` the first time that it is asked with an `Idempotency-Key`.
"""

import http.server
import json
import os
import signal
import sys
import threading

MODELS = [
    {"id": "tea-1", "object": "model", "created": 1686935002, "owned_by": "tests"},
    {"id": "tea-2", "object": "model", "created": 1786935002, "owned_by": "tests"},
    {"object": "router", "routes": {"tea": ["tea-1", "tea-2"]}},
]
seen = set()


def words(text):
    """The text in pieces as a model makes them, each with the blank before it."""
    return [word if at == 0 else " " + word for at, word in enumerate(text.split(" "))]


def text_of(content):
    if isinstance(content, str):
        return content
    return " ".join(part.get("text", "an image") for part in content or [])


class Refused(Exception):
    def __init__(self, status, kind, code, message, **headers):
        self.status, self.headers = status, headers
        self.body = {"error": {"message": message, "type": kind, "param": None, "code": code}}


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments):
        pass

    def do_GET(self):
        self.run({"/v1/models": self.models})

    def do_POST(self):
        self.run({"/v1/chat/completions": self.complete, "/v1/responses": self.respond})

    def run(self, paths):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        try:
            if self.headers.get("Authorization") != "Bearer secret":
                raise Refused(
                    401, "invalid_request_error", "invalid_api_key", "Incorrect API key provided.")
            if self.path not in paths:
                raise Refused(404, "invalid_request_error", None, "Invalid URL")
            paths[self.path](json.loads(body or "{}"))
        except Refused as refused:
            self.answer(refused.body, refused.status, refused.headers)

    def answer(self, value, status=200, headers={}):
        data = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        for name, text in headers.items():
            self.send_header(name.replace("_", "-"), text)
        self.end_headers()
        self.wfile.write(data)

    def stream(self, events):
        """Sends events in chunks that end anywhere, as a network would deliver them."""
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream; charset=utf-8")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        data = "".join(events).encode()
        for start in range(0, len(data), 50):
            piece = data[start : start + 50]
            self.wfile.write(b"%x\r\n%s\r\n" % (len(piece), piece))
            self.wfile.flush()
        self.wfile.write(b"0\r\n\r\n")

    def models(self, _):
        self.answer({"object": "list", "data": MODELS})

    def check(self, request):
        model = request.get("model")
        key = self.headers.get("Idempotency-Key")
        if model == "busy" or model == "flaky" and key not in seen:
            seen.add(key)
            raise Refused(
                429, "requests", "rate_limit_exceeded", "Rate limit reached.",
                Retry_After="0" if model == "flaky" else "20")
        if model not in ("tea-1", "tea-2", "flaky"):
            raise Refused(
                404, "invalid_request_error", "model_not_found",
                f"The model '{model}' does not exist.")

    # Chat completions

    def complete(self, request):
        self.check(request)
        last = request["messages"][-1]
        question = text_of(last.get("content"))
        calls = None
        if last["role"] == "tool":
            content = "It is " + question
        elif request.get("tools") and "weather" in question:
            tool = request["tools"][0]["function"]["name"]
            content, calls = None, [("call_1", tool, '{"city":"Paris"}')]
        else:
            content = "You said: " + question
        reason = "tool_calls" if calls else "stop"
        counts = (len(question.split()), len((content or "").split()))
        usage = {"prompt_tokens": counts[0], "completion_tokens": counts[1], "total_tokens": sum(counts)}
        head = {"id": "chatcmpl-1", "created": 1786935002, "model": request["model"]}
        if request.get("stream"):
            options = request.get("stream_options") or {}
            chunks = self.chunks(content, calls, reason)
            chunks = [{**head, "object": "chat.completion.chunk", "choices": [chunk]} for chunk in chunks]
            if options.get("include_usage"):
                chunks.append({**head, "object": "chat.completion.chunk", "choices": [], "usage": usage})
            self.stream([f"data: {json.dumps(chunk)}\n\n" for chunk in chunks] + ["data: [DONE]\n\n"])
            return
        message = {"role": "assistant", "content": content, "refusal": None}
        if calls:
            message["tool_calls"] = [
                {"id": id, "type": "function", "function": {"name": name, "arguments": arguments}}
                for id, name, arguments in calls
            ]
        choice = {"index": 0, "message": message, "logprobs": None, "finish_reason": reason}
        self.answer({**head, "object": "chat.completion", "choices": [choice], "usage": usage})

    def chunks(self, content, calls, reason):
        def chunk(delta, reason=None):
            return {"index": 0, "delta": delta, "finish_reason": reason}

        yield chunk({"role": "assistant", "content": ""})
        for word in words(content) if content else []:
            yield chunk({"content": word})
        for at, (id, name, arguments) in enumerate(calls or []):
            function = {"name": name, "arguments": ""}
            yield chunk({"tool_calls": [{"index": at, "id": id, "type": "function", "function": function}]})
            for piece in (arguments[:5], arguments[5:]):
                yield chunk({"tool_calls": [{"index": at, "function": {"arguments": piece}}]})
        yield chunk({}, reason)

    # Responses

    def respond(self, request):
        self.check(request)
        items = request["input"]
        last = items[-1] if isinstance(items, list) else {"type": "message", "content": items}
        if last["type"] == "function_call_output":
            output = self.message("It is " + last["output"])
        elif request.get("tools") and "weather" in text_of(last["content"]):
            output = {
                "type": "function_call", "id": "fc_1", "call_id": "call_1", "status": "completed",
                "name": request["tools"][0]["name"], "arguments": '{"city":"Paris"}',
            }
        else:
            output = self.message("You said: " + text_of(last["content"]))
        # An item of a kind that the reference has not described yet.
        steeping = {"type": "steeping", "id": "st_1", "minutes": 3}
        response = {
            "id": "resp_1", "object": "response", "created_at": 1786935002, "status": "completed",
            "model": request["model"], "output": [steeping, output], "error": None, "tools": [],
            "incomplete_details": None, "instructions": None, "metadata": {}, "tool_choice": "auto",
            "parallel_tool_calls": True, "temperature": 1.0, "top_p": 1.0,
            "usage": {
                "input_tokens": 3, "output_tokens": 4, "total_tokens": 7,
                "input_tokens_details": {"cached_tokens": 0},
                "output_tokens_details": {"reasoning_tokens": 0},
            },
        }
        if not request.get("stream"):
            self.answer(response)
            return
        events = []

        def event(name, **members):
            data = {"type": name, "sequence_number": len(events), **members}
            events.append(f"event: {name}\ndata: {json.dumps(data)}\n\n")

        event("response.created", response={**response, "status": "in_progress", "output": []})
        if last.get("content") == "boil dry":
            event("response.failed", response={**response, "status": "failed", "output": []})
            self.stream(events)
            return
        event("response.tea.steeping", minutes=3)
        event("response.output_item.added", output_index=1, item={**output, "status": "in_progress"})
        if output["type"] == "message":
            place = {"item_id": output["id"], "output_index": 1, "content_index": 0}
            for word in words(output["content"][0]["text"]):
                event("response.output_text.delta", delta=word, logprobs=[], **place)
        else:
            place = {"item_id": output["id"], "output_index": 1}
            event("response.function_call_arguments.delta", delta=output["arguments"], **place)
        event("response.output_item.done", output_index=1, item=output)
        event("response.completed", response=response)
        self.stream(events)

    def message(self, text):
        content = [{"type": "output_text", "text": text, "annotations": []}]
        return {
            "type": "message", "id": "msg_1", "role": "assistant", "status": "completed",
            "content": content,
        }


# A process that Swift starts from a task inherits a mask that blocks SIGTERM.
signal.pthread_sigmask(signal.SIG_SETMASK, [])
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(server.server_address[1], flush=True)


def end_with_input():
    """Ends with its standard input: then who started it is gone."""
    sys.stdin.buffer.read()
    os._exit(0)


threading.Thread(target=end_with_input, daemon=True).start()
server.serve_forever()
