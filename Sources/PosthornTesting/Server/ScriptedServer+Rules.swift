import PosthornCore

extension ScriptedServer {
    /// Starts a server that responds by stub rules, over real sockets.
    ///
    /// A request that matches no rule gets a 501 whose body names the reason. The rule of an endpoint matches
    /// none, because a server receives bytes and no endpoints. A client that sends `Expect:
    /// 100-continue` gets `100 Continue`.
    /// - Throws: A ``ScriptError`` if the server cannot listen.
    public static func serving(_ rules: [StubRule]) throws -> ScriptedServer {
        let book = StubBook(rules)
        return try ScriptedServer { connection in
            while let message = try connection.readMessage(continuing: true) {
                guard let request = try StubRequest(message: message) else {
                    throw ScriptError("the client did not send HTTP/1")
                }
                let response: StubResponse
                do throws(TransportError) {
                    // The rule of an endpoint matches no request of a server.
                    response = try book.rule(for: request).reply?(request) ?? .status(.ok)
                } catch {
                    response = .text(error.description, status: .notImplemented)
                }
                try connection.send(response, to: request)
            }
        }
    }
}

extension ScriptedConnection {
    fileprivate func send(_ response: StubResponse, to request: StubRequest) throws {
        try pass(response.headGate)
        if response.failsAtOnce { return reset() }
        var head = "HTTP/1.1 \(response.status.code) \(response.status.reasonPhrase)\r\n"
        let hasBody = response.status.hasBody(request.method)
        var headers = response.framedHeaders
        // The client must not receive a complete response before the connection breaks.
        if response.failure != nil, hasBody, !response.isChunked {
            headers[.contentLength] = "\(response.pieces.reduce(1) { $0 + $1.count })"
        }
        for field in headers { head += "\(field.name.rawName): \(field.value)\r\n" }
        if response.isChunked, hasBody { head += "Transfer-Encoding: chunked\r\n" }
        try write(response.failure != nil && !hasBody ? head : head + "\r\n")
        for (index, piece) in (hasBody ? response.pieces : []).enumerated() {
            try pass(response.pieceGates[index])
            guard !piece.isEmpty else { continue }
            let size = String(piece.count, radix: 16)
            try write(
                response.isChunked
                    ? Array("\(size)\r\n".utf8) + Array(piece) + Array("\r\n".utf8) : Array(piece))
        }
        try pass(response.pieceGates[response.pieces.count])
        if response.failure != nil { return reset() }
        guard response.isChunked, hasBody else { return }
        let trailers = response.trailers.map { "\($0.name.rawName): \($0.value)\r\n" }.joined()
        try write("0\r\n\(trailers)\r\n")
    }

    private func pass(_ gate: Gate?) throws {
        guard let gate, !gate.wait() else { return }
        reset()
        throw ScriptError("the gate of a response stayed closed for 240 seconds")
    }
}
