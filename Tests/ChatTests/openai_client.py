"""What OpenAI's own client for Python gets from the server of the tests, as JSON: the independent check."""

import json
import sys

import openai

client = openai.OpenAI(base_url=sys.argv[1], api_key="secret", max_retries=0)
question = [{"role": "user", "content": "hello tea world"}]
function = {"name": "forecast", "parameters": {"type": "object", "properties": {"city": {"type": "string"}}}}
weather = [{"role": "user", "content": "the weather?"}]


def refusal(error):
    return {
        "status": error.status_code, "code": error.code, "retryAfter": error.response.headers.get("retry-after")
    }


seen = {}
completion = client.chat.completions.create(model="tea-1", messages=question)
seen["completion"] = completion.choices[0].message.content
seen["tokens"] = completion.usage.total_tokens
chunks = client.chat.completions.create(model="tea-1", messages=question, stream=True)
seen["chunks"] = [chunk.choices[0].delta.content for chunk in chunks if chunk.choices[0].delta.content]
called = client.chat.completions.create(
    model="tea-1", messages=weather, tools=[{"type": "function", "function": function}])
call = called.choices[0].message.tool_calls[0]
seen["call"] = [call.id, call.function.name, call.function.arguments]
answer = weather + [
    called.choices[0].message, {"role": "tool", "tool_call_id": call.id, "content": "sunny"}
]
seen["answer"] = client.chat.completions.create(model="tea-1", messages=answer).choices[0].message.content
seen["response"] = client.responses.create(model="tea-1", input="hello tea world").output_text
events = list(client.responses.create(model="tea-1", input="hello tea world", stream=True))
seen["events"] = [event.type for event in events]
seen["deltas"] = [event.delta for event in events if event.type == "response.output_text.delta"]
for name, model, key in [("busy", "busy", "secret"), ("unknown", "coffee", "secret"), ("denied", "tea-1", "no")]:
    try:
        client.with_options(api_key=key).chat.completions.create(model=model, messages=question)
    except openai.APIStatusError as error:
        seen[name] = refusal(error)
print(json.dumps(seen))
