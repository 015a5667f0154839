import Posthorn

/// A transport that only counts what goes through it, as a user writes one.
final class LoggingTransport: Transport {
    let wrapped: any Transport
    private let log = Locked(0)
    var base: (any Transport)? { wrapped }
    var count: Int { log.withLock { $0 } }

    init(wrapping wrapped: any Transport) { self.wrapped = wrapped }

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        log.withLock { $0 += 1 }
        return try await wrapped.send(request)
    }

    func stream(_ request: TransportRequest) async throws(TransportError) -> TransportStream {
        log.withLock { $0 += 1 }
        return try await wrapped.stream(request)
    }
}

/// A cipher that only counts what it seals and opens, as a user writes one.
final class LoggingCipher: PayloadCipher {
    let wrapped: any PayloadCipher
    private let log = Locked(0)
    var base: (any PayloadCipher)? { wrapped }
    var name: String { wrapped.name }
    var count: Int { log.withLock { $0 } }

    init(wrapping wrapped: any PayloadCipher) { self.wrapped = wrapped }

    func seal(_ request: inout TransportRequest) async throws {
        log.withLock { $0 += 1 }
        try await wrapped.seal(&request)
    }

    func open(_ response: inout TransportResponse, to request: TransportRequest) async throws {
        log.withLock { $0 += 1 }
        try await wrapped.open(&response, to: request)
    }
}
