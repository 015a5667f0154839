// Generated from ForeignTypes/Foreign.yaml. Edit the spec, not this file.

public import Foundation
public import Posthorn

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
    public func price(amount: ForeignMoney) async throws(APIError) -> ForeignPrice {
        try await send(Price(amount: amount))
    }

    /// The request behind ``price(amount:)``.
    public struct Price: Endpoint {
        public typealias Output = ForeignPrice

        public static let name = "price"

        public let amount: ForeignMoney

        public init(amount: ForeignMoney) {
            self.amount = amount
        }

        public func build(_ request: inout RequestBuilder) throws {
            request.method(.post, "/price")
            try request.body("amount", amount)
        }
    }
}

/// What the app has already.
public typealias ForeignMoney = Money.Amount

/// The `ForeignID` type of ``ForeignAPI``.
public typealias ForeignID = Foundation.UUID

/// The `ForeignPrice` type of ``ForeignAPI``.
public final class ForeignPrice: JSONModel {
    public let amount: ForeignMoney
    public let list: [ForeignMoney]
    public let old: ForeignMoney?
    public let gone: ForeignMoney?
    public let patch: Presence<ForeignMoney>
    public let id: ForeignID

    public init(
        amount: ForeignMoney, list: [ForeignMoney], gone: ForeignMoney?, id: ForeignID,
        old: ForeignMoney? = nil, patch: Presence<ForeignMoney> = .absent
    ) {
        self.amount = amount
        self.list = list
        self.old = old
        self.gone = gone
        self.patch = patch
        self.id = id
    }

    public init(json: inout JSONReader) throws {
        var amount: ForeignMoney?
        var list: [ForeignMoney]?
        var old: ForeignMoney?
        var gone: ForeignMoney?
        var patch: Presence<ForeignMoney> = .absent
        var id: ForeignID?
        let object = json.beginObject()
        while let key = json.nextKey() {
            switch key {
            case "amount": json.readCodable(&amount)
            case "list": json.readCodable(&list)
            case "old": json.readCodableIfPresent(&old)
            case "gone": json.readCodableIfPresent(&gone)
            case "patch": json.readCodable(&patch)
            case "id": json.readCodable(&id)
            default: json.skip()
            }
        }
        guard json.isIntact, let amount, let list, let id else {
            throw json.failure(in: object, needing: "amount", "list", "id")
        }
        self.amount = amount
        self.list = list
        self.old = old
        self.gone = gone
        self.patch = patch
        self.id = id
    }

    public func write(json: inout JSONWriter) throws {
        try json.beginObject()
        try json.writeCodable("amount", amount)
        try json.writeCodable("list", list)
        try json.writeCodableIfPresent("old", old)
        try json.writeCodable("gone", gone)
        try json.writeCodableIfPresent("patch", patch)
        try json.writeCodable("id", id)
        json.endObject()
    }
}
