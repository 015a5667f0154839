import Posthorn

/// A transport that only counts what goes through it, as a user writes one.
package final class LoggingTransport: TransportWrapper {
    package let wrapped: any Transport
    private let log = Locked(0)
    package var count: Int { log.withLock { $0 } }

    package init(wrapping wrapped: any Transport) { self.wrapped = wrapped }

    package func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse
    {
        log.withLock { $0 += 1 }
        return try await wrapped.send(request)
    }

    package func stream(_ request: TransportRequest) async throws(TransportError) -> TransportStream
    {
        log.withLock { $0 += 1 }
        return try await wrapped.stream(request)
    }
}

/// A cipher that only counts what it seals and opens, as a user writes one.
package final class LoggingCipher: CipherWrapper {
    package let wrapped: any PayloadCipher
    private let log = Locked(0)
    package var count: Int { log.withLock { $0 } }

    package init(wrapping wrapped: any PayloadCipher) { self.wrapped = wrapped }

    package func seal(_ request: inout TransportRequest) async throws {
        log.withLock { $0 += 1 }
        try await wrapped.seal(&request)
    }

    package func open(_ response: inout TransportResponse, to request: TransportRequest)
        async throws
    {
        log.withLock { $0 += 1 }
        try await wrapped.open(&response, to: request)
    }
}
