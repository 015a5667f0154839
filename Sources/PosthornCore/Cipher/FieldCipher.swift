/// A cipher that seals chosen fields of JSON bodies and leaves the rest readable.
///
/// If a spec marks a field of an endpoint with `sealed: true`, the endpoint's cipher must be a `FieldCipher`.
/// The argument of `Ciphers` then has this type, so another cipher does not compile. A cipher set by `with {
/// }` is checked when the call is built. If there are several ciphers, the first one seals the fields.
///
/// Implement ``PayloadCipher/seal(_:)`` by calling ``TransportRequest/sealFields(_:)``, and
/// ``PayloadCipher/open(_:to:)`` by calling ``TransportResponse/openFields(of:_:)``. These methods find the
/// fields.
public protocol FieldCipher: PayloadCipher {}

// Choosing `plaintext` explicitly leaves the fields readable.
extension PlaintextCipher: FieldCipher {}

extension FieldCipher {
    /// `true`.
    public var sealsFields: Bool { true }
}

extension FieldCipher where Self: CipherWrapper {
    /// Whether the wrapped cipher seals fields.
    public var sealsFields: Bool { wrapped.sealsFields }
}

extension TransportRequest {
    /// Whether the spec marks any field of the call's request or responses as sealed.
    public var hasSealedFields: Bool { details.map { !$0.sealed.isEmpty } ?? false }

    /// Replaces each field that the spec marks as sealed with the closure's result.
    ///
    /// Fields that are absent or `null` stay unchanged. Does nothing if no field is sealed or there is no
    /// body.
    ///
    /// - Parameter seal: Seals one field. It gets the field's value and its place. The place consists of
    ///   member names and indices joined by dots, with a backslash before each dot or backslash in a name. A
    ///   member named `*` appears as `\*`.
    /// - Throws: What the closure throws. It throws an ``APIError/Cause`` with the code `sealingFailed` if
    ///   the body is not JSON in memory, or if the body has another shape where it should have a field.
    public mutating func sealFields(
        _ seal: (_ value: JSONValue, _ place: String) async throws -> JSONValue
    ) async throws {
        try await sealFields(and: [], seal)
    }

    /// Seals the fields that the spec marks as sealed and those that the cipher names.
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
                .sealingFailed,
                "only fields of a JSON body can be sealed, and this body is not JSON in memory",
                advice: "give the endpoint a JSON body, or a cipher of whole bodies")
        }
        for field in fields {
            document = try await document.changing(field.steps[...], seal) { left in
                let way = FieldPath(steps: field.steps.dropLast(left)).description
                return APIError.Cause(
                    .sealingFailed,
                    "the field \(field.description.debugDescription) was not found: the value at "
                        + "\(way.debugDescription) has another type",
                    advice:
                        "write the path as in the body, with `*` for elements and members of maps")
            }
        }
        self.body = HTTPBody(try document.document())
    }
}

extension TransportResponse {
    /// Replaces each field that the spec marks as sealed with the closure's result.
    ///
    /// Fields that are absent or `null` stay unchanged. Does nothing if no field is sealed or there is no
    /// body.
    ///
    /// - Parameters:
    ///   - request: The request that the response belongs to.
    ///   - open: Opens one field. It gets the field's value and its place in the body, in the form of
    ///     ``TransportRequest/sealFields(_:)``. Inside an envelope, the place starts with the members of the
    ///     envelope.
    /// - Throws: What the closure throws. It throws an ``APIError/Cause`` with the code `openingFailed` if
    ///   the response is not JSON, or if it has another shape where it should have a field.
    public mutating func openFields(
        of request: TransportRequest,
        _ open: (_ value: JSONValue, _ place: String) async throws -> JSONValue
    ) async throws {
        let refusal = APIError.Cause(
            .openingFailed,
            "the response is not JSON, or has another shape where a field is sealed",
            advice: "compare it with the spec; the bytes are in the error's `response`")
        try await openFields(of: request, and: [], refusal: refusal, open)
    }

    /// Opens the fields that the spec marks as sealed and those that the cipher names in the whole body.
    ///
    /// - Parameter refusal: The error to throw if the response has another shape.
    package mutating func openFields(
        of request: TransportRequest, and others: [FieldPath], refusal: APIError.Cause,
        _ open: (_ value: JSONValue, _ place: String) async throws -> JSONValue
    ) async throws {
        let (envelope, named) =
            try request.details.map { try $0.sealed.fields(of: self, by: $0.policies.value) }
            ?? ([], [])
        let way = envelope.map { FieldPath.Step.member($0) }
        var fields = named.map { FieldPath(steps: way + $0.steps) }
        fields += others.filter { !fields.contains($0) }
        guard !fields.isEmpty, !body.isEmpty else { return }
        // A decoder may accept what this parser rejects, such as a duplicate member, so such a body is an
        // error.
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
    /// Whether a member's name joins several names of the path, such as `a.b`.
    ///
    /// An ``EnvelopePolicy`` would read that member in place of `b` in `a`.
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
