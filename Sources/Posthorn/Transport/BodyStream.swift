public import FoundationEssentials

/// A part of a request's body that is made while it is sent.
///
/// The next piece is asked for when there is room for it, so that a slow server slows the source.
/// An error of the source fails the call with ``TransportError/Code/bodyFailed``, and so does one
/// that gives more or fewer bytes than its length says; then the server never sees a body that looks
/// complete.
public final class BodyStream: Sendable {
    /// How many bytes it will give.
    ///
    /// `nil` if that is not known; then the body is sent in chunks (RFC 9112, section 7.1).
    public let length: Int?
    /// Whether it can be begun again, for a second try or a redirect.
    public let isReplayable: Bool
    /// Whether each reading gives the same bytes: `false` of what is sealed while it is sent.
    package let isSameEachTime: Bool
    private let run: @Sendable ((Data) async throws -> Void) async throws -> Void
    private let wasBegun = Locked(false)

    /// Creates a stream that can be sent once.
    ///
    /// A call that would have to send it twice fails with ``TransportError/Code/bodyNotReplayable``.
    public init<Source: AsyncSequence & Sendable>(_ source: Source, length: Int? = nil)
    where Source.Element == Data {
        self.length = length
        isReplayable = false
        isSameEachTime = true
        run = { take in for try await piece in source { try await take(piece) } }
    }

    /// Creates a stream that can be sent again, because its source can be made again.
    /// - Parameter source: Makes the source anew; it must give the same bytes each time.
    public init<Source: AsyncSequence & Sendable>(
        length: Int? = nil, replay source: @escaping @Sendable () async throws -> Source
    ) where Source.Element == Data {
        self.length = length
        isReplayable = true
        isSameEachTime = true
        run = { take in for try await piece in try await source() { try await take(piece) } }
    }

    /// Creates a stream that gives its pieces itself.
    package init(
        length: Int?, isReplayable: Bool, isSameEachTime: Bool,
        run: @escaping @Sendable ((Data) async throws -> Void) async throws -> Void
    ) {
        self.length = length
        self.isReplayable = isReplayable
        self.isSameEachTime = isSameEachTime
        self.run = run
    }

    /// Takes the right to read the stream.
    ///
    /// `false` if it was read before and can't be read again.
    package func begin() -> Bool {
        wasBegun.withLock { wasBegun in
            defer { wasBegun = true }
            return isReplayable || !wasBegun
        }
    }

    /// Gives all pieces to a closure, one after the other.
    package func read(_ take: (Data) async throws -> Void) async throws { try await run(take) }
}

extension BodyStream: Hashable {
    /// Whether both are the same stream, not only of the same bytes.
    public static func == (first: BodyStream, second: BodyStream) -> Bool { first === second }

    /// Hashes the identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
