/// Checks that the names of header fields are valid in HTTP and that the client does not set them itself.
enum HeaderNames: Validator {
    static let ownedByClient: Set<String> = [
        "connection", "content-length", "content-type", "expect", "host", "keep-alive",
        "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
    ]

    /// Returns whether a name is valid for a header field that the client does not set itself.
    static func isUsable(_ name: String) -> Bool {
        isToken(name) && !ownedByClient.contains(name.lowercased())
    }

    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        for service in draft.services {
            let log = log.file(service.path)
            checkCase(service.common, log)
            NamePatterns.checkCommon(service.common, log)
        }
        var ownTypes: Set<FieldSpec> = []
        draft.forEachEndpoint(log) { log, endpoint in
            checkCase(endpoint.parameters, log)
            NamePatterns.check(endpoint.parameters, log)
            ownTypes.formUnion(mediaTypes(of: endpoint))
        }
        draft.forEachField(log) { log, field, place in
            guard place == .header, !ownTypes.contains(field) else { return }
            if !isToken(field.wireName) {
                log.error(
                    field.mark, "a header's name \(tokenRule)",
                    found: quoted(field.wireName), write: "one as in 'X-Device-ID'")
            } else if let prefix = field.prefix {
                NamePatterns.checkOwn(field, prefix.lowercased(), log)
            } else if ownedByClient.contains(field.wireName.lowercased()) {
                log.error(
                    field.mark, "the client sets this header itself",
                    found: quoted(field.wireName),
                    write: field.wireName.lowercased() == "content-type"
                        ? "the endpoint without it, and the media type in 'sends'"
                        : "the endpoint without it")
            }
        }
    }

    /// Returns the parameters for the media type of a body that is sent as it is.
    private static func mediaTypes(of endpoint: EndpointSpec) -> [FieldSpec] {
        guard endpoint.bodyPlace == .upload else { return [] }
        return endpoint.parameters.lazy.filter { $0.place == .header }.map(\.field).filter {
            $0.wireName.lowercased() == "content-type" && !$0.isConstant
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
