/// The keys of ciphers and signers with a scheme.
extension SpecKey {
    static let schemes: [SpecKey] = [
        SpecKey(
            "scheme", in: [.scheme],
            .words(SchemeForm.all.filter { $0.use != .webhook }.map(\.name)),
            "The scheme, whose key the client supplies.", without: nil,
            example: "scheme: sorted-parameters", page: "Schemes"),
        parameter(
            "doc", .text, "What the cipher or signer is for.", example: "doc: Seals for partners."),
        parameter(
            "audience", .string, "The name of the recipient, which sealed messages are bound to.",
            example: "audience: shop"),
        parameter(
            "algorithm", .words(SchemeForm.words(of: "algorithm")),
            "The digest of the sorted parameters.",
            example: "algorithm: hmac-sha256"),
        parameter(
            "fields", .list(.string, isUnique: true),
            "The only parameters that are signed, in this order.", without: "all, sorted by name",
            example: "fields: [sku, count]"),
        parameter(
            "exclude", .list(.string, isUnique: true), "The parameters that are not signed.",
            example: "exclude: [trace]"),
        parameter(
            "place", .group(.signature), "Where the signature is sent.",
            without: "the query parameter `sign`", example: "place: { query: sign }"),
        parameter(
            "encoding", .words(SchemeForm.words(of: "encoding")), "How the signature is written.",
            without: "`hex`", example: "encoding: base64"),
        parameter(
            "time", .string, "The parameter with the time in seconds, sent and signed.",
            example: "time: timestamp"),
        parameter(
            "nonce", .string, "The parameter with a nonce, sent and signed.",
            example: "nonce: nonce"),
        parameter(
            "keyID", .string, "The parameter with the key's id, sent and signed.",
            example: "keyID: app_id"),
        parameter(
            "service", .string, "The service of AWS in the scope of the signature.",
            example: "service: s3"),
        parameter(
            "region", .string, "The region of AWS in the scope of the signature.",
            example: "region: eu-central-1"),
        parameter(
            "components", .list(.string, isUnique: true),
            "The components that are signed and must be there (RFC 9421).",
            without: "`@method` and `@target-uri`",
            example: "components: [\"@method\", \"@target-uri\", date]"),
        parameter(
            "prefix", .token, "The start of the names of the header fields, as in `svix-id`.",
            without: "`webhook`", example: "prefix: svix"),
        place("query", "The query parameter with the signature.", example: "query: sign"),
        place("body", "The member or form field with the signature.", example: "body: sign"),
        place("header", "The header field with the signature.", example: "header: X-Signature"),
    ]

    private static func parameter(
        _ name: String, _ form: KeyForm, _ summary: String, without absence: String = "none",
        example: String
    ) -> SpecKey {
        SpecKey(
            name, in: [.scheme], form, summary, without: absence, example: example,
            page: "Schemes", needs: ["scheme"])
    }

    private static func place(_ name: String, _ summary: String, example: String) -> SpecKey {
        SpecKey(
            name, in: [.signature], .string, summary, without: nil, example: example,
            page: "Schemes", excludes: ["query", "body", "header"])
    }
}
