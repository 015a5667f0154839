import FoundationEssentials
import PosthornCore

extension TransportConformance {
    static let cancellation: [Behaviour] = [
        Behaviour("sends nothing for a task that was cancelled before") { stage in
            let asked = Locked(0)
            let peer = try stage.serve(
                .on(.get, "/") { _ in
                    asked.withLock { $0 += 1 }
                    return .text("")
                })
            let mayStart = Gate()
            let call = Task {
                await mayStart.opened()
                return try await peer.send()
            }
            call.cancel()
            mayStart.open()
            try await expectError(.cancelled) { _ = try await call.value }
            _ = try await peer.send()
            try expect(asked.withLock { $0 }, is: 1, "requests")
        },
        cancels("a call that waits for its head", { .text("").held(by: $0) }) {
            _ = try await $0.send()
        },
        cancels(
            "a call that waits for its body",
            { .stream(["a", "b"], type: "text/plain").held(by: $0, beforePiece: 1) }
        ) { _ = try await $0.send() },
        cancels("a stream that waits for its head", { .text("").held(by: $0) }) {
            _ = try await $0.stream()
        },
        Behaviour("ends the reading of a stream") { stage in
            let (reading, never) = (Gate(), Gate())
            defer { never.open() }
            let stub = StubResponse.stream(["a", "b"], type: "text/plain")
                .held(by: never, beforePiece: 1)
            let peer = try stage.serve(.on(.get, "/", response: stub))
            try await cancel(when: reading, "the first piece arrived") {
                for try await _ in try await peer.stream().body { reading.open() }
            }
        },
        Behaviour("ends a call whose request body never arrives") { stage in
            for length in [7, nil] {
                let asked = Gate()
                let (source, continuation) = AsyncStream<Data>.makeStream()
                continuation.yield(Data("abc".utf8))
                let peer = try stage.serve(.on(.put, "/", response: .text("taken")))
                let body = BodyStream(length: length) {
                    asked.open()
                    return source
                }
                try await cancel(when: asked, "its body was asked for") {
                    _ = try await peer.send(.put, HTTPBody(body))
                }
                continuation.finish()
            }
        },
        Behaviour("serves other calls while one is cancelled") { stage in
            let never = Gate()
            defer { never.open() }
            let peer = try stage.serve(
                .on(.get, "/held", response: .text("").held(by: never)),
                .on(.get, "/", response: .text("hello")))
            let held = (0..<10).map { _ in Task { try await peer.send(.get, "/held") } }
            for call in held {
                call.cancel()
                try expect(try await peer.send().text, is: "hello", "body")
                try await expectError(.cancelled) { _ = try await call.value }
            }
        },
    ]

    /// Returns a behaviour that cancels a call when its request arrives, while a gate holds the response.
    private static func cancels(
        _ what: String, _ stub: @escaping @Sendable (Gate) -> StubResponse,
        _ ask: @escaping @Sendable (Counterpart) async throws -> Void
    ) -> Behaviour {
        Behaviour("ends " + what) { stage in
            let (arrived, never) = (Gate(), Gate())
            defer { never.open() }
            let peer = try stage.serve(
                .on(.get, "/") { _ in
                    arrived.open()
                    return stub(never)
                })
            try await cancel(when: arrived, "its request arrived") { try await ask(peer) }
        }
    }

    /// Cancels a call when a gate opens, and expects the call to fail with `cancelled`.
    ///
    /// - Throws: A failure if the call ends before the gate opens, or ends in another way.
    static func cancel(
        when gate: Gate, _ what: String, _ ask: @escaping @Sendable () async throws -> Void
    ) async throws {
        let end = Locked<String?>(nil)
        let call = Task {
            defer { gate.open() }
            do {
                try await ask()
                end.withLock { $0 = "with success" }
            } catch {
                end.withLock { $0 = "with \(error)" }
                throw error
            }
        }
        try await gate.passed()
        if let end = end.withLock({ $0 }) {
            throw ConformanceFailure("the call ended before \(what): \(end)")
        }
        call.cancel()
        try await expectError(.cancelled) { try await call.value }
    }

    static let crowds: [Behaviour] = [
        Behaviour("gives each of 200 calls at once its own response") { stage in
            let peer = try stage.serve(.on(.post, "/{n}") { .text("\($0.path) \($0.text)") })
            try await each(200) { index in
                let response = try await peer.send(.post, "/\(index)", body: "body \(index)")
                try expect(response.text, is: "/\(index) body \(index)", "response")
            }
        },
        Behaviour("gives each of 40 streams at once its own bytes") { stage in
            let peer = try stage.serve(
                .on(.get, "/{n}") { request in
                    let pieces = (0..<20).map { "\(request.path) \($0)\n" }
                    return .stream(pieces, type: "text/plain")
                })
            try await each(40) { index in
                let body = try await peer.stream("/\(index)").body.collected()
                let wanted = (0..<20).map { "/\(index) \($0)\n" }.joined()
                try expect(String(decoding: body, as: UTF8.self), is: wanted, "body")
            }
        },
        Behaviour("gives each of 300 calls in a row its own response") { stage in
            let peer = try stage.serve(.on(.get, "/{n}") { .text($0.path) })
            for index in 0..<300 {
                try expect(try await peer.send(.get, "/\(index)").text, is: "/\(index)", "response")
            }
        },
        Behaviour("keeps responses apart while every third call is cancelled") { stage in
            let peer = try stage.serve(.on(.post, "/{n}") { .text("\($0.path) \($0.text)") })
            try await each(150) { index in
                let call = Task { try await peer.send(.post, "/\(index)", body: "\(index)") }
                if index % 3 == 0 { call.cancel() }
                do {
                    let text = try await call.value.text
                    try expect(text, is: "/\(index) \(index)", "response")
                } catch let error as TransportError where error.code == .cancelled {
                    try expect(index % 3 == 0, "a call was cancelled that nobody cancelled")
                }
            }
        },
        Behaviour("interleaves short and long responses") { stage in
            let peer = try stage.serve(
                .on(.get, "/{n}") { request in
                    let number = Int(request.path.dropFirst()) ?? 0
                    return .bytes(
                        Data(repeating: UInt8(truncatingIfNeeded: number), count: number * 5000))
                })
            try await each(60) { index in
                let body = try await peer.send(.get, "/\(index)").body
                let byte = UInt8(truncatingIfNeeded: index)
                try expect(body.count, is: index * 5000, "bytes")
                try expect(body.allSatisfy { $0 == byte }, "bytes of another response")
            }
        },
    ]

    private static func each(
        _ count: Int, _ body: @escaping @Sendable (Int) async throws -> Void
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<count { group.addTask { try await body(index) } }
            try await group.waitForAll()
        }
    }
}
