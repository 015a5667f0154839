import FoundationEssentials
public import Posthorn

/// Seals chosen fields of JSON bodies and leaves the rest readable: a card's number, and not the order
/// around it.
///
/// A field is written as a string, a JWE in the compact form around the field's JSON; its protected
/// header has `exchange` as in ``JWECipher`` and `field`, the place of the field, so that no sealed
/// field opens in another message or at another place. A field that is not there, or `null`, stays as
/// it is. Members are written by name.
///
/// ```swift
/// SealedFields(["card.number", "items.*.note"], answer: ["card.number"], key: key)
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

    /// The names of members from the outermost to the innermost; `*` is each element of an array.
    private typealias Path = [Substring]

    /// Creates a cipher.
    /// - Parameters:
    ///   - fields: The request's fields, names joined by dots; `*` stands for each element of an array.
    ///   - answer: The answer's fields. None by default.
    ///   - key: Seals the request's fields.
    ///   - opening: Opens the answer's fields: the client's own key pair, or `nil`, the default, for the
    ///     key that seals.
    public init(
        _ fields: [String], answer: [String] = [], key: JWEKey, opening: JWEKey? = nil
    ) {
        requestFields = fields.map { $0.split(separator: ".") }
        answerFields = answer.map { $0.split(separator: ".") }
        sealing = SingleKey(key: key)
        self.opening = SingleKey(key: opening ?? key)
    }

    /// `sealed fields`.
    public var name: String { "sealed fields" }

    /// Seals the fields of the body, if it has them.
    public func seal(_ request: inout BuiltRequest) async throws {
        let exchange = ExchangeID.random()
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
            document = try Self.change(document, path[...]) { value, place throws(CallFault) in
                let message = try JWE.sealing(
                    Self.bytes(of: value), for: key,
                    header: ["exchange": header, "field": .string(place)])
                guard let text = message.compact else {
                    throw CallFault.notSealed("JWE", nil)
                }
                return .string(text)
            }
        }
        request.body = MessageBody(try document.document())
    }

    /// Opens the fields of the answer; one that is there and not sealed for this place is refused.
    public func open(_ response: inout ReceivedResponse, to request: BuiltRequest) async throws {
        guard !answerFields.isEmpty, !response.body.isEmpty else { return }
        guard let exchange = request.headers[ExchangeID.field] else { throw CallFault.notExchanged }
        // A page of a proxy has no fields to open.
        guard var document = try? JSONValue(document: response.body, depth: 512) else { return }
        let key = try await opening.current()
        let expected = JWECipher.exchange("response", request, exchange, status: response.status)
        for path in answerFields {
            document = try Self.change(document, path[...]) { value, place throws(CallFault) in
                guard let text = value.string, let message = try? JWE(compact: Data(text.utf8)),
                    let bytes = try? message.open(with: key),
                    message.protected["exchange"] == expected,
                    message.protected["field"] == .string(place),
                    let opened = try? JSONValue(document: bytes, depth: 512)
                else { throw .notOpened }
                return opened
            }
        }
        response.body = try document.document()
    }

    private static func bytes(of value: JSONValue) throws(CallFault) -> Data {
        do {
            return try value.document()
        } catch {
            throw .notSealed("JWE", error)
        }
    }

    /// Changes the values at a path; those that are not there are left out.
    private static func change(
        _ value: JSONValue, _ path: ArraySlice<Substring>, at place: String = "",
        _ change: (JSONValue, String) throws(CallFault) -> JSONValue
    ) throws(CallFault) -> JSONValue {
        guard let name = path.first else {
            return value.isNull ? value : try change(value, place)
        }
        let rest = path.dropFirst()
        let start = place.isEmpty ? "" : place + "."
        switch value {
        case .array(var elements) where name == "*":
            for index in elements.indices {
                elements[index] = try Self.change(
                    elements[index], rest, at: start + String(index), change)
            }
            return .array(elements)
        case .object(var members):
            guard let member = members[String(name)] else { return value }
            members[String(name)] = try Self.change(member, rest, at: start + name, change)
            return .object(members)
        default: return value
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
