/// The failure of a store that processes share.
///
/// The set of codes may grow: match the codes that you handle and keep a `default`. The description has no key, no
/// token and no content.
public struct StoreError: Error, Sendable {
    /// The kind of a failure.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The stable name of the code.
        public let rawValue: String

        /// Creates a code, such as one of another store.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The store can't be reached, or does not respond in time.
        ///
        /// The change may have been made or not.
        public static let unavailable = Self(rawValue: "unavailable")
        /// The store's data is damaged, for example because its file was cut off.
        public static let damaged = Self(rawValue: "damaged")
        /// The data belongs to another program or to another version.
        public static let foreign = Self(rawValue: "foreign")
        /// The data was written with another key.
        public static let wrongKey = Self(rawValue: "wrongKey")
        /// The store has no space for the value; nothing has changed.
        public static let full = Self(rawValue: "full")
        /// The store refuses its user, for example because of a path's permissions or a password.
        public static let refused = Self(rawValue: "refused")
        /// The program was built without what the store needs, such as TLS.
        public static let unsupported = Self(rawValue: "unsupported")
    }

    /// The kind of the failure.
    public var code: Code
    /// The cause in a sentence, without secrets.
    public var message: String
    /// A suggestion; `nil` if there is none.
    public var advice: String?
    /// The underlying error, which is not part of the description; `nil` if there is none.
    public var underlying: (any Error)?

    /// Creates an error.
    public init(
        _ code: Code, _ message: String, advice: String? = nil, underlying: (any Error)? = nil
    ) {
        (self.code, self.message) = (code, message)
        (self.advice, self.underlying) = (advice, underlying)
    }
}

extension StoreError: PrintableError {
    package var text: String { message }
}

extension StoreError: RedactedStringConvertible {
    /// The message and the advice.
    public var description: String { message + (advice.map { "; \($0)" } ?? "") }
}
