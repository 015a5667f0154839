import Foundation
import Posthorn

extension ScriptedServer {
    /// Starts a server that answers by stub rules, over real sockets.
    ///
    /// A request that matches no rule gets a 501 whose body names the reason. A client that sends `Expect:
    /// 100-continue` gets `100 Continue`.
    /// - Throws: A ``ScriptError`` if the server cannot listen.
    public static func serving(_ rules: [StubRule]) throws -> ScriptedServer {
        let book = StubBook(rules)
        return try ScriptedServer { connection in
            while let message = try connection.readMessage(continuing: true) {
                guard let request = try StubRequest(message: message) else {
                    throw ScriptError("the client did not send HTTP/1")
                }
                let answer: StubResponse
                do throws(TransportError) {
                    answer = try book.answer(request)
                } catch {
                    answer = .text(error.description, status: .notImplemented)
                }
                try connection.send(answer, to: request)
            }
        }
    }
}

extension ScriptedConnection {
    fileprivate func send(_ answer: StubResponse, to request: StubRequest) throws {
        try pass(answer.headGate)
        if answer.failsAtOnce { return reset() }
        var head = "HTTP/1.1 \(answer.status.code) \(answer.status.reasonPhrase)\r\n"
        let hasBody = answer.hasBody(request.method)
        var headers = answer.framedHeaders
        // The client must not receive a complete response before the connection breaks.
        if answer.failure != nil, hasBody, !answer.isChunked {
            headers[.contentLength] = "\(answer.pieces.reduce(1) { $0 + $1.count })"
        }
        for field in headers { head += "\(field.name.rawName): \(field.value)\r\n" }
        if answer.isChunked, hasBody { head += "Transfer-Encoding: chunked\r\n" }
        try write(answer.failure != nil && !hasBody ? head : head + "\r\n")
        for (index, piece) in (hasBody ? answer.pieces : []).enumerated() {
            try pass(answer.pieceGates[index])
            guard !piece.isEmpty else { continue }
            let size = String(piece.count, radix: 16)
            try write(
                answer.isChunked
                    ? Array("\(size)\r\n".utf8) + Array(piece) + Array("\r\n".utf8) : Array(piece))
        }
        try pass(answer.pieceGates[answer.pieces.count])
        if answer.failure != nil { return reset() }
        guard answer.isChunked, hasBody else { return }
        let trailers = answer.trailers.map { "\($0.name.rawName): \($0.value)\r\n" }.joined()
        try write("0\r\n\(trailers)\r\n")
    }

    private func pass(_ gate: Gate?) throws {
        guard let gate, !gate.wait() else { return }
        reset()
        throw ScriptError("the gate of a response stayed closed for 240 seconds")
    }
}
