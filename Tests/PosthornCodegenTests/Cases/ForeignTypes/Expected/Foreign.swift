// Generated from ForeignTypes/Foreign.yaml. Edit the spec, not this file.

public import Foundation
@_spi(Generated) public import PosthornCore

/// A client of the service `ForeignAPI`.
public struct ForeignAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
    }
}

extension ForeignAPI {
    /// `POST /price`.
    nonisolated(nonsending) public func price(
        amount: ForeignMoney
    ) async throws(APIError) -> ForeignPrice {
        try await send(Price(amount: amount))
    }

    /// The request behind ``price(amount:)``.
    public struct Price: Endpoint {
        public typealias Output = ForeignPrice

        public let amount: ForeignMoney

        public init(amount: ForeignMoney) {
            self.amount = amount
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/price")
            request.body("amount", amount)
        }
    }
}

/// What the app has already.
public typealias ForeignMoney = Money.Amount

/// The `ForeignID` type of ``ForeignAPI``.
public typealias ForeignID = Foundation.UUID

/// The `ForeignPrice` type of ``ForeignAPI``.
public struct ForeignPrice: JSONModel {
    public var amount: ForeignMoney
    public var list: [ForeignMoney]
    public var old: ForeignMoney?
    public var gone: ForeignMoney?
    public var patch: FieldPresence<ForeignMoney>
    public var id: ForeignID
    public var rate: ForeignRate?
    public var others: [ForeignMoney]?

    public init(
        amount: ForeignMoney, list: [ForeignMoney], gone: ForeignMoney?, id: ForeignID,
        old: ForeignMoney? = nil, patch: FieldPresence<ForeignMoney> = .absent,
        rate: ForeignRate? = nil, others: [ForeignMoney]? = []
    ) {
        self.amount = amount
        self.list = list
        self.old = old
        self.gone = gone
        self.patch = patch
        self.id = id
        self.rate = rate
        self.others = others
    }

    public init(json: inout JSONReader) throws {
        var amount: ForeignMoney?
        var list: [ForeignMoney]?
        patch = .absent
        var id: ForeignID?
        others = []
        var object = json.beginObject("amount list old? gone? patch? id rate? others?")
        while let member = json.nextMember(&object) {
            switch member {
            case 0: amount = json.codable()
            case 1: list = json.codable()
            case 2: old = json.codableIfPresent()
            case 3: gone = json.codableIfPresent()
            case 4: patch = json.codablePresence()
            case 5: id = json.codable()
            case 6: rate = json.codableIfPresent()
            case 7: others = json.codableIfPresent()
            default: break
            }
        }
        guard json.finish(object), let amount, let list, let id else { throw json.takeFailure() }
        self.amount = amount
        self.list = list
        self.id = id
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.writeCodable("amount", amount)
        json.writeCodable("list", list)
        json.writeCodableIfPresent("old", old)
        json.writeCodable("gone", gone)
        json.writeCodableIfPresent("patch", patch)
        json.writeCodable("id", id)
        json.writeCodableIfPresent("rate", rate)
        json.writeCodable("others", others)
        json.endObject()
    }
}
