/// Selects the header fields that a redirected request keeps.
package enum RedirectFields {
    /// Returns the fields that may be sent to another origin.
    ///
    /// An allowlist of harmless fields is used, because any name may carry a credential. Only the signer
    /// knows the name of a signature's field.
    /// - Parameter earlier: The fields of the previous request, if the other fields were added for the new
    ///   origin.
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

    /// Returns the fields of an endpoint, and those of other layers that may be sent to another origin.
    package static func crossing(
        _ fields: HTTPFields, beside own: HTTPFields, forwarding names: Set<String>
    ) -> HTTPFields {
        var kept = crossing(fields, forwarding: names)
        let taken = Set(kept.map(\.name))
        kept.append(contentsOf: own.filter { !taken.contains($0.name) })
        return kept
    }

    /// Whether a field of this lowercase name is known to contain no secret.
    package static func isHarmless(_ name: String) -> Bool {
        harmless.contains(name) || aboutBody.contains(name)
    }

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

    /// Meaningless without the body, and possibly part of a signature or a key.
    private static let alsoAboutBody: Set<String> = [
        "content-length", "content-md5", "content-digest", "repr-digest", "digest", "expect",
        "idempotency-key", "last-modified",
    ]
}
