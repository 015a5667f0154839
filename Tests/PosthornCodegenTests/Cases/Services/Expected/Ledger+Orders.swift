// Generated from Services/Ledger/Orders.yaml. Edit the spec, not this file.

@_spi(Generated) import PosthornCore

extension LedgerAPI {
    /// `GET /orders/{id}`.
    nonisolated(nonsending) func getOrder(
        id: String
    ) async throws(GetOrder.Failure) -> LedgerAPI.Order {
        try await send(GetOrder(id: id))
    }

    /// The request behind ``getOrder(id:)``.
    struct GetOrder: Endpoint {
        typealias Output = LedgerAPI.Order

        let id: String

        init(id: String) {
            self.id = id
        }

        func build(_ request: inout RequestBuilder) {
            request.method(.get, "/orders/{id}")
            request.path("id", id)
        }

        /// The ways in which ``getOrder(id:)`` fails.
        enum Failure: EndpointFailure {
            /// Status 404.
            case notFound(Documented<ServicesProblem>)
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

extension LedgerAPI {
    /// `POST /payments`.
    nonisolated(nonsending) func payOrder(
        body: LedgerPayment
    ) async throws(APIError) -> LedgerAPI.State {
        try await send(PayOrder(body: body))
    }

    /// The request behind ``payOrder(body:)``.
    struct PayOrder: Endpoint {
        typealias Output = LedgerAPI.State

        let body: LedgerPayment

        init(body: LedgerPayment) {
            self.body = body
        }

        func build(_ request: inout RequestBuilder) {
            request.method(.post, "/payments")
            request.body(body)
        }
    }
}

extension LedgerAPI {
    /// The `Order` type of ``LedgerAPI``.
    ///
    /// Reading ignores members that the spec does not name, so that a value that you read, change
    /// and send lacks them.
    struct Order: JSONModel {
        var id: LedgerOrderID
        var state: LedgerAPI.State
        var total: ServicesMoney
        var states: [String: LedgerAPI.State]

        init(
            id: LedgerOrderID, state: LedgerAPI.State, total: ServicesMoney,
            states: [String: LedgerAPI.State] = [:]
        ) {
            self.id = id
            self.state = state
            self.total = total
            self.states = states
        }

        init(json: inout JSONReader) throws {
            var id: LedgerOrderID?
            var state: LedgerAPI.State?
            var total: ServicesMoney?
            states = [:]
            var object = json.beginObject("id state total states?")
            while let member = json.nextMember(&object) {
                switch member {
                case 0: id = json.value()
                case 1: state = json.value()
                case 2: total = json.value()
                case 3: states = json.mapIfPresent() ?? states
                default: break
                }
            }
            guard json.finish(object), let id, let state, let total else {
                throw json.takeFailure()
            }
            self.id = id
            self.state = state
            self.total = total
        }

        func write(json: inout JSONWriter) {
            json.beginObject()
            json.write("id", id)
            json.write("state", state)
            json.write("total", total)
            json.write("states", states)
            json.endObject()
        }
    }
}

/// The `LedgerOrderID` type of ``LedgerAPI``.
struct LedgerOrderID: JSONWrapper, ParameterValue {
    /// The value that stands for it on the wire.
    var value: String

    /// Wraps a value.
    init(_ value: String) {
        self.value = value
    }
}

extension LedgerAPI {
    /// The values of `State`.
    enum State: OpenEnum {
        case due
        case paid
        /// A value that the spec does not list.
        case unknown(String)

        static var knownCases: [Self] {
            [.due, .paid]
        }

        init(rawValue: String) {
            switch rawValue {
            case "due": self = .due
            case "paid": self = .paid
            default: self = .unknown(rawValue)
            }
        }

        var rawValue: String {
            switch self {
            case .due: "due"
            case .paid: "paid"
            case .unknown(let value): value
            }
        }
    }
}

/// The `LedgerPayment` type of ``LedgerAPI``.
enum LedgerPayment: JSONModel {
    case card(LedgerCard)
    case bank(LedgerBank)
    /// A value of a type that the spec does not list.
    case unknown(JSONValue)

    init(json: inout JSONReader) throws {
        switch try json.discriminator("kind") {
        case "card": self = .card(try LedgerCard(json: &json))
        case "bank": self = .bank(try LedgerBank(json: &json))
        default: self = .unknown(try JSONValue(json: &json))
        }
    }

    func write(json: inout JSONWriter) {
        switch self {
        case .card(let value): json.write(value, tagged: "kind", "card")
        case .bank(let value): json.write(value, tagged: "kind", "bank")
        case .unknown(let value): json.write(value)
        }
    }
}

/// The `LedgerCard` type of ``LedgerAPI``.
struct LedgerCard: JSONModel {
    var number: String
    var order: LedgerAPI.Order?

    init(number: String, order: LedgerAPI.Order? = nil) {
        self.number = number
        self.order = order
    }

    init(json: inout JSONReader) throws {
        number = ""
        var object = json.beginObject("number order?")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: number = json.string()
            case 1: order = json.valueIfPresent()
            default: break
            }
        }
    }

    func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("number", number)
        json.writeIfPresent("order", order)
        json.endObject()
    }
}

/// The `LedgerBank` type of ``LedgerAPI``.
struct LedgerBank: JSONModel {
    var ean: String

    init(ean: String) {
        self.ean = ean
    }

    init(json: inout JSONReader) throws {
        ean = ""
        var object = json.beginObject("ean")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: ean = json.string()
            default: break
            }
        }
    }

    func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("ean", ean)
        json.endObject()
    }
}
