// Generated from SeveralFiles/SeveralTenants.yaml. Edit the spec, not this file.

public import Posthorn

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
