"""Calls the tools of `posthorn mcp` with the official client, and prints what it gets as JSON.

Usage: mcp_client.py <requests as JSON> <the tool> <argument>...
"""

import asyncio
import json
import os
import sys

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client


async def main() -> None:
    requests = json.loads(sys.argv[1])
    server = StdioServerParameters(command=sys.argv[2], args=sys.argv[3:], env=dict(os.environ))
    async with stdio_client(server) as (read, write), ClientSession(read, write) as session:
        initialized = await session.initialize()
        await session.send_ping()
        tools = (await session.list_tools()).tools
        results = []
        for name, arguments in requests:
            result = await session.call_tool(name, arguments)
            results.append(result.model_dump(mode="json", by_alias=True, exclude_none=True))
        print(json.dumps({
            "initialized": initialized.model_dump(mode="json", by_alias=True, exclude_none=True),
            "tools": [tool.model_dump(mode="json", by_alias=True, exclude_none=True) for tool in tools],
            "results": results,
        }))


asyncio.run(main())
