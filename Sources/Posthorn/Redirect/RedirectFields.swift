/// Which header fields a redirected request keeps.
package enum RedirectFields {
    /// Those that go to another origin.
    ///
    /// A list of what is harmless: credentials have any name, in a signature's case one that only
    /// the signer knows, so a list of what is secret would never be complete.
    static func crossing(
        _ fields: HTTPFields, forwarding names: Set<String>
    ) -> HTTPFields {
        let names = Set(names.map { $0.lowercased() })
        return filter(fields) { name in
            isHarmless(name) || names.contains(name)
        }
    }

    /// Whether a field is known to hold no secret, by its name in lower case.
    package static func isHarmless(_ name: String) -> Bool {
        harmless.contains(name) || isAboutBody(name)
    }

    /// Those that stay when the body is left behind.
    static func withoutBody(_ fields: HTTPFields) -> HTTPFields {
        filter(fields) { name in
            !isAboutBody(name) && !alsoAboutBody.contains(name)
        }
    }

    /// The same list twice, less those of the second that came unchanged from the first and may not
    /// cross.
    static func crossing(
        _ fields: HTTPFields, of earlier: HTTPFields, forwarding names: Set<String>
    ) -> HTTPFields {
        let allowed = crossing(fields, forwarding: names)
        var kept = HTTPFields()
        for field in fields {
            let isOwn = !earlier.contains { $0.name == field.name && $0.value == field.value }
            if isOwn || allowed.contains(where: { $0.name == field.name }) { kept.append(field) }
        }
        return kept
    }

    private static func filter(_ fields: HTTPFields, _ keeps: (String) -> Bool) -> HTTPFields {
        var kept = HTTPFields()
        for field in fields where keeps(field.name.canonicalName) { kept.append(field) }
        return kept
    }

    private static let harmless: Set<String> = [
        "accept", "accept-charset", "accept-encoding", "accept-language", "cache-control", "pragma",
        "range", "if-range", "user-agent",
    ]

    private static func isAboutBody(_ name: String) -> Bool {
        bodyFields.contains(name)
    }

    private static let bodyFields: Set<String> = [
        "content-type", "content-encoding", "content-language", "content-disposition",
        "content-location",
    ]

    /// Makes no sense without the body either, and may be a signature's part or a key.
    private static let alsoAboutBody: Set<String> = [
        "content-length", "content-md5", "content-digest", "repr-digest", "digest", "expect",
        "idempotency-key", "last-modified",
    ]
}
