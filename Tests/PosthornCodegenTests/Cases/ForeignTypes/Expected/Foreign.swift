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
    nonisolated(nonsending) public func price(
        amount: ForeignMoney
    ) async throws(APIError) -> ForeignPrice {
        try await send(Price(amount: amount))
    }

    /// The request behind ``price(amount:)``.
    public struct Price: Endpoint {
        public typealias Output = ForeignPrice

        public static let route = EndpointRoute(.post, "/price")

        public let amount: ForeignMoney

        public init(amount: ForeignMoney) {
            self.amount = amount
        }

        public func build(_ request: inout RequestBuilder) {
            request.route(Self.route)
            request.body("amount", amount)
        }
    }
}

/// What the app has already.
public typealias ForeignMoney = Money.Amount

/// The `ForeignID` type of ``ForeignAPI``.
public typealias ForeignID = Foundation.UUID

/// The `ForeignPrice` type of ``ForeignAPI``.
public final class ForeignPrice: JSONObject, @unchecked Sendable {
    public let amount: ForeignMoney
    public let list: [ForeignMoney]
    public let old: ForeignMoney?
    public let gone: ForeignMoney?
    public let patch: FieldPresence<ForeignMoney>
    public let id: ForeignID
    public let rate: ForeignRate?
    public let others: [ForeignMoney]?

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

    public required init(json: inout JSONReader) throws {
        let object = json.beginObject()
        let amount: ForeignMoney? = json.codable("amount")
        let list: [ForeignMoney]? = json.codable("list")
        old = json.codableIfPresent("old")
        gone = json.codableIfPresent("gone")
        patch = json.codablePresence("patch")
        let id: ForeignID? = json.codable("id")
        rate = json.codableIfPresent("rate")
        others = json.codablePresence("others", ifAbsent: [])
        guard json.finish(object), let amount, let list, let id else {
            throw json.takeFailure()
        }
        self.amount = amount
        self.list = list
        self.id = id
    }

    public override func write(json: inout JSONWriter) {
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
