internal import FoundationEssentials
internal import PosthornCore
internal import PosthornInterpreter
internal import PosthornSamples
internal import PosthornSpec

/// Writes values as the bodies that a client's response policy reads.
struct BodyWriter: Sendable {
    let service: ServiceSpec
    let table: TypeTable

    /// Returns the body of a value with its media type.
    func body(
        of value: JSONValue?, _ type: TypeExpression?, by policy: ResponseSpec
    ) throws -> (Data, mediaType: String) {
        if case .envelope(let envelope) = policy {
            let payload = try value?.document()
            return (try EnvelopePolicy(envelope).envelope(around: payload), "application/json")
        }
        guard let value else { return (Data(), "application/json") }
        switch policy.builtIn?.word {
        case "raw": return (bytes(of: value, type), "application/octet-stream")
        case "text": return (bytes(of: value, type), "text/plain; charset=utf-8")
        case "image": return (Self.image, "image/png")
        case "xml":
            let name = type?.name?.text ?? "root"
            return (Data(XMLText.document(value, root: name).utf8), "application/xml")
        case "plist": return (Data(XMLText.propertyList(value).utf8), "application/x-plist")
        default: return (try value.document(), "application/json")
        }
    }

    /// Returns the envelope of a failure that is documented by its code.
    func failure(
        _ code: EnvelopeSpec.Code, _ payload: JSONValue?, in envelope: EnvelopeSpec
    ) throws -> Data {
        try EnvelopePolicy(envelope).envelope(
            around: payload?.document(), code: EnvelopeCode(code), message: "made by the mock",
            isFailure: true)
    }

    private func bytes(of value: JSONValue, _ type: TypeExpression?) -> Data {
        guard let text = value.string else { return (try? value.document()) ?? Data() }
        let isData = type.map { table.unwrapped($0).type.scalar == .data } ?? false
        return isData ? Data(base64Encoded: text) ?? Data(text.utf8) : Data(text.utf8)
    }

    /// A PNG of one transparent pixel.
    private static let image =
        Data(
            base64Encoded:
                "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="
        ) ?? Data()
}
