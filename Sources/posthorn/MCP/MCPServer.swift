internal import FoundationEssentials
internal import PosthornCore
internal import PosthornInterpreter
internal import PosthornSpec
internal import Synchronization

/// The messages of the Model Context Protocol over standard input and output.
final class MCPServer: Sendable {
    private let caller: MCPCaller
    private let output: Output
    /// The running calls by the ids of their requests, which a client can cancel.
    private let running = Mutex<[JSONValue: Task<JSONValue?, Never>]>([:])

    /// The versions of the protocol, the newest first.
    private static let versions = ["2025-06-18", "2025-03-26"]

    /// Standard output, to which one task at a time writes.
    private actor Output {
        let terminal: Terminal

        init(_ terminal: Terminal) { self.terminal = terminal }

        func send(_ message: JSONValue) { terminal.print(JSONPrinter().line(.value(message))) }
    }

    /// A failure of a request that is no result of a tool.
    private struct RequestError: Error {
        var code: Int
        var message: String
    }

    init(caller: MCPCaller, terminal: Terminal) {
        self.caller = caller
        output = Output(terminal)
    }

    /// Responds to messages until there are no more, and all calls have ended.
    func serve(_ lines: AsyncStream<Data?>) async {
        await withDiscardingTaskGroup { group in
            for await line in lines {
                guard let message = line.flatMap({ try? JSONValue(document: $0, depth: 512) })
                else {
                    let rule =
                        line == nil
                        ? "a message has at most \(InputLines.limit) bytes"
                        : "a message is JSON in one line"
                    await output.send(
                        Self.failure(RequestError(code: -32700, message: rule), .null))
                    continue
                }
                let task = Task { await self.response(to: message) }
                let id = message["id"] ?? .null
                if !id.isNull { running.withLock { $0[id] = task } }
                group.addTask {
                    let response = await task.value
                    if !id.isNull { self.running.withLock { $0[id] = nil } }
                    if let response, !task.isCancelled { await self.output.send(response) }
                }
            }
        }
    }

    /// Returns the response to a message or a batch; `nil` for notifications.
    private func response(to message: JSONValue) async -> JSONValue? {
        if let batch = message.array {
            guard !batch.isEmpty else {
                return Self.failure(
                    RequestError(code: -32600, message: "a batch has messages"), .null)
            }
            var responses: [JSONValue] = []
            for message in batch {
                if let response = await single(message) { responses.append(response) }
            }
            return responses.isEmpty ? nil : .array(responses)
        }
        return await single(message)
    }

    private func single(_ message: JSONValue) async -> JSONValue? {
        let id = message["id"]
        guard let method = message["method"]?.string, message["jsonrpc"]?.string == "2.0",
            id.map({ $0.string != nil || $0.number != nil }) ?? true
        else {
            // This server sends no requests, so that a response is to none.
            if message["result"] != nil || message["error"] != nil { return nil }
            let rule =
                "a request has 'jsonrpc' with \"2.0\", a 'method', and an 'id' that is a text or a number"
            return Self.failure(RequestError(code: -32600, message: rule), .null)
        }
        let parameters = message["params"] ?? [:]
        guard let id else {
            notify(method, parameters)
            return nil
        }
        do throws(RequestError) {
            return ["jsonrpc": "2.0", "id": id, "result": try await result(of: method, parameters)]
        } catch {
            return Self.failure(error, id)
        }
    }

    private static func failure(_ error: RequestError, _ id: JSONValue) -> JSONValue {
        [
            "jsonrpc": "2.0", "id": id,
            "error": [
                "code": .number(JSONValue.Number(error.code)), "message": .string(error.message),
            ],
        ]
    }

    private func notify(_ method: String, _ parameters: JSONValue) {
        guard method == "notifications/cancelled", let id = parameters["requestId"] else { return }
        running.withLock { $0[id] }?.cancel()
    }

    private func result(
        of method: String, _ parameters: JSONValue
    ) async throws(RequestError) -> JSONValue {
        switch method {
        case "initialize": return initialized(parameters)
        case "ping": return [:]
        case "tools/list": return ["tools": .array(caller.tools.list)]
        case "tools/call": return try await call(parameters)
        default:
            throw RequestError(
                code: -32601,
                message: "unknown method \(quoted(method)); write "
                    + Suggestion.write(
                        for: method, among: ["initialize", "ping", "tools/list", "tools/call"],
                        else: "'tools/list' or 'tools/call'"))
        }
    }

    /// Returns the version that the client asks for, or the newest one.
    private func initialized(_ parameters: JSONValue) -> JSONValue {
        let asked = parameters["protocolVersion"]?.string
        let version = Self.versions.first { $0 == asked } ?? Self.versions[0]
        return [
            "protocolVersion": .string(version), "capabilities": ["tools": [:]],
            "serverInfo": ["name": "posthorn", "version": .string(PosthornCommand.version)],
            "instructions": .string(caller.tools.instructions),
        ]
    }

    private func call(_ parameters: JSONValue) async throws(RequestError) -> JSONValue {
        guard let name = parameters["name"]?.string else {
            throw RequestError(code: -32602, message: "a call has the 'name' of a tool")
        }
        let arguments = parameters["arguments"] ?? [:]
        guard let arguments = arguments.object else {
            throw RequestError(code: -32602, message: "the 'arguments' of a call are an object")
        }
        guard let result = await caller.result(of: name, arguments) else {
            let known = caller.tools.endpoints.keys.sorted()
            throw RequestError(
                code: -32602,
                message: "unknown tool \(quoted(name)); write "
                    + Suggestion.write(for: name, among: known, else: "one of 'tools/list'"))
        }
        return result
    }
}
