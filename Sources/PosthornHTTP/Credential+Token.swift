extension Credential {
    /// A bearer token and the time for which it is valid.
    ///
    /// Its description never shows the token.
    public struct Token: Sendable {
        /// The token as it is sent.
        public let text: String
        /// When a new token is loaded.
        ///
        /// `nil` for a token that is used until a server refuses it.
        private let renewal: ContinuousClock.Instant?

        /// Creates a token.
        ///
        /// - Parameters:
        ///   - text: The token as it is sent.
        ///   - expiresIn: The time from now for which the server accepts the token, such as `expires_in` of
        ///     OAuth. The token is renewed when a tenth of it is left, at most 30 seconds. Zero or less means
        ///     that it has expired. `nil`, the default, uses the token until a server responds with 401.
        public init(_ text: String, expiresIn: Duration? = nil) {
            self.init(text, expiresIn, at: .now)
        }

        init(_ text: String, _ lifetime: Duration?, at now: ContinuousClock.Instant) {
            self.text = text
            renewal = lifetime.map { lifetime in
                // Ten years at most, because an instant in the far future does not exist.
                let lifetime = max(.zero, min(lifetime, .seconds(315_360_000)))
                return now + (lifetime - min(lifetime / 10, .seconds(30)))
            }
        }

        /// Creates a token that is renewed at an instant; `nil` uses it until a server refuses it.
        package init(_ text: String, renewal: ContinuousClock.Instant?) {
            (self.text, self.renewal) = (text, renewal)
        }

        func isExpired(at now: ContinuousClock.Instant) -> Bool {
            renewal.map { now >= $0 } ?? false
        }
    }
}

extension Credential.Token: RedactedStringConvertible {}
