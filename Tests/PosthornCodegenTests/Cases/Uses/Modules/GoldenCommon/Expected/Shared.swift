// Generated from Uses/Modules/GoldenCommon/Shared.yaml. Edit the spec, not this file.

public import Foundation
@_spi(Generated) public import PosthornCore

/// The `SharedPrice` type.
public struct SharedPrice: JSONModel {
    public var amount: Decimal
    public var currency: SharedCurrency

    public init(amount: Decimal, currency: SharedCurrency = .eur) {
        self.amount = amount
        self.currency = currency
    }

    public init(json: inout JSONReader) throws {
        var amount: Decimal?
        currency = .eur
        var object = json.beginObject("amount currency?")
        while let member = json.nextMember(&object) {
            switch member {
            case 0: amount = json.value()
            case 1: currency = json.valueIfPresent() ?? currency
            default: break
            }
        }
        guard json.finish(object), let amount else { throw json.takeFailure() }
        self.amount = amount
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("amount", amount)
        json.write("currency", currency)
        json.endObject()
    }
}

/// The values of `SharedCurrency`.
public enum SharedCurrency: OpenEnum {
    case eur
    case usd
    /// A value that the spec does not list.
    case unknown(String)

    public static var knownCases: [Self] {
        [.eur, .usd]
    }

    public init(rawValue: String) {
        switch rawValue {
        case "eur": self = .eur
        case "usd": self = .usd
        default: self = .unknown(rawValue)
        }
    }

    public var rawValue: String {
        switch self {
        case .eur: "eur"
        case .usd: "usd"
        case .unknown(let value): value
        }
    }
}

/// The `SharedProblem` type.
public struct SharedProblem: JSONModel {
    public var code: Int
    public var message: String

    public init(code: Int, message: String) {
        self.code = code
        self.message = message
    }

    public init(json: inout JSONReader) throws {
        code = 0
        message = ""
        var object = json.beginObject("code message")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: code = json.int()
            case 1: message = json.string()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("code", code)
        json.write("message", message)
        json.endObject()
    }
}

/// The `SharedStamps` type.
public struct SharedStamps: JSONModel {
    public var createdAt: Date

    public init(createdAt: Date) {
        self.createdAt = createdAt
    }

    public init(json: inout JSONReader) throws {
        var createdAt: Date?
        var object = json.beginObject("created_at")
        while let member = json.nextMember(&object) {
            switch member {
            case 0: createdAt = json.value()
            default: break
            }
        }
        guard json.finish(object), let createdAt else { throw json.takeFailure() }
        self.createdAt = createdAt
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("created_at", createdAt)
        json.endObject()
    }
}

/// The `SharedPayment` type.
public enum SharedPayment: JSONModel {
    case card(SharedCard)
    case cash(SharedCash)
    /// A value of a type that the spec does not list.
    case unknown(JSONValue)

    public init(json: inout JSONReader) throws {
        switch try json.discriminator("kind") {
        case "card": self = .card(try SharedCard(json: &json))
        case "cash": self = .cash(try SharedCash(json: &json))
        default: self = .unknown(try JSONValue(json: &json))
        }
    }

    public func write(json: inout JSONWriter) {
        switch self {
        case .card(let value): json.write(value, tagged: "kind", "card")
        case .cash(let value): json.write(value, tagged: "kind", "cash")
        case .unknown(let value): json.write(value)
        }
    }
}

/// The `SharedCard` type.
public struct SharedCard: JSONModel {
    public var last4: String

    public init(last4: String) {
        self.last4 = last4
    }

    public init(json: inout JSONReader) throws {
        last4 = ""
        var object = json.beginObject("last4")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: last4 = json.string()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("last4", last4)
        json.endObject()
    }
}

/// The `SharedCash` type.
public struct SharedCash: JSONModel {
    public var currency: SharedCurrency

    public init(currency: SharedCurrency) {
        self.currency = currency
    }

    public init(json: inout JSONReader) throws {
        var currency: SharedCurrency?
        var object = json.beginObject("currency")
        while let member = json.nextMember(&object) {
            switch member {
            case 0: currency = json.value()
            default: break
            }
        }
        guard json.finish(object), let currency else { throw json.takeFailure() }
        self.currency = currency
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("currency", currency)
        json.endObject()
    }
}
