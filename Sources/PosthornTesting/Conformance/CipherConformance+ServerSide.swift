import FoundationEssentials
import PosthornCore

extension CipherConformance {
    static let requests: [Behaviour] = [
        Behaviour("seals requests that the server opens", needsPeer: true, serverOpens),
        Behaviour("lets the server refuse changed requests", needsPeer: true, serverRefusesChanges),
        Behaviour("lets the server refuse moved requests", needsPeer: true, serverRefusesMoves),
        Behaviour(
            "lets the server refuse swapped header fields of requests", needsPeer: true,
            serverRefusesSwaps),
    ]

    @Sendable private static func serverOpens(_ bench: Bench) async throws {
        for (method, target) in endpoints {
            for count in [0, 32, 5000] {
                let body = Bench.bytes(count)
                try await expectOpened(bench, bench.sealed(method, target, body), body)
            }
        }
        guard bench.cipher.sealsStreams else { return }
        for count in [0, 1, 5000, 200_000] {
            let body = Bench.bytes(count)
            let stream = BodyStream(replay: {
                ByteStream(PieceSource([body.prefix(7), body.dropFirst(7)].filter { !$0.isEmpty }))
            })
            var request = Bench.request(.post, Bench.target, HTTPBody(stream))
            try await bench.makeCipher().seal(&request)
            try await expectOpened(bench, request, body)
        }
    }

    private static func expectOpened(
        _ bench: Bench, _ request: TransportRequest, _ body: Data
    ) async throws {
        var received = try await Bench.received(request)
        do {
            try await bench.peer.open(&received)
        } catch {
            throw ConformanceFailure(
                "the server did not open \(body.count) bytes of \(request.method): \(error)",
                .misread)
        }
        let opened = try await Bench.bytes(of: received)
        try expect(
            opened == (request.body == nil ? Data() : body), .misread,
            "the server opened \(body.count) bytes of \(request.method) to others")
        guard request.body != nil, !body.isEmpty else { return }
        try expect(
            try await openedByStranger(bench, request) == nil, .key,
            "a server with another key opened the request")
    }

    private static func openedByStranger(
        _ bench: Bench, _ request: TransportRequest
    ) async throws -> Data? {
        var received = try await Bench.received(request)
        do { try await bench.stranger.open(&received) } catch { return nil }
        return try await Bench.bytes(of: received)
    }

    @Sendable private static func serverRefusesChanges(_ bench: Bench) async throws {
        let request = try await Bench.received(bench.sealed())
        let body = try await Bench.bytes(of: request)
        for index in body.indices {
            var changed = body
            changed[index] ^= 1
            try await expectNoOther(
                bench, request.with(body: HTTPBody(changed)), .changed,
                "the server opened a request whose byte \(index) was changed")
        }
        for count in 0..<body.count {
            try await expectNoOther(
                bench, request.with(body: HTTPBody(Data(body.prefix(count)))), .cut,
                "the server opened \(count) bytes of a request of \(body.count)")
        }
        try await expectNoOther(
            bench, request.with(body: HTTPBody(Bench.plain)), .downgrade,
            "the server opened a request in the clear", same: false)
        let response = try await bench.respond(to: request)
        try await expectNoOther(
            bench, request.with(body: HTTPBody(response.body)), .reflection,
            "the server opened its own response as a request", same: false)
    }

    @Sendable private static func serverRefusesMoves(_ bench: Bench) async throws {
        let request = try await Bench.received(bench.sealed())
        for (what, moved) in moved(request) {
            try await expectNoOther(
                bench, moved, .endpoint, "the server opened the request as \(what)", same: false)
        }
    }

    /// A field that differs from request to request, such as an id, belongs to its own request only.
    @Sendable private static func serverRefusesSwaps(_ bench: Bench) async throws {
        let (one, two) = (
            try await Bench.received(bench.sealed()), try await Bench.received(bench.sealed())
        )
        for field in two.headers where field.value != one.headers[field.name] {
            var swapped = one
            swapped.headers[field.name] = field.value
            try await expectNoOther(
                bench, swapped, .field, "the server opened a request with another's \(field.name)",
                same: false)
            swapped.headers[field.name] = nil
            try await expectNoOther(
                bench, swapped, .field, "the server opened a request without \(field.name)",
                same: false)
        }
    }

    /// Fails if the server opens a request, or opens it to other bytes if the same ones do no harm.
    private static func expectNoOther(
        _ bench: Bench, _ request: TransportRequest, _ risk: CipherRisk, _ what: String,
        same isHarmless: Bool = true
    ) async throws {
        var received = request
        do { try await bench.peer.open(&received) } catch { return }
        if isHarmless, try await Bench.bytes(of: received) == Bench.plain { return }
        throw ConformanceFailure(what, risk)
    }
}
