// Generated from SecretMembers/SecretMembers.yaml. Edit the spec, not this file.

public import Foundation
@_spi(Generated) public import PosthornCore

/// A client of the service `SecretMembersAPI`.
public struct SecretMembersAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration
    /// What is sent with every endpoint.
    public var common: Common

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration, common: Common = Common()) {
        self.configuration = configuration
        self.common = common
    }

    /// Sets what the spec declares for every endpoint.
    public func prepare(_ request: inout RequestBuilder) {
        request.hideValues("X-Tenant-Pin")
        request.header("X-Tenant-Pin", common.pin)
    }

    /// What is sent with every endpoint of ``SecretMembersAPI``.
    public struct Common: Sendable {
        /// Hidden wherever the value is shown.
        ///
        /// Not sent when `nil`.
        @Secret
        public var pin: String?

        /// Creates the common parameters.
        public init(pin: String? = nil) {
            self.pin = pin
        }
    }
}

extension SecretMembersAPI {
    /// `POST /devices`.
    nonisolated(nonsending) public func addDevice(
        body: SecretsDevice
    ) async throws(AddDevice.Failure) -> SecretsDevice {
        try await send(AddDevice(body: body))
    }

    /// The request behind ``addDevice(body:)``.
    public struct AddDevice: Endpoint {
        public typealias Output = SecretsDevice

        public let body: SecretsDevice

        public init(body: SecretsDevice) {
            self.body = body
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/devices")
            request.hideValues("apiKey", "code", "hint", "key", "patch", "pin")
            request.body(body)
        }

        /// The ways in which ``addDevice(body:)`` fails.
        public enum Failure: EndpointFailure {
            /// Status 409.
            case conflict(Documented<SecretsDevice>)
            /// A failure that the spec does not document.
            case other(APIError)

            public static func decode(from response: CallResponse) throws -> Self? {
                switch response.status.code {
                case 409: .conflict(try response.failure(named: "conflict"))
                default: nil
                }
            }

            public var apiError: APIError {
                switch self {
                case .conflict(let failure): failure.apiError
                case .other(let error): error
                }
            }
        }
    }
}

extension SecretMembersAPI {
    /// `POST /sign-in`.
    /// - Parameters:
    ///   - password: Never shown, as in password: …. Hidden wherever the value is shown.
    ///   - once: Hidden wherever the value is shown. Not sent when `nil`.
    nonisolated(nonsending) public func signIn(
        user: String, password: String, once: String? = nil
    ) async throws(APIError) {
        try await send(SignIn(user: user, password: password, once: once))
    }

    /// The request behind ``signIn(user:password:once:)``.
    public struct SignIn: Endpoint {
        @Secret
        public var once: String?

        public let user: String

        @Secret
        public var password: String

        public init(user: String, password: String, once: String? = nil) {
            self.once = once
            self.user = user
            self.password = password
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/sign-in")
            request.hideValues("once", "password")
            request.query("once", once)
            request.form("user", user)
            request.form("password", password)
        }
    }
}

extension SecretMembersAPI {
    /// `POST /rotate`.
    /// - Parameter pins: Hidden wherever the value is shown.
    nonisolated(nonsending) public func rotate(
        pins: [Int], note: String
    ) async throws(APIError) -> Rotate.Output {
        try await send(Rotate(pins: pins, note: note))
    }

    /// The request behind ``rotate(pins:note:)``.
    public struct Rotate: Endpoint {
        @Secret
        public var pins: [Int]

        public let note: String

        public init(pins: [Int], note: String) {
            self.pins = pins
            self.note = note
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/rotate")
            request.hideValues("X-Token", "apiKey", "code", "hint", "key", "patch", "pin", "pins")
            request.body("pins", pins)
            request.body("note", note)
        }

        public static func output(from response: CallResponse) throws -> Output {
            try Output(value: response.value(), token: response.header("X-Token"))
        }

        /// What ``rotate(pins:note:)`` returns, with header fields of the response.
        public struct Output: Sendable {
            /// The body.
            public var value: SecretsDevice
            /// Hidden wherever the value is shown.
            @Secret
            public var token: String

            public init(value: SecretsDevice, token: String) {
                self.value = value
                self.token = token
            }
        }
    }
}

/// The `SecretsDevice` type of ``SecretMembersAPI``.
///
/// Reading ignores members that the spec does not name, so that a value that you read, change and
/// send lacks them.
public struct SecretsDevice: JSONModel {
    public var name: String
    /// Signs its calls.
    ///
    /// Hidden wherever the value is shown.
    @Secret
    public var apiKey: String
    /// Hidden wherever the value is shown.
    @Secret
    public var pin: Int?
    /// Hidden wherever the value is shown.
    @Secret
    public var key: SecretsKey
    /// Hidden wherever the value is shown.
    @Secret
    public var code: Data
    /// Hidden wherever the value is shown.
    ///
    /// Set by the server, and never sent.
    @Secret
    public var hint: String?
    /// Hidden wherever the value is shown.
    @Secret
    public var patch: FieldPresence<String>
    public var copies: [SecretsDevice]

    public init(
        name: String, apiKey: String, key: SecretsKey, code: Data, copies: [SecretsDevice],
        pin: Int? = nil, hint: String? = nil, patch: FieldPresence<String> = .absent
    ) {
        self.name = name
        self.apiKey = apiKey
        self.pin = pin
        self.key = key
        self.code = code
        self.hint = hint
        self.patch = patch
        self.copies = copies
    }

    public init(json: inout JSONReader) throws {
        name = ""
        apiKey = ""
        pin = nil
        var key: SecretsKey?
        var code: Data?
        hint = nil
        patch = .absent
        copies = []
        var object = json.beginObject("name apiKey pin? key code hint? patch? copies")
        while let member = json.nextMember(&object) {
            switch member {
            case 0: name = json.string()
            case 1: apiKey = json.string()
            case 2: pin = json.intIfPresent()
            case 3: key = json.value()
            case 4: code = json.value(as: .base64url)
            case 5: hint = json.stringIfPresent()
            case 6: patch = json.presence()
            case 7: copies = json.array()
            default: break
            }
        }
        guard json.finish(object), let key, let code else { throw json.takeFailure() }
        self.key = key
        self.code = code
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("name", name)
        if !json.hides("apiKey") {
            json.write("apiKey", apiKey)
        }
        if !json.hides("pin") {
            json.writeIfPresent("pin", pin)
        }
        if !json.hides("key") {
            json.write("key", key)
        }
        if !json.hides("code") {
            json.write("code", code, as: .base64url)
        }
        if !json.isRequest, !json.hides("hint") {
            json.write("hint", hint)
        }
        if !json.hides("patch") {
            json.writeIfPresent("patch", patch)
        }
        json.write("copies", copies)
        json.endObject()
    }
}

/// The `SecretsKey` type of ``SecretMembersAPI``.
///
/// Reading ignores members that the spec does not name, so that a value that you read, change and
/// send lacks them.
public struct SecretsKey: JSONModel {
    public var bits: Int
    public var text: String

    public init(bits: Int, text: String) {
        self.bits = bits
        self.text = text
    }

    public init(json: inout JSONReader) throws {
        bits = 0
        text = ""
        var object = json.beginObject("bits text")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: bits = json.int()
            case 1: text = json.string()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("bits", bits)
        json.write("text", text)
        json.endObject()
    }
}
