import FoundationEssentials
import PosthornCore

extension TransportConformance {
    static let streams: [Behaviour] = [
        held("gives the head of a stream before its body", ["late"], before: 0) { stream, gate in
            try expect(stream.headers[.contentType], is: "text/plain", "Content-Type")
            gate.open()
            try expect(try await stream.body.collected(), is: Data("late".utf8), "body")
        },
        held("gives a piece of a stream before the next one is there", ["one", "two"]) {
            stream, gate in
            var pieces = stream.body.makeAsyncIterator()
            try expect(try await pieces.next(), is: Data("one".utf8), "piece")
            gate.open()
            try expect(try await pieces.next(), is: Data("two".utf8), "piece")
            try expect(try await pieces.next(), is: nil, "end")
        },
        held("delivers the end of a stream when it arrives", ["one"]) { stream, gate in
            var pieces = stream.body.makeAsyncIterator()
            try expect(try await pieces.next(), is: Data("one".utf8), "piece")
            gate.open()
            try expect(try await pieces.next(), is: nil, "end")
            try expect(try await pieces.next(), is: nil, "end, requested again")
        },
        Behaviour("ends an empty stream at once") { stage in
            let peer = try stage.serve(
                .on(.get, "/known", response: .text("")),
                .on(.get, "/chunked", response: .stream([], type: "text/plain")))
            for path in ["/known", "/chunked"] {
                try expect(try await peer.stream(path).body.collected(), is: Data(), path)
            }
        },
        Behaviour("streams 8 MiB unchanged, in pieces that are never empty") { stage in
            let bytes = Data((0..<8 << 20).map { UInt8(truncatingIfNeeded: $0 / 241) })
            let peer = try stage.serve(.on(.get, "/", response: .bytes(bytes)))
            var whole = Data()
            for try await piece in try await peer.stream().body {
                try expect(!piece.isEmpty, "a piece is empty")
                whole.append(piece)
            }
            try expect(whole == bytes, "the body has changed: \(whole.count) bytes")
        },
        held("continues with a second iterator where the first one stopped", ["one", "two"]) {
            stream, gate in
            var first = stream.body.makeAsyncIterator()
            try expect(try await first.next(), is: Data("one".utf8), "piece")
            gate.open()
            try expect(try await stream.body.collected(), is: Data("two".utf8), "rest")
        },
        held("throws from the stream when its body breaks off", ["one", "two"], failure: .broken) {
            stream, gate in
            var pieces = stream.body.makeAsyncIterator()
            try expect(try await pieces.next(), is: Data("one".utf8), "piece")
            gate.open()
            try await expectError(.connectionLost, .truncated) {
                while try await pieces.next() != nil {}
            }
        },
        Behaviour("streams a failure of the server") { stage in
            let peer = try stage.serve(.on(.get, "/", response: .text("no", status: .forbidden)))
            let stream = try await peer.stream()
            try expect(stream.status.code, is: 403, "status")
            try expect(try await stream.body.collected(), is: Data("no".utf8), "body")
        },
        Behaviour("reports how the end of a stream is verified") { stage in
            let peer = try stage.serve(
                .on(.get, "/known", response: .text("a")),
                .on(.get, "/chunked", response: .stream(["a"], type: "text/plain")))
            try expect(try await peer.stream("/known").bodyIntegrity, is: .length, "length")
            try expect(try await peer.stream("/chunked").bodyIntegrity, is: .chunked, "chunked")
        },
        Behaviour("serves other calls while a stream is not read") { stage in
            let peer = try stage.serve(longAndShort)
            let stream = try await peer.stream("/long")
            try expect(try await peer.send(.get, "/short").text, is: "hello", "body")
            try expect(try await stream.body.collected().count, is: 8 << 20, "bytes")
        },
        Behaviour("serves calls after a stream was released") { stage in
            let peer = try stage.serve(longAndShort)
            for _ in 0..<5 {
                for try await _ in try await peer.stream("/long").body { break }
                try expect(try await peer.send(.get, "/short").text, is: "hello", "body")
            }
        },
    ]

    private static let longAndShort: [StubRule] = [
        .on(.get, "/long", response: .bytes(Data(repeating: 0x61, count: 8 << 20))),
        .on(.get, "/short", response: .text("hello")),
    ]

    /// Responses without a body, some with a `Content-Length`.
    static let bodiless: [StubRule] = [
        .on(.head, "/", response: .text("hello")),
        .on(.get, "/204", response: .status(.noContent)),
        .on(.get, "/304", response: .text("hello", status: .notModified)),
    ]

    /// Returns a behaviour that streams pieces and holds one of them back with a gate.
    private static func held(
        _ name: String, _ pieces: [String], before index: Int = 1, failure: TransportError? = nil,
        _ run: @escaping @Sendable (TransportStream, Gate) async throws -> Void
    ) -> Behaviour {
        Behaviour(name) { stage in
            let gate = Gate()
            defer { gate.open() }
            var stub = StubResponse.stream(pieces, type: "text/plain")
                .held(by: gate, beforePiece: index)
            stub.failure = failure
            let peer = try stage.serve(.on(.get, "/", response: stub))
            try await run(try await peer.stream(), gate)
        }
    }

    /// Behaviours of streams that repeat those of collected responses.
    static let streamedRequests: [Behaviour] = [
        Behaviour("sends method, header fields and body also for a stream") { stage in
            let peer = try stage.serve(
                .on(.post, "/a") { request in
                    let field = request.headers[.authorization] ?? "none"
                    return .stream([field, " ", request.text], type: "text/plain")
                })
            let request = peer.request(
                .post, "/a", headers: [.authorization: "Bearer 1"], body: "body")
            let stream = try await peer.transport.stream(request)
            try expect(
                try await stream.body.collected(), is: Data("Bearer 1 body".utf8), "what was sent")
        },
        Behaviour("streams no body of a HEAD, a 204 and a 304") { stage in
            let peer = try stage.serve(bodiless)
            for (method, path) in [(.head, "/"), (.get, "/204"), (.get, "/304")]
                as [(HTTPRequest.Method, String)]
            {
                let stream = try await peer.transport.stream(peer.request(method, path))
                try expect(try await stream.body.collected(), is: Data(), "\(method) \(path)")
            }
        },
        .onSocket("ends a stream when its timeout expires") { stage in
            try await runsOutOfTime(stage) { _ = try await $0.stream($1) }
        },
    ]
}
