public import FoundationEssentials

extension CallEvent {
    /// The announcement that a server will end an endpoint (RFC 9745, RFC 8594).
    public struct DeprecationNotice: Sendable, Hashable {
        /// The date from `Deprecation`; `nil` if the response has none.
        public var deprecated: Date?
        /// The date from `Sunset`, after which the endpoint may not respond; `nil` if the response has none.
        public var sunset: Date?
        /// The URL of the documentation in `Link`, of the relation `deprecation` or `sunset`; `nil` if there is none.
        public var link: String?

        /// Reads the header fields of a response; `nil` if they announce nothing.
        package init?(_ headers: HTTPFields) {
            guard
                headers.contains(where: {
                    let name = $0.name.canonicalName
                    return name == "deprecation" || name == "sunset"
                })
            else { return nil }
            for field in headers {
                switch field.name.canonicalName {
                case "deprecation":
                    // RFC 9745 has `@1688169599`, its drafts `true` and a date.
                    deprecated =
                        field.value.hasPrefix("@")
                        ? Double(field.value.dropFirst()).map { Date(timeIntervalSince1970: $0) }
                        : InternetDate.http(from: field.value)
                case "sunset": sunset = InternetDate.http(from: field.value)
                default: break
                }
            }
            link =
                LinkField.target(of: "deprecation", in: headers)
                ?? LinkField.target(of: "sunset", in: headers)
        }

        /// The endpoints that were reported, by origin and name.
        private static let reported = Locked<Set<String>>([])

        /// Returns whether this is the first notice about an endpoint in this process.
        func isFirst(of endpoint: String, at origin: String) -> Bool {
            Self.reported.withLock {
                $0.count < 10_000 && $0.insert("\(endpoint) \(origin)").inserted
            }
        }
    }
}

extension CallEvent.DeprecationNotice: RedactedStringConvertible {
    /// The dates, without the link.
    public var description: String {
        let dates = [("deprecated", deprecated), ("sunset", sunset)]
        let texts = dates.compactMap { word, date in
            date.flatMap { InternetDate.http(for: $0) }.map { "\(word) \($0)" }
        }
        return texts.isEmpty ? "deprecated" : texts.joined(separator: ", ")
    }
}
