import Foundation
import PosthornCore

extension TransportConformance {
    static let requests: [Behaviour] = [
        Behaviour("sends the method") { stage in
            let peer = try stage.serve(.on(nil, "/") { .text($0.method.rawValue) })
            let methods: [HTTPRequest.Method] = [.get, .post, .put, .patch, .delete, .options]
            for method in methods {
                let body = method == .post || method == .put || method == .patch ? "x" : nil
                let text = try await peer.send(method, body: body).text
                try expect(text, is: method.rawValue, "method")
            }
        },
        Behaviour("sends path and query as they are") { stage in
            let peer = try stage.serve(.on(.get, "/*") { .text($0.target) })
            for target in ["/", "/a//b/", "/%2F%20%C3%A9?q=a%26b&q=+&z", "/a;b=c,d?x=/?", "/a?"] {
                try expect(try await peer.send(.get, target).text, is: target, "target")
            }
        },
        Behaviour("sends header fields as they are") { stage in
            let peer = try stage.serve(
                .on(.get, "/") { .text($0.headers[.authorization] ?? "none") })
            let text = try await peer.send(headers: [.authorization: "Basic a:b; \"c\" = d"]).text
            try expect(text, is: "Basic a:b; \"c\" = d", "Authorization")
        },
        Behaviour("sends repeated header fields in order") { stage in
            let name = try field("X-Many")
            let peer = try stage.serve(
                .on(.get, "/") { .text($0.headers[values: name].joined(separator: "|")) })
            var headers = HTTPFields()
            for value in ["1", "2", "3"] { headers.append(HTTPField(name: name, value: value)) }
            try expect(try await peer.send(headers: headers).text, is: "1|2|3", "X-Many")
        },
        Behaviour("sends a body unchanged") { stage in
            let bytes = Data((0..<4096).map { UInt8(truncatingIfNeeded: $0 &* 3) })
            let peer = try stage.serve(.on(.post, "/") { .bytes($0.body) })
            let response = try await peer.send(.post, HTTPBody(bytes))
            try expect(response.body, is: bytes, "body")
        },
        Behaviour("sends an empty body") { stage in
            let peer = try stage.serve(.on(.post, "/") { .text("\($0.body.count)") })
            try expect(try await peer.send(.post, body: "").text, is: "0", "bytes")
        },
        Behaviour("sends a POST without a body") { stage in
            let peer = try stage.serve(.on(.post, "/") { .text("\($0.body.count)") })
            try expect(try await peer.send(.post).text, is: "0", "bytes")
        },
        Behaviour("sends a DELETE with a body") { stage in
            let peer = try stage.serve(.on(.delete, "/") { .text($0.text) })
            try expect(try await peer.send(.delete, body: "why").text, is: "why", "body")
        },
        Behaviour("sends pieces and files as one body") { stage in
            let file = FileManager.default.temporaryDirectory
                .appending(path: "posthorn-conformance-\(UUID().uuidString)")
            try Data(repeating: 0x62, count: 300_000).write(to: file)
            defer { try? FileManager.default.removeItem(at: file) }
            var body = HTTPBody(Data("a".utf8))
            body.append(.file(file))
            body.append(HTTPBody(Data("c".utf8)))
            let peer = try stage.serve(.on(.put, "/") { .bytes($0.body) })
            let echo = try await peer.send(.put, body).body
            let wanted = Data("a".utf8) + Data(repeating: 0x62, count: 300_000) + Data("c".utf8)
            try expect(echo == wanted, "the body has changed: \(echo.count) bytes")
        },
        Behaviour("sends no fragment") { stage in
            let peer = try stage.serve(.on(nil, "*") { .text($0.target) })
            try expect(try await peer.send(.get, "/a?b#c").text, is: "/a?b", "target")
        },
        Behaviour("refuses a URL that is not valid") { stage in
            let peer = try stage.serve(.on(nil, "*", response: .text("taken")))
            for path in ["/a b", "/a\nb", "/\u{fc}", "/a\"b"] {
                try await expectError(.invalidRequest) { _ = try await peer.send(.get, path) }
            }
            for url in ["ftp://a.test/b", "b/c", "/b", "http://", "http://user@a.test/"] {
                var request = peer.request()
                request.url = url
                try await expectError(.invalidRequest) {
                    _ = try await peer.transport.send(request)
                }
            }
        },
    ]

    static let bodies: [Behaviour] = [
        Behaviour("sends a stream of known length") { stage in
            let peer = try stage.serve(.on(.put, "/") { .text($0.text) })
            let response = try await peer.send(.put, HTTPBody(BodyStream(pieces, length: 6)))
            try expect(response.text, is: "onetwo", "body")
        },
        Behaviour("sends a stream of unknown length") { stage in
            let peer = try stage.serve(.on(.put, "/") { .text($0.text) })
            let response = try await peer.send(.put, HTTPBody(BodyStream(pieces)))
            try expect(response.text, is: "onetwo", "body")
        },
        Behaviour("fails when a stream is shorter than its length") { stage in
            let peer = try stage.serve(.on(.put, "/", response: .text("taken")))
            try await expectError(.bodyFailed) {
                _ = try await peer.send(.put, HTTPBody(BodyStream(pieces, length: 7)))
            }
        },
        Behaviour("reports the error of a body's source, but not in the description") {
            stage in
            let peer = try stage.serve(.on(.put, "/", response: .text("taken")))
            for length in [7, nil] {
                let body = HTTPBody(BodyStream(length: length) { Source() })
                let error = try await expectError(.bodyFailed) {
                    _ = try await peer.send(.put, body)
                }
                try expect(error.underlying is Source.Spent, "the error is not the underlying one")
                try expect(!"\(error)".contains("s3cret"), "the description has its words")
            }
        },
        Behaviour("refuses to send a one-time stream twice") { stage in
            let peer = try stage.serve(.on(.put, "/") { .text($0.text) })
            let body = HTTPBody(BodyStream(pieces))
            _ = try await peer.send(.put, body)
            try await expectError(.bodyNotReplayable) { _ = try await peer.send(.put, body) }
        },
        Behaviour("sends 2 MiB and receives them") { stage in
            let bytes = Data((0..<2 << 20).map { UInt8(truncatingIfNeeded: $0 / 97) })
            let peer = try stage.serve(.on(.put, "/") { .bytes($0.body) })
            let response = try await peer.send(.put, HTTPBody(bytes))
            try expect(response.body == bytes, "the body has changed")
        },
    ]

    /// A body that yields one piece and then throws an error with a secret.
    private struct Source: AsyncSequence, AsyncIteratorProtocol {
        struct Spent: Error { var words = "s3cret" }
        var isBegun = false
        func makeAsyncIterator() -> Source { self }
        mutating func next() async throws -> Data? {
            if isBegun { throw Spent() }
            isBegun = true
            return Data("abc".utf8)
        }
    }

    private static var pieces: AsyncStream<Data> {
        AsyncStream { continuation in
            continuation.yield(Data("one".utf8))
            continuation.yield(Data("two".utf8))
            continuation.finish()
        }
    }
}
