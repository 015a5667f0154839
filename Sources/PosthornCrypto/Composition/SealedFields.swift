import FoundationEssentials
public import Posthorn

/// Seals chosen fields of JSON bodies and leaves the rest readable: a card's number, and not the order
/// around it.
///
/// A field is written as a string, a JWE in the compact form around the field's JSON; its protected
/// header has `exchange` as in ``JWECipher`` and `field`, the place of the field, so that no sealed
/// field opens in another message or at another place. A field that is not there, or `null`, stays as
/// it is; a body that has another shape where a field is to be is refused. Members are written by name.
///
/// ```swift
/// try SealedFields(["card.number", "items.*.note"], answer: ["card.number"], key: key)
/// ```
///
/// **What it protects:** the value of the fields, and their place. **What it does not:** everything
/// else, which can be read and changed: let a signer follow in a ``ComposedCipher``. How long a key
/// lasts stands at ``JWECipher``; each field counts as a message.
public struct SealedFields: PayloadCipher {
    private let requestFields: [Path]
    private let answerFields: [Path]
    private let sealing: any KeyProvider<JWEKey>
    private let opening: any KeyProvider<JWEKey>

    /// The names of members from the outermost to the innermost; `*` is each element or member.
    private typealias Path = [Substring]

    /// Creates a cipher.
    /// - Parameters:
    ///   - fields: The request's fields, names joined by dots; `*` stands for each element of an array,
    ///     and for each member of a map.
    ///   - answer: The answer's fields. None by default.
    ///   - key: Seals the request's fields.
    ///   - opening: Opens the answer's fields: the client's own key pair, or `nil`, the default, for the
    ///     key that seals.
    /// - Throws: a fault of the code `sealingFailed` when a field has no name.
    public init(
        _ fields: [String], answer: [String] = [], key: JWEKey, opening: JWEKey? = nil
    ) throws(CallFault) {
        try self.init(
            fields, answer: answer, sealing: SingleKey(key: key),
            opening: SingleKey(key: opening ?? key))
    }

    /// Creates a cipher of keys that change; a field's `kid` says which one opens it.
    /// - Throws: a fault of the code `sealingFailed` when a field has no name.
    public init(
        _ fields: [String], answer: [String] = [], sealing: any KeyProvider<JWEKey>,
        opening: any KeyProvider<JWEKey>
    ) throws(CallFault) {
        requestFields = try Self.paths(fields)
        answerFields = try Self.paths(answer)
        self.sealing = sealing
        self.opening = opening
    }

    private static func paths(_ fields: [String]) throws(CallFault) -> [Path] {
        var paths: [Path] = []
        for field in fields {
            let path = field.split(separator: ".", omittingEmptySubsequences: false)
            guard path.allSatisfy({ !$0.isEmpty }) else {
                throw CallFault(
                    .sealingFailed, "the field \(field.debugDescription) has an empty name",
                    advice: "name the members from the outermost on, joined by single dots")
            }
            paths.append(path)
        }
        return paths
    }

    /// `sealed fields`.
    public var name: String { "sealed fields" }

    /// Seals the fields of the body, if it has them.
    public func seal(_ request: inout BuiltRequest) async throws {
        let exchange = ExchangeID.of(&request)
        request.headers[ExchangeID.field] = exchange
        guard !requestFields.isEmpty, let body = request.body else { return }
        guard let bytes = body.data, var document = try? JSONValue(document: bytes, depth: 512)
        else {
            throw CallFault(
                .sealingFailed, "fields can be sealed in JSON bodies only, and this is none",
                advice: "give the endpoint a JSON body, or a cipher of whole bodies")
        }
        let key = try await sealing.current()
        let header = JWECipher.exchange("request", request, exchange)
        for path in requestFields {
            document = try await Self.change(document, path[...]) { value, place in
                let message = try JWE.sealing(
                    Self.bytes(of: value), for: key,
                    header: ["exchange": header, "field": .string(place)])
                guard let text = message.compact else {
                    throw CallFault.notSealed("JWE", nil)
                }
                return .string(text)
            } refusal: { place in
                CallFault(
                    .sealingFailed,
                    "the field \(path.joined(separator: ".").debugDescription) is not to be found: "
                        + "what stands at \(place.debugDescription) has another shape",
                    advice:
                        "name the field as the body has it: `*` for elements and members of maps")
            }
        }
        request.body = MessageBody(try document.document())
    }

    /// Opens the fields of the answer; one that is there and not sealed for this place is refused, and
    /// so is an answer that is not JSON, or has another shape where a field is to be.
    public func open(_ response: inout ReceivedResponse, to request: BuiltRequest) async throws {
        guard !answerFields.isEmpty, !response.body.isEmpty else { return }
        guard let exchange = request.headers[ExchangeID.field] else { throw CallFault.notExchanged }
        // Whoever decodes it may read what is not read here, such as a member that is there twice.
        guard var document = try? JSONValue(document: response.body, depth: 512) else {
            throw CallFault.notOpened
        }
        let expected = JWECipher.exchange("response", request, exchange, status: response.status)
        for path in answerFields {
            document = try await Self.change(document, path[...]) { value, place in
                guard let text = value.string, let message = try? JWE(compact: Data(text.utf8)),
                    let id = message.keyID
                else { throw CallFault.notOpened }
                guard let key = try await opening.key(id: id) else {
                    throw CallFault.unknownKey(id)
                }
                guard let bytes = try? message.open(with: key),
                    message.protected["exchange"] == expected,
                    message.protected["field"] == .string(place),
                    let opened = try? JSONValue(document: bytes, depth: 512)
                else { throw CallFault.notOpened }
                return opened
            } refusal: { _ in
                CallFault.notOpened
            }
        }
        response.body = try document.document()
        response.headers[.contentLength] = nil
    }

    private static func bytes(of value: JSONValue) throws(CallFault) -> Data {
        do {
            return try value.document()
        } catch {
            throw .notSealed("JWE", error)
        }
    }

    /// Changes the values at a path.
    ///
    /// What is absent or `null` stays; any other shape on the way is refused, so that a field is never
    /// passed over in the clear.
    private static func change(
        _ value: JSONValue, _ path: ArraySlice<Substring>, at place: String = "",
        _ change: (JSONValue, String) async throws -> JSONValue,
        refusal: (String) -> CallFault
    ) async throws -> JSONValue {
        guard !value.isNull else { return value }
        guard let name = path.first else { return try await change(value, place) }
        let rest = path.dropFirst()
        let start = place.isEmpty ? "" : place + "."
        switch value {
        case .array(var elements) where name == "*":
            for index in elements.indices {
                elements[index] = try await Self.change(
                    elements[index], rest, at: start + String(index), change, refusal: refusal)
            }
            return .array(elements)
        case .object(var members):
            for name in name == "*" ? Array(members.keys) : [String(name)] {
                guard let member = members[name] else { continue }
                members[name] = try await Self.change(
                    member, rest, at: start + name, change, refusal: refusal)
            }
            return .object(members)
        default: throw refusal(place)
        }
    }
}

extension SealedFields: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The places of the fields and the keys' ids.
    public var description: String {
        "sealed fields \(requestFields.map { $0.joined(separator: ".") }) with \(sealing)"
    }

    /// The same as ``description``.
    public var debugDescription: String { description }

    /// The description alone.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
