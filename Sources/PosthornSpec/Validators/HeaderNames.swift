/// Checks that the names of header fields are valid in HTTP and that the client does not set them itself.
enum HeaderNames: Validator {
    private static let ownedByClient: Set<String> = [
        "connection", "content-length", "content-type", "expect", "host", "keep-alive",
        "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
    ]

    /// Returns whether a name is valid for a header field that the client does not set itself.
    static func isUsable(_ name: String) -> Bool {
        isToken(name) && !ownedByClient.contains(name.lowercased())
    }

    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        for service in draft.services { checkCase(service.common, log.file(service.path)) }
        draft.forEachEndpoint(log) { log, endpoint in checkCase(endpoint.parameters, log) }
        draft.forEachField(log) { log, field, place in
            guard place == .header else { return }
            if !isToken(field.wireName) {
                log.error(
                    field.mark, "a header's name \(tokenRule)",
                    found: quoted(field.wireName), write: "one as in 'X-Device-ID'")
            } else if ownedByClient.contains(field.wireName.lowercased()) {
                log.error(
                    field.mark, "the client sets this header itself",
                    found: quoted(field.wireName),
                    write: field.wireName.lowercased() == "content-type"
                        ? "the endpoint without it, and set another media type of a call with "
                            + "'with { $0.header(\"Content-Type\", …) }'"
                        : "the endpoint without it")
            }
        }
    }

    /// Reports names that differ in case only.
    private static func checkCase(_ parameters: [ParameterSpec], _ log: FileLog) {
        var first: [String: FieldSpec] = [:]
        for field in parameters.lazy.filter({ $0.place == .header }).map(\.field) {
            guard let other = first.updateValue(field, forKey: field.wireName.lowercased()) else {
                continue
            }
            log.error(
                field.mark, "a header's name is the same in capitals and small letters",
                found: "\(quoted(field.wireName)) and \(quoted(other.wireName))",
                write: "one of the two")
        }
    }

    /// The rule of ``isToken(_:)`` as the end of a sentence.
    static let tokenRule =
        "is ASCII letters, digits, '-', '_', '.' and other signs without a meaning in HTTP"

    /// Returns whether a text is a token of HTTP (RFC 9110, section 5.6.2).
    static func isToken(_ name: some StringProtocol) -> Bool {
        !name.isEmpty && name.unicodeScalars.allSatisfy(isTokenCharacter)
    }

    private static func isTokenCharacter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9": true
        default: "!#$%&'*+-.^_`|~".unicodeScalars.contains(scalar)
        }
    }
}
