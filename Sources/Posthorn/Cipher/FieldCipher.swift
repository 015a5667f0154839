/// A cipher that seals chosen fields of JSON bodies and leaves the rest readable.
///
/// An endpoint whose spec says `sealed: true` of a field takes such a cipher and no other: the argument
/// of `Ciphers` is a `FieldCipher` then, so that another one does not compile; one that is given by
/// `with { }` is looked at when the call is built. Of several ciphers, the first one seals the fields.
///
/// ``PayloadCipher/seal(_:)`` calls ``TransportRequest/sealFields(_:)``, and
/// ``PayloadCipher/open(_:to:)`` calls ``TransportResponse/openFields(of:_:)``, which know the fields.
public protocol FieldCipher: PayloadCipher {}

// Whoever writes `plaintext` has said it.
extension PlaintextCipher: FieldCipher {}

extension FieldCipher {
    /// `true`.
    public var sealsFields: Bool { true }
}

extension FieldCipher where Self: CipherWrapper {
    /// As the other cipher has it.
    public var sealsFields: Bool { wrapped.sealsFields }
}

extension TransportRequest {
    /// Whether the spec says of any field of the call's messages that it is sealed.
    public var hasSealedFields: Bool { details.map { !$0.sealed.isEmpty } ?? false }

    /// Replaces each field that the spec says is sealed by what the closure makes of it.
    ///
    /// A field that is not there, or `null`, stays as it is. Without such fields nothing is done.
    /// - Parameter seal: Gets the field's value and its place: names and indices, joined by dots, with a
    ///   backslash before a dot or a backslash in a name.
    /// - Throws: a fault of the code `sealingFailed` if the body is not JSON in memory, or has another
    ///   shape where a field is to be; and what the closure throws.
    public mutating func sealFields(
        _ seal: (_ value: JSONValue, _ place: String) async throws -> JSONValue
    ) async throws {
        try await sealFields(and: [], seal)
    }

    /// The same, and for fields that the cipher names.
    package mutating func sealFields(
        and others: [FieldPath],
        _ seal: (_ value: JSONValue, _ place: String) async throws -> JSONValue
    ) async throws {
        let own = details?.sealed.request ?? []
        let fields = own + others.filter { !own.contains($0) }
        guard !fields.isEmpty, let body else { return }
        guard let bytes = body.data, var document = try? JSONValue(document: bytes, depth: 512)
        else {
            throw APIError.Cause(
                .sealingFailed, "fields can be sealed in JSON bodies only, and this is none",
                advice: "give the endpoint a JSON body, or a cipher of whole bodies")
        }
        for field in fields {
            document = try await document.changing(field.steps[...], seal) { left in
                let way = FieldPath(steps: field.steps.dropLast(left)).description
                return APIError.Cause(
                    .sealingFailed,
                    "the field \(field.description.debugDescription) is not to be found: what stands "
                        + "at \(way.debugDescription) has another shape",
                    advice:
                        "name the field as the body has it: `*` for elements and members of maps")
            }
        }
        self.body = HTTPBody(try document.document())
    }
}

extension TransportResponse {
    /// Replaces each field that the spec says is sealed by what the closure makes of it.
    ///
    /// A field that is not there, or `null`, stays as it is. Without such fields, or without a body,
    /// nothing is done.
    /// - Parameters:
    ///   - request: The request that the response belongs to.
    ///   - open: Gets the field's value and its place in the body, as in
    ///     ``TransportRequest/sealFields(_:)``; with an envelope around it, from the envelope on.
    /// - Throws: a fault of the code `openingFailed` if the response is not JSON, or has another shape
    ///   where a field is to be; and what the closure throws.
    public mutating func openFields(
        of request: TransportRequest,
        _ open: (_ value: JSONValue, _ place: String) async throws -> JSONValue
    ) async throws {
        let refusal = APIError.Cause(
            .openingFailed, "the response is no JSON, or has another shape where a field is sealed",
            advice: "compare it with the spec; the bytes are in the error's `response`")
        try await openFields(of: request, and: [], refusal: refusal, open)
    }

    /// The same, and for fields that the cipher names, which stand in the whole body.
    /// - Parameter refusal: What is thrown for a response of another shape.
    package mutating func openFields(
        of request: TransportRequest, and others: [FieldPath], refusal: APIError.Cause,
        _ open: (_ value: JSONValue, _ place: String) async throws -> JSONValue
    ) async throws {
        let (envelope, named) = try request.details?.sealed.fields(of: self) ?? ([], [])
        let way = envelope.map { FieldPath.Step.member($0) }
        var fields = named.map { FieldPath(steps: way + $0.steps) }
        fields += others.filter { !fields.contains($0) }
        guard !fields.isEmpty, !body.isEmpty else { return }
        // Whoever decodes it may read what is not read here, such as a member that is there twice.
        guard var document = try? JSONValue(document: body, depth: 512),
            !document.hasShortcut(envelope[...])
        else { throw refusal }
        for field in fields {
            document = try await document.changing(field.steps[...], open) { _ in refusal }
        }
        body = try document.document()
        headers.drop(.contentLength)
    }
}

extension JSONValue {
    /// Whether some member has several names of the path in its own, as `a.b` has: an
    /// ``EnvelopePolicy`` would read it in place of `b` in `a`.
    fileprivate func hasShortcut(_ path: ArraySlice<String>) -> Bool {
        guard case .object(let members) = self, let first = path.first else { return false }
        var name = first
        for next in path.dropFirst() {
            name += "." + next
            if members[name] != nil { return true }
        }
        return members[first]?.hasShortcut(path.dropFirst()) ?? false
    }
}
