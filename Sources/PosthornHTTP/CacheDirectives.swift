/// The directives of a request's or a response's `Cache-Control` field (RFC 9111, section 5.2).
package struct CacheDirectives: Sendable, Equatable {
    /// The values by lower-case directive name.
    ///
    /// An empty text means that the directive has no value.
    private var values: [String: [String]] = [:]

    /// The upper limit for a number of seconds (RFC 9111, section 1.2.2).
    package static let endless: Int64 = 1 << 31

    /// Parses the `Cache-Control` lines of a message as one list.
    package init(_ headers: HTTPFields) {
        for field in headers where field.name == .cacheControl { read(field.value) }
    }

    package var isEmpty: Bool { values.isEmpty }

    package func has(_ name: String) -> Bool { values[name] != nil }

    /// The seconds of a directive, or `nil` if it is absent.
    ///
    /// An invalid number counts as 0, and the smallest of several numbers wins, so that unclear responses are
    /// stale (RFC 9111, section 4.2.1).
    package func seconds(_ name: String) -> Int64? {
        values[name]?.map { Self.seconds(of: $0) ?? 0 }.min()
    }

    /// Unlimited if `max-stale` has no value.
    package var maxStale: Int64? {
        values["max-stale"]?.map { $0.isEmpty ? Self.endless : Self.seconds(of: $0) ?? 0 }.min()
    }

    /// The fields named by `no-cache` or `private`.
    ///
    /// Empty if the directive is absent or names none.
    package func fields(of name: String) -> [HTTPField.Name] {
        (values[name] ?? []).flatMap(Self.names)
    }

    private static func names(_ value: String) -> [HTTPField.Name] {
        value.split(whereSeparator: { $0 == "," || $0 == " " || $0 == "\t" })
            .compactMap { HTTPField.Name(String($0)) }
    }

    /// Whether a directive applies to the whole response.
    ///
    /// It does if it names no fields, or if its value can't be parsed as field names. Of several equal
    /// directives, the one without names wins, because it is stricter.
    package func isWhole(_ name: String) -> Bool {
        values[name]?.contains { Self.names($0).isEmpty } ?? false
    }

    package static func seconds(of text: some StringProtocol) -> Int64? {
        text.isDigits ? min(Int64(text) ?? endless, endless) : nil
    }

    /// Parses `name`, `name=token` and `name="text"`, separated by commas outside of quotes.
    ///
    /// Some servers separate them by semicolons, or write blanks around the `=`. A directive that was not
    /// recognized would have the opposite effect, as in `no-store; max-age=0`.
    private mutating func read(_ field: String) {
        for part in field.splitOutsideQuotes(at: ",") {
            for part in String(part).splitOutsideQuotes(at: ";") { take(part.trimmingBlanks) }
        }
    }

    private mutating func take(_ text: Substring) {
        let start = text.prefix { $0 != "=" }
        let name = start.trimmingBlanks.lowercased()
        guard !name.isEmpty else { return }
        let value = text[start.endIndex...].dropFirst().trimmingBlanks
        // Keeps `max-age=` distinct from a directive without a value, so that it counts as invalid.
        let isInvalid = value.isEmpty && start.endIndex < text.endIndex
        values[name, default: []].append(
            isInvalid ? "=" : value.hasSuffix("\"") ? value.unquoted : String(value))
    }
}
