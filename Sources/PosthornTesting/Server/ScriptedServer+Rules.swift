import Foundation
import Posthorn

extension ScriptedServer {
    /// Answers by the rules of a stub, over real sockets.
    ///
    /// A request that fits no rule gets a 501 that says so.
    public static func serving(_ rules: [StubRule]) throws -> ScriptedServer {
        let book = StubBook(rules)
        return try ScriptedServer { connection in
            while let message = try connection.readMessage() {
                guard let request = StubRequest(message: message) else {
                    throw ScriptError("the client did not send HTTP/1")
                }
                let answer: StubAnswer
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
    fileprivate func send(_ answer: StubAnswer, to request: StubRequest) throws {
        answer.headGate?.wait()
        if answer.failsAtOnce { return reset() }
        var head = "HTTP/1.1 \(answer.status.code) \(answer.status.reasonPhrase)\r\n"
        for field in answer.framedHeaders { head += "\(field.name.rawName): \(field.value)\r\n" }
        let hasBody = answer.hasBody(request.method)
        if answer.isChunked, hasBody { head += "Transfer-Encoding: chunked\r\n" }
        try write(head + "\r\n")
        for (index, piece) in (hasBody ? answer.pieces : []).enumerated() {
            answer.pieceGates[index]?.wait()
            guard !piece.isEmpty else { continue }
            let size = String(piece.count, radix: 16)
            try write(
                answer.isChunked
                    ? Array("\(size)\r\n".utf8) + Array(piece) + Array("\r\n".utf8) : Array(piece))
        }
        if answer.failure != nil { return reset() }
        answer.pieceGates[answer.pieces.count]?.wait()
        if answer.isChunked, hasBody { try write("0\r\n\r\n") }
    }
}
