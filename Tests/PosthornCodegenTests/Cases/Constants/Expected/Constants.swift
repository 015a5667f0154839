// Generated from Constants/Constants.yaml. Edit the spec, not this file.

@_spi(Generated) public import PosthornCore

/// A client of the service `ConstantsAPI`.
public struct ConstantsAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration
    /// What is sent with every endpoint.
    public var common: Common

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration, common: Common) {
        self.configuration = configuration
        self.common = common
    }

    /// Sets what the spec declares for every endpoint.
    public func prepare(_ request: inout RequestBuilder) {
        request.header("X-Client", "web")
        request.header("X-Device", common.device)
        request.body("jsonrpc", "2.0")
    }

    /// What is sent with every endpoint of ``ConstantsAPI``.
    public struct Common: Sendable {
        /// Sent as the header `X-Device`.
        public var device: String

        /// Creates the common parameters.
        public init(device: String) {
            self.device = device
        }
    }
}

extension ConstantsAPI {
    /// `POST /token`.
    nonisolated(nonsending) public func signIn(scope: String) async throws(APIError) {
        try await send(SignIn(scope: scope))
    }

    /// The request behind ``signIn(scope:)``.
    public struct SignIn: Endpoint {
        public let scope: String

        public init(scope: String) {
            self.scope = scope
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/token")
            request.form("grant_type", "client_credentials")
            request.form("scope", scope)
        }
    }
}

extension ConstantsAPI {
    /// `GET /search`.
    nonisolated(nonsending) public func search(q: String) async throws(APIError) {
        try await send(Search(q: q))
    }

    /// The request behind ``search(q:)``.
    public struct Search: Endpoint {
        public let q: String

        public init(q: String) {
            self.q = q
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/search")
            request.removeCommon(.header("X-Client"))
            request.query("no_projects", "")
            request.query("q", q)
            request.query("limit", "50")
            request.header("Prefer", "return=minimal")
            request.cookie("consent", "true")
        }
    }
}

extension ConstantsAPI {
    /// `POST /upload`.
    nonisolated(nonsending) public func upload(content: FormPart) async throws(APIError) {
        try await send(Upload(content: content))
    }

    /// The request behind ``upload(content:)``.
    public struct Upload: Endpoint {
        public let content: FormPart

        public init(content: FormPart) {
            self.content = content
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/upload")
            request.part(":action", "file_upload")
            request.part("version", "1.10")
            request.part("content", content)
        }
    }
}

extension ConstantsAPI {
    /// `POST /rpc`.
    nonisolated(nonsending) public func call(
        kind: String, id: Int, const: Call.Const
    ) async throws(APIError) {
        try await send(Call(kind: kind, id: id, const: const))
    }

    /// The request behind ``call(kind:id:const:)``.
    public struct Call: Endpoint {
        public let kind: String
        public let id: Int
        public let const: Const

        public init(kind: String, id: Int, const: Const) {
            self.kind = kind
            self.id = id
            self.const = const
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/rpc")
            request.query("kind", "a")
            request.body("kind", kind)
            request.body("method", "session-get")
            request.body("strict", true)
            request.body("id", id)
            request.body("+id", -7)
            request.body("most", UInt64(18446744073709551615))
            request.body("rate", 0.5)
            request.body("since", "2026-01-01")
            request.body("text", "a\"b\\c\\(x)\n")
            request.body("const", const)
        }

        /// The values of `const`.
        public struct Const: JSONModel {
            public var const: String?
            public var other: Int?

            public init(const: String?, other: Int? = nil) {
                self.const = const
                self.other = other
            }

            public init(json: inout JSONReader) throws {
                var object = json.beginObject("const? other?")
                readMembers(&json, &object)
                try json.endObject(object)
            }

            @inline(never)
            private mutating func readMembers(
                _ json: inout JSONReader, _ object: inout JSONReader.Object
            ) {
                while let member = json.nextMember(&object) {
                    switch member {
                    case 0: const = json.stringIfPresent()
                    case 1: other = json.intIfPresent()
                    default: break
                    }
                }
            }

            public func write(json: inout JSONWriter) {
                json.beginObject()
                json.write("const", const)
                json.writeIfPresent("other", other)
                json.endObject()
            }
        }
    }
}

/// The `ConstantsKind` type of ``ConstantsAPI``.
public struct ConstantsKind: JSONModel {
    public var kind: String

    public init(kind: String) {
        self.kind = kind
    }

    public init(json: inout JSONReader) throws {
        kind = ""
        var object = json.beginObject("kind")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: kind = json.string()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("kind", kind)
        json.endObject()
    }
}
