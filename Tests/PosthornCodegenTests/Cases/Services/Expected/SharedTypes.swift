// Generated from Services/SharedTypes.yaml. Edit the spec, not this file.

public import Foundation
@_spi(Generated) public import PosthornCore

/// The `ServicesMoney` type of ``LedgerAPI`` and ``StoreAPI``.
///
/// Reading ignores members that the spec does not name, so that a value that you read, change and
/// send lacks them.
public struct ServicesMoney: JSONModel {
    public var amount: Decimal
    public var currency: ServicesCurrency

    public init(amount: Decimal, currency: ServicesCurrency = .eur) {
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

/// The values of `ServicesCurrency`.
public enum ServicesCurrency: OpenEnum {
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

/// The `ServicesHead` type of ``LedgerAPI`` and ``StoreAPI``.
public struct ServicesHead: JSONModel, ServicesHeadMembers {
    public var sentAt: Date

    public init(sentAt: Date) {
        self.sentAt = sentAt
    }

    public init(json: inout JSONReader) throws {
        var sentAt: Date?
        var object = json.beginObject("sent_at")
        while let member = json.nextMember(&object) {
            switch member {
            case 0: sentAt = json.value()
            default: break
            }
        }
        guard json.finish(object), let sentAt else { throw json.takeFailure() }
        self.sentAt = sentAt
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("sent_at", sentAt)
        json.endObject()
    }
}

/// The members of ``ServicesHead``, which other types include.
public protocol ServicesHeadMembers: Sendable {
    var sentAt: Date { get }
}

/// The `ServicesNote` type of ``LedgerAPI`` and ``StoreAPI``.
public struct ServicesNote: JSONModel, ServicesHeadMembers {
    public var sentAt: Date
    public var text: String

    public init(sentAt: Date, text: String) {
        self.sentAt = sentAt
        self.text = text
    }

    public init(json: inout JSONReader) throws {
        var sentAt: Date?
        text = ""
        var object = json.beginObject("sent_at text")
        while let member = json.nextMember(&object) {
            switch member {
            case 0: sentAt = json.value()
            case 1: text = json.string()
            default: break
            }
        }
        guard json.finish(object), let sentAt else { throw json.takeFailure() }
        self.sentAt = sentAt
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("sent_at", sentAt)
        json.write("text", text)
        json.endObject()
    }
}

/// The `ServicesProblem` type of ``LedgerAPI`` and ``StoreAPI``.
public struct ServicesProblem: JSONModel {
    public var detail: String

    public init(detail: String) {
        self.detail = detail
    }

    public init(json: inout JSONReader) throws {
        detail = ""
        var object = json.beginObject("detail")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: detail = json.string()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("detail", detail)
        json.endObject()
    }
}
