// Generated from WarnsOfAmbiguousNames/Ambiguous.yaml. Edit the spec, not this file.

@_spi(Generated) public import PosthornCore

/// A client of the service `AmbiguousAPI`.
public struct AmbiguousAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
    }
}

extension AmbiguousAPI {
    /// `POST /n`.
    nonisolated(nonsending) public func notify(body: Notification) async throws(APIError) -> Pin {
        try await send(Notify(body: body))
    }

    /// The request behind ``notify(body:)``.
    public struct Notify: Endpoint {
        public typealias Output = Pin

        public let body: Notification

        public init(body: Notification) {
            self.body = body
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/n")
            request.body(body)
        }
    }
}

/// The `Notification` type of ``AmbiguousAPI``.
public struct Notification: JSONModel {
    public var operation: AmbiguousOperation

    public init(operation: AmbiguousOperation) {
        self.operation = operation
    }

    public init(json: inout JSONReader) throws {
        var operation: AmbiguousOperation?
        var object = json.beginObject("operation")
        while let member = json.nextMember(&object) {
            switch member {
            case 0: operation = json.value()
            default: break
            }
        }
        guard json.finish(object), let operation else { throw json.takeFailure() }
        self.operation = operation
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("operation", operation)
        json.endObject()
    }
}

/// The `AmbiguousOperation` type of ``AmbiguousAPI``.
public struct AmbiguousOperation: JSONModel {
    public var id: Int

    public init(id: Int) {
        self.id = id
    }

    public init(json: inout JSONReader) throws {
        id = 0
        var object = json.beginObject("id")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: id = json.int()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("id", id)
        json.endObject()
    }
}

/// The `Pin` type of ``AmbiguousAPI``.
public struct Pin: JSONModel {
    public var code: String
    public var kind: KeyKind

    public init(code: String, kind: KeyKind) {
        self.code = code
        self.kind = kind
    }

    public init(json: inout JSONReader) throws {
        code = ""
        var kind: KeyKind?
        var object = json.beginObject("code kind")
        while let member = json.nextMember(&object) {
            switch member {
            case 0: code = json.string()
            case 1: kind = json.value()
            default: break
            }
        }
        guard json.finish(object), let kind else { throw json.takeFailure() }
        self.kind = kind
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("code", code)
        json.write("kind", kind)
        json.endObject()
    }
}

/// The values of `KeyKind`.
public enum KeyKind: OpenEnum {
    case ksk
    case zsk
    /// A value that the spec does not list.
    case unknown(String)

    public static var knownCases: [Self] {
        [.ksk, .zsk]
    }

    public init(rawValue: String) {
        switch rawValue {
        case "ksk": self = .ksk
        case "zsk": self = .zsk
        default: self = .unknown(rawValue)
        }
    }

    public var rawValue: String {
        switch self {
        case .ksk: "ksk"
        case .zsk: "zsk"
        case .unknown(let value): value
        }
    }
}
