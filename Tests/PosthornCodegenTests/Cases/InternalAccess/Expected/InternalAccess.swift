// Generated from InternalAccess/InternalAccess.yaml. Edit the spec, not this file.

import Foundation
@_spi(Generated) import PosthornCore

/// A client that only its own module uses.
struct InternalAccessAPI: APIService {
    /// The transport and the defaults of this client.
    var configuration: ClientConfiguration
    /// What is sent with every endpoint.
    var common: Common
    /// The ciphers that the spec names.
    var ciphers: Ciphers

    /// Creates a client of the service.
    init(_ configuration: ClientConfiguration, common: Common, ciphers: Ciphers) {
        self.configuration = configuration
        self.common = common
        self.ciphers = ciphers
    }

    /// Sets what the spec declares for every endpoint.
    func prepare(_ request: inout RequestBuilder) {
        request.header("X-App", common.app)
    }

    /// Finds the cipher that an endpoint names.
    func cipher(named name: String) -> (any PayloadCipher)? {
        switch name {
        case "vault": ciphers.vault
        default: nil
        }
    }

    /// What is sent with every endpoint of ``InternalAccessAPI``.
    struct Common: Sendable {
        /// Sent as the header `X-App`.
        var app: String

        /// Creates the common parameters.
        init(app: String) {
            self.app = app
        }
    }

    /// The ciphers of ``InternalAccessAPI``; the keys are bound here and never in the spec.
    struct Ciphers: Sendable {
        /// What the vault sends.
        var vault: any PayloadCipher

        /// Creates the set of ciphers.
        init(vault: any PayloadCipher) {
            self.vault = vault
        }
    }
}

extension InternalAccessAPI {
    /// `GET /parcels`.
    /// - Parameters:
    ///   - cursor: Not sent when `nil`.
    ///   - state: Not sent when `nil`.
    nonisolated(nonsending) func listParcels(
        cursor: String? = nil, state: ParcelState? = nil
    ) async throws(ListParcels.Failure) -> ParcelPage {
        try await send(ListParcels(cursor: cursor, state: state))
    }

    /// The request behind ``listParcels(cursor:state:)``.
    struct ListParcels: PagedEndpoint {
        typealias Output = ParcelPage

        var cursor: String?

        let state: ParcelState?

        init(cursor: String? = nil, state: ParcelState? = nil) {
            self.cursor = cursor
            self.state = state
        }

        func build(_ request: inout RequestBuilder) {
            request.method(.get, "/parcels")
            request.query("cursor", cursor)
            request.query("state", state)
        }

        static func items(of page: ParcelPage) -> [Parcel] {
            page.parcels
        }

        func next(after page: APIResponse<ParcelPage>) -> NextPage<Self> {
            .cursor(page.value.nextCursor, into: \.cursor, of: self)
        }

        /// The ways in which ``listParcels(cursor:state:)`` fails.
        enum Failure: EndpointFailure {
            /// Status 404.
            case notFound(Documented<ParcelProblem>)
            /// A failure that the spec does not document.
            case other(APIError)

            static func decode(from response: CallResponse) throws -> Self? {
                switch response.status.code {
                case 404: .notFound(try response.failure(named: "notFound"))
                default: nil
                }
            }

            var apiError: APIError {
                switch self {
                case .notFound(let failure): failure.apiError
                case .other(let error): error
                }
            }
        }
    }
}

extension InternalAccessAPI {
    /// `POST /parcels`, body sealed with the `vault` cipher.
    nonisolated(nonsending) func sendParcel(
        weight: Decimal, at: Date, size: SendParcel.Size
    ) async throws(SendParcel.Failure) -> SendParcel.Output {
        try await send(SendParcel(weight: weight, at: at, size: size))
    }

    /// The request behind ``sendParcel(weight:at:size:)``.
    struct SendParcel: Endpoint {
        let weight: Decimal
        let at: Date
        let size: Size

        init(weight: Decimal, at: Date, size: Size) {
            self.weight = weight
            self.at = at
            self.size = size
        }

        func build(_ request: inout RequestBuilder) {
            request.method(.post, "/parcels")
            request.cipher = .named("vault")
            request.body("weight", weight)
            request.body("at", at)
            request.body("size", size)
        }

        static func output(from response: CallResponse) throws -> Output {
            try Output(value: response.value(), total: response.header("X-Total"))
        }

        /// What ``sendParcel(weight:at:size:)`` returns, with header fields of the response.
        struct Output: Sendable {
            /// The body.
            var value: Parcel

            /// The header `X-Total`.
            let total: Int?

            init(value: Parcel, total: Int? = nil) {
                self.value = value
                self.total = total
            }
        }

        /// The ways in which ``sendParcel(weight:at:size:)`` fails.
        enum Failure: EndpointFailure {
            /// Status 409.
            case conflict(Documented<ParcelProblem>)
            /// Any other status that is no success.
            case unexpected(status: Int, Documented<ParcelProblem>)
            /// A failure that the spec does not document.
            case other(APIError)

            static func decode(from response: CallResponse) throws -> Self? {
                switch response.status.code {
                case 409: .conflict(try response.failure(named: "conflict"))
                default:
                    .unexpected(
                        status: response.status.code, try response.failure(named: "unexpected"))
                }
            }

            var apiError: APIError {
                switch self {
                case .conflict(let failure): failure.apiError
                case .unexpected(_, let failure): failure.apiError
                case .other(let error): error
                }
            }
        }

        /// The values of `size`.
        enum Size: OpenEnum {
            case small
            case large
            /// A value that the spec does not list.
            case unknown(String)

            static var knownCases: [Self] {
                [.small, .large]
            }

            init(rawValue: String) {
                switch rawValue {
                case "small": self = .small
                case "large": self = .large
                default: self = .unknown(rawValue)
                }
            }

            var rawValue: String {
                switch self {
                case .small: "small"
                case .large: "large"
                case .unknown(let value): value
                }
            }
        }
    }
}

extension InternalAccessAPI {
    /// `GET /parcels/{id}/label`.
    /// - Parameter destination: The file to write; it is replaced when the response is complete.
    nonisolated(nonsending) func label(
        id: String, to destination: URL
    ) async throws(APIError) -> DownloadedFile {
        try await download(Label(id: id), to: destination)
    }

    /// The request behind ``label(id:to:)``.
    struct Label: DownloadEndpoint {
        let id: String

        init(id: String) {
            self.id = id
        }

        func build(_ request: inout RequestBuilder) {
            request.method(.get, "/parcels/{id}/label")
            request.path("id", id)
        }
    }
}

/// The `Parcel` type of ``InternalAccessAPI``.
struct Parcel: JSONModel {
    var id: String
    var state: ParcelState
    var place: ParcelPlace?

    init(id: String, state: ParcelState, place: ParcelPlace? = nil) {
        self.id = id
        self.state = state
        self.place = place
    }

    init(json: inout JSONReader) throws {
        id = ""
        var state: ParcelState?
        var object = json.beginObject("id state place?")
        while let member = json.nextMember(&object) {
            switch member {
            case 0: id = json.string()
            case 1: state = json.value()
            case 2: place = json.valueIfPresent()
            default: break
            }
        }
        guard json.finish(object), let state else { throw json.takeFailure() }
        self.state = state
    }

    func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("id", id)
        json.write("state", state)
        json.writeIfPresent("place", place)
        json.endObject()
    }
}

/// The `ParcelPage` type of ``InternalAccessAPI``.
struct ParcelPage: JSONModel {
    var parcels: [Parcel]
    var nextCursor: String?

    init(parcels: [Parcel], nextCursor: String? = nil) {
        self.parcels = parcels
        self.nextCursor = nextCursor
    }

    init(json: inout JSONReader) throws {
        parcels = []
        var object = json.beginObject("parcels nextCursor?")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: parcels = json.array()
            case 1: nextCursor = json.stringIfPresent()
            default: break
            }
        }
    }

    func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("parcels", parcels)
        json.writeIfPresent("nextCursor", nextCursor)
        json.endObject()
    }
}

/// The values of `ParcelState`.
enum ParcelState: OpenEnum {
    case sent
    case lost
    /// A value that the spec does not list.
    case unknown(String)

    static var knownCases: [Self] {
        [.sent, .lost]
    }

    init(rawValue: String) {
        switch rawValue {
        case "sent": self = .sent
        case "lost": self = .lost
        default: self = .unknown(rawValue)
        }
    }

    var rawValue: String {
        switch self {
        case .sent: "sent"
        case .lost: "lost"
        case .unknown(let value): value
        }
    }
}

/// The values of `ParcelGrade`.
enum ParcelGrade: String, ClosedEnum {
    case a
    case b
}

/// The `ParcelHome` type of ``InternalAccessAPI``.
struct ParcelHome: JSONModel {
    var kind: String
    var door: Int

    init(kind: String, door: Int) {
        self.kind = kind
        self.door = door
    }

    init(json: inout JSONReader) throws {
        kind = ""
        door = 0
        var object = json.beginObject("kind door")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: kind = json.string()
            case 1: door = json.int()
            default: break
            }
        }
    }

    func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("kind", kind)
        json.write("door", door)
        json.endObject()
    }
}

/// The `ParcelShop` type of ``InternalAccessAPI``.
struct ParcelShop: JSONModel {
    var kind: String
    var counter: Int

    init(kind: String, counter: Int) {
        self.kind = kind
        self.counter = counter
    }

    init(json: inout JSONReader) throws {
        kind = ""
        counter = 0
        var object = json.beginObject("kind counter")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: kind = json.string()
            case 1: counter = json.int()
            default: break
            }
        }
    }

    func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("kind", kind)
        json.write("counter", counter)
        json.endObject()
    }
}

/// The `ParcelPlace` type of ``InternalAccessAPI``.
enum ParcelPlace: JSONModel {
    case home(ParcelHome)
    case shop(ParcelShop)
    /// A value of a type that the spec does not list.
    case unknown(JSONValue)

    init(json: inout JSONReader) throws {
        switch try json.discriminator("kind") {
        case "home": self = .home(try ParcelHome(json: &json))
        case "shop": self = .shop(try ParcelShop(json: &json))
        default: self = .unknown(try JSONValue(json: &json))
        }
    }

    func write(json: inout JSONWriter) {
        switch self {
        case .home(let value): json.write(value, replacing: "kind", by: "home")
        case .shop(let value): json.write(value, replacing: "kind", by: "shop")
        case .unknown(let value): json.write(value)
        }
    }
}

/// The `ParcelCode` type of ``InternalAccessAPI``.
struct ParcelCode: JSONWrapper, ParameterValue {
    /// The value that stands for it on the wire.
    var value: String

    /// Wraps a value.
    init(_ value: String) {
        self.value = value
    }
}

/// The `ParcelProblem` type of ``InternalAccessAPI``.
struct ParcelProblem: JSONModel {
    var code: ParcelCode
    var grade: ParcelGrade

    init(code: ParcelCode, grade: ParcelGrade) {
        self.code = code
        self.grade = grade
    }

    init(json: inout JSONReader) throws {
        var code: ParcelCode?
        var grade: ParcelGrade?
        var object = json.beginObject("code grade")
        while let member = json.nextMember(&object) {
            switch member {
            case 0: code = json.value()
            case 1: grade = json.value()
            default: break
            }
        }
        guard json.finish(object), let code, let grade else { throw json.takeFailure() }
        self.code = code
        self.grade = grade
    }

    func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("code", code)
        json.write("grade", grade)
        json.endObject()
    }
}
