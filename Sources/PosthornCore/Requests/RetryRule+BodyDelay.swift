internal import FoundationEssentials
@_spi(Generated) internal import PosthornJSON

extension RetryRule {
    /// The member of a failure's JSON body in which the server requests a delay.
    public struct BodyDelay: Hashable, Sendable {
        /// The names of the members that lead to it, separated by dots.
        let path: String
        let format: DurationFormat

        /// A member with a number of milliseconds, such as `error.retry_after_ms`.
        public static func milliseconds(_ path: String) -> BodyDelay {
            .init(path: path, format: .millis)
        }

        /// A member with a number of seconds, with or without a fraction.
        public static func seconds(_ path: String) -> BodyDelay {
            .init(path: path, format: .seconds)
        }

        /// A member with a duration of ISO 8601, such as `PT1.5S`.
        public static func iso(_ path: String) -> BodyDelay { .init(path: path, format: .iso) }

        /// A member with a duration of Go, such as `1m30s` or `100ms`.
        public static func go(_ path: String) -> BodyDelay { .init(path: path, format: .go) }

        /// Reads the delay; `nil` if the body has none that can be read, or a negative one.
        func delay(in response: TransportResponse) -> Duration? {
            guard let member = try? response.value(at: path, as: JSONValue.self),
                let delay = duration(member), delay >= .zero
            else { return nil }
            return delay
        }

        private func duration(_ value: JSONValue) -> Duration? {
            if format.isNumber { return value.double.flatMap(format.duration(ofNumber:)) }
            guard var text = value.string else { return nil }
            return text.withUTF8 { format.duration(from: $0) }
        }
    }

    /// Reads the delay from ``bodyDelay``.
    public func requestedDelay(in response: TransportResponse) -> Duration? {
        bodyDelay?.delay(in: response)
    }
}
