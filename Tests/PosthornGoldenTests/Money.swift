/// A type of an app that a spec names as it is.
public struct ForeignRate: Codable, Hashable, Sendable {
    /// How many percent.
    public var percent: Int
}

/// A type of an app, as a spec with `swift:` names one.
public enum Money {
    /// An amount of cents, which its own `Codable` writes as a text.
    public struct Amount: Codable, Hashable, Sendable {
        /// The cents.
        public var cents: Int

        /// An amount.
        public init(cents: Int) { self.cents = cents }

        /// Reads a text.
        public init(from decoder: any Decoder) throws {
            let text = try decoder.singleValueContainer().decode(String.self)
            guard let cents = Int(text) else {
                throw DecodingError.dataCorrupted(
                    .init(codingPath: decoder.codingPath, debugDescription: "no amount"))
            }
            self.cents = cents
        }

        /// Writes a text.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(String(cents))
        }
    }
}
