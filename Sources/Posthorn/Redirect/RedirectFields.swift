/// Which header fields a redirected request keeps.
package enum RedirectFields {
    /// Those that go to another origin.
    ///
    /// A list of what is harmless: credentials have any name, in a signature's case one that only
    /// the signer knows, so a list of what is secret would never be complete.
    /// - Parameter earlier: Those of the request before, if the others were added for the other origin.
    static func crossing(
        _ fields: HTTPFields, of earlier: HTTPFields? = nil, forwarding names: Set<String>
    ) -> HTTPFields {
        let names = Set(names.map { $0.lowercased() })
        return fields.filter { field in
            let name = field.name.canonicalName
            if isHarmless(name) || names.contains(name) { return true }
            guard let earlier else { return false }
            return !earlier.contains { $0.name == field.name && $0.value == field.value }
        }
    }

    /// Whether a field is known to hold no secret, by its name in lower case.
    package static func isHarmless(_ name: String) -> Bool {
        harmless.contains(name) || aboutBody.contains(name)
    }

    /// Those that stay when the body is left behind.
    static func withoutBody(_ fields: HTTPFields) -> HTTPFields {
        fields.filter { field in
            let name = field.name.canonicalName
            return !aboutBody.contains(name) && !alsoAboutBody.contains(name)
        }
    }

    private static let harmless: Set<String> = [
        "accept", "accept-charset", "accept-encoding", "accept-language", "cache-control", "pragma",
        "range", "if-range", "user-agent",
    ]

    private static let aboutBody: Set<String> = [
        "content-type", "content-encoding", "content-language", "content-disposition",
        "content-location",
    ]

    /// Makes no sense without the body either, and may be a signature's part or a key.
    private static let alsoAboutBody: Set<String> = [
        "content-length", "content-md5", "content-digest", "repr-digest", "digest", "expect",
        "idempotency-key", "last-modified",
    ]
}
