public import FoundationEssentials

/// A part of a request's body that is produced while it is sent.
///
/// The transport requests the next piece when it has room for it, so that back-pressure reaches the source.
///
/// The call fails with ``TransportError/Code/bodyFailed`` if the source throws, or if it produces more or
/// fewer bytes than ``length``. The server then never receives a body that looks complete.
public final class BodyStream: Sendable {
    /// The number of bytes that the stream produces.
    ///
    /// `nil` if it is unknown; the body is then sent in chunks over HTTP/1.1 (RFC 9112, section 7.1).
    public let length: Int?
    /// Whether the stream can be read again for a retry or a redirect.
    public let isReplayable: Bool
    /// Whether each pass produces the same bytes; `false` for a body that is sealed while it is sent.
    package let isSameEachTime: Bool
    private let run: @Sendable ((Data) async throws -> Void) async throws -> Void
    private let wasBegun = Locked(false)

    /// Creates a stream that can be sent once.
    ///
    /// A call that has to send it again fails with ``TransportError/Code/bodyNotReplayable``.
    public init<Source: AsyncSequence & Sendable>(_ source: Source, length: Int? = nil)
    where Source.Element == Data {
        self.length = length
        isReplayable = false
        isSameEachTime = true
        run = { take in for try await piece in source { try await take(piece) } }
    }

    /// Creates a stream that can be sent again.
    /// - Parameters:
    ///   - length: The number of bytes; `nil`, the default, sends the body in chunks.
    ///   - source: Creates the source for each pass; it must produce the same bytes each time.
    public init<Source: AsyncSequence & Sendable>(
        length: Int? = nil, replay source: @escaping @Sendable () async throws -> Source
    ) where Source.Element == Data {
        self.length = length
        isReplayable = true
        isSameEachTime = true
        run = { take in for try await piece in try await source() { try await take(piece) } }
    }

    /// Creates a stream from a closure that produces the pieces.
    package init(
        length: Int?, isReplayable: Bool, isSameEachTime: Bool,
        run: @escaping @Sendable ((Data) async throws -> Void) async throws -> Void
    ) {
        self.length = length
        self.isReplayable = isReplayable
        self.isSameEachTime = isSameEachTime
        self.run = run
    }

    /// Claims the right to read the stream.
    ///
    /// Returns `false` if the stream was read before and can't be read again.
    package func begin() -> Bool {
        wasBegun.withLock { wasBegun in
            defer { wasBegun = true }
            return isReplayable || !wasBegun
        }
    }

    /// Passes all pieces to a closure, one after the other.
    package func read(_ take: (Data) async throws -> Void) async throws { try await run(take) }
}

extension BodyStream: Hashable {
    /// Whether both are the same instance; streams with equal bytes are not equal.
    public static func == (first: BodyStream, second: BodyStream) -> Bool { first === second }

    /// Hashes the identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
