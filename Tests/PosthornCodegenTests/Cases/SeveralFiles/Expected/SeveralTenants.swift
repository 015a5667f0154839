// Generated from SeveralFiles/SeveralTenants.yaml. Edit the spec, not this file.

public import Foundation
public import Posthorn

/// The `SeveralPrice` type of ``SeveralAPI``.
public struct SeveralPrice: JSONWrapper, ParameterValue {
    /// The value that stands for it on the wire.
    public let value: Decimal

    /// Wraps a value.
    public init(_ value: Decimal) {
        self.value = value
    }
}

/// The `SeveralMoney` type of ``SeveralAPI``.
public final class SeveralMoney: JSONObject, @unchecked Sendable {
    public let amount: Decimal

    public init(amount: Decimal) {
        self.amount = amount
    }

    public required init(json: inout JSONReader) throws {
        let object = json.beginObject()
        amount = json.decimal("amount")
        try json.endObject(object)
    }

    public override func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("amount", amount)
        json.endObject()
    }
}

/// The `SeveralPage` type of ``SeveralAPI``.
public final class SeveralPage: JSONObject, @unchecked Sendable {
    public let ids: [UUID]
    public let next: String?

    public init(ids: [UUID], next: String? = nil) {
        self.ids = ids
        self.next = next
    }

    public required init(json: inout JSONReader) throws {
        let object = json.beginObject()
        ids = json.array("ids")
        next = json.stringIfPresent("next")
        try json.endObject(object)
    }

    public override func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("ids", ids)
        json.writeIfPresent("next", next)
        json.endObject()
    }
}

/// The values of `SeveralTenant`.
public enum SeveralTenant: OpenEnum {
    case red
    case blue
    /// A value that the spec does not list.
    case unknown(String)

    public init(rawValue: String) {
        switch rawValue {
        case "red": self = .red
        case "blue": self = .blue
        default: self = .unknown(rawValue)
        }
    }

    public var rawValue: String {
        switch self {
        case .red: "red"
        case .blue: "blue"
        case .unknown(let value): value
        }
    }
}
