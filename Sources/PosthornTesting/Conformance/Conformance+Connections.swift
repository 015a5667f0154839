import PosthornCore

extension TransportConformance {
    private static let ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

    static let connections: [Behaviour] =
        [
            .onSocket("reuses a connection") { stage in
                let peer = try stage.serve(.on(.get, "/", response: .text("ok")))
                for _ in 0..<10 { _ = try await peer.send() }
                try expect(try peer.server.connections, is: 1, "connections")
            },
            .onSocket("reuses a connection after HEAD, 204 and 304") { stage in
                let peer = try stage.serve(bodiless + [.on(.get, "/", response: .text("hello"))])
                for _ in 0..<3 {
                    _ = try await peer.send(.head)
                    _ = try await peer.send(.get, "/204")
                    _ = try await peer.send(.get, "/304")
                    try expect(try await peer.send().text, is: "hello", "body")
                }
                try expect(try peer.server.connections, is: 1, "connections")
            },
            .onSocket("opens a new connection after the server closes one") { stage in
                let peer = try stage.serve { connection in
                    try connection.readRequest()
                    try connection.write(
                        "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok")
                }
                for _ in 0..<5 { try expect(try await peer.send().text, is: "ok", "body") }
                try expect(try peer.server.connections, is: 5, "connections")
            },
            .onSocket("never reuses a connection with unread bytes") { stage in
                let peer = try stage.serve { connection in
                    while try connection.readRequest() != nil {
                        try connection.write(
                            ok
                                + (connection.number == 1
                                    ? "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nbad" : ""))
                    }
                }
                for _ in 0..<3 { try expect(try await peer.send().text, is: "ok", "body") }
            },
            .onSocket("never mistakes a late response for its own") { stage in
                let isSent = Gate()
                let peer = try stage.serve { connection in
                    try connection.readRequest()
                    try connection.write(ok)
                    if connection.number == 1 {
                        try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nbad")
                        isSent.open()
                    }
                    while try connection.readRequest() != nil { try connection.write(ok) }
                }
                _ = try await peer.send()
                try await isSent.passed()
                try expect(try await peer.send().text, is: "ok", "body")
            },
            .onSocket("opens a new connection when the idle one was closed") { stage in
                let isClosed = Gate()
                let peer = try stage.serve { connection in
                    while try connection.readRequest() != nil {
                        try connection.write(ok)
                        if connection.number == 1 {
                            connection.close()
                            isClosed.open()
                            return
                        }
                    }
                }
                _ = try await peer.send()
                try await isClosed.passed()
                try expect(try await peer.send(.post, body: "x").text, is: "ok", "body")
            },
            .onSocket("closes the connection of a cancelled call") { stage in
                let (arrived, ending) = (Gate(), Ending())
                let peer = try stage.serve { connection in
                    try connection.readRequest()
                    arrived.open()
                    ending.watch(connection)
                }
                try await cancel(when: arrived, "its request arrived") { _ = try await peer.send() }
                try await ending.check()
            },
            .onSocket("closes the connection of a dropped stream") { stage in
                let ending = Ending()
                let peer = try stage.serve { connection in
                    try connection.readRequest()
                    try connection.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
                    let block = "10000\r\n" + String(repeating: "a", count: 65536) + "\r\n"
                    connection.limitWrites(seconds: Ending.seconds)
                    do { while true { try connection.write(block) } } catch {}
                    ending.watch(connection)
                }
                for try await _ in try await peer.stream().body { break }
                try await ending.check()
            },
            .onSocket("applies back-pressure while a stream is not read") { stage in
                let (held, total) = (Gate(), 64 << 20)
                let peer = try stage.serve { connection in
                    try connection.readRequest()
                    try connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(total)\r\n\r\n")
                    connection.limitWrites(seconds: 1)
                    defer { held.open() }
                    let block = [UInt8](repeating: 0x61, count: 1 << 20)
                    for _ in 0..<total >> 20 { try connection.write(block) }
                    // The client accepted all bytes although nobody read the stream.
                    throw ScriptError("not held back")
                }
                let stream = try await peer.stream()
                try await held.passed()
                try await expectError(.connectionLost, .truncated) {
                    _ = try await stream.body.collected()
                }
            },
            .onSocket("reports that nothing was sent when no server listens") { stage in
                let peer = try stage.serve(bytes: ok)
                var request = peer.request(.post, body: "x")
                request.url = "http://127.0.0.1:1/"
                let error = try await expectError(.cannotConnect) {
                    _ = try await peer.transport.send(request)
                }
                try expect(error.isSafeToRetry, "the error does not say that nothing was sent")
            },
            .onSocket("does not report an unsent request after sending it") { stage in
                let peer = try stage.serve { connection in
                    try connection.readRequest()
                    connection.reset()
                }
                do {
                    _ = try await peer.send(.post, body: "x")
                } catch let error as TransportError {
                    return try expect(!error.isSafeToRetry, "the error says that nothing was sent")
                }
                throw ConformanceFailure("succeeded where it should have failed")
            },
            postOnce("a reset") { $0.reset() },
            postOnce("a close") { $0.close() },
            postOnce("half a head") { try $0.write("HTTP/1.1 200 OK\r\nContent-") },
        ]

    /// Records whether the server sees the client close its connection.
    final class Ending: Sendable {
        /// The number of seconds in which the client must close.
        static let seconds = 20

        private let isKnown = Gate()
        private let hasClosed = Locked(false)

        func watch(_ connection: ScriptedConnection) {
            let isClosed = connection.readToEnd(seconds: Double(Self.seconds))
            hasClosed.withLock { $0 = isClosed }
            isKnown.open()
        }

        func check() async throws {
            try await isKnown.passed()
            try expect(
                hasClosed.withLock { $0 },
                "the connection is still open after \(Self.seconds) seconds")
        }
    }

    /// - Parameter die: Ends the connection on which the POST arrived.
    private static func postOnce(
        _ death: String, _ die: @escaping @Sendable (ScriptedConnection) throws -> Void
    ) -> Behaviour {
        .onSocket("never sends a POST twice after \(death)") { stage in
            let peer = try stage.serve { connection in
                try connection.readRequest()
                try connection.write(ok)
                guard connection.number == 1 else {
                    while try connection.readRequest() != nil { try connection.write(ok) }
                    return
                }
                guard try connection.readRequest() != nil else {
                    throw ScriptError("the client did not use the connection again")
                }
                try die(connection)
            }
            _ = try await peer.send()
            // A transport may use a new connection for the POST and then succeeds.
            _ = try? await peer.send(.post, body: "once")
            let posts = try peer.server.requests.filter { $0.hasPrefix("POST") }.count
            try expect(posts, is: 1, "times that the POST arrived")
        }
    }
}
