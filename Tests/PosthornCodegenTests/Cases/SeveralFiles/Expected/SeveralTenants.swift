// Generated from SeveralFiles/SeveralTenants.yaml. Edit the spec, not this file.

public import Foundation
@_spi(Generated) public import PosthornCore

/// The `SeveralPrice` type of ``SeveralAPI``.
public struct SeveralPrice: JSONWrapper, ParameterValue {
    /// The value that stands for it on the wire.
    public var value: Decimal

    /// Wraps a value.
    public init(_ value: Decimal) {
        self.value = value
    }
}

/// The `SeveralMoney` type of ``SeveralAPI``.
public struct SeveralMoney: JSONModel {
    public var amount: Decimal

    public init(amount: Decimal) {
        self.amount = amount
    }

    public init(json: inout JSONReader) throws {
        var amount: Decimal?
        var object = json.beginObject("amount")
        while let member = json.nextMember(&object) {
            switch member {
            case 0: amount = json.value()
            default: break
            }
        }
        guard json.finish(object), let amount else { throw json.takeFailure() }
        self.amount = amount
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("amount", amount)
        json.endObject()
    }
}

/// The `SeveralPage` type of ``SeveralAPI``.
public struct SeveralPage: JSONModel {
    public var ids: [UUID]
    public var next: String?

    public init(ids: [UUID], next: String? = nil) {
        self.ids = ids
        self.next = next
    }

    public init(json: inout JSONReader) throws {
        ids = []
        var object = json.beginObject("ids next?")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: ids = json.array()
            case 1: next = json.stringIfPresent()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
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

    public static var knownCases: [Self] {
        [.red, .blue]
    }

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
