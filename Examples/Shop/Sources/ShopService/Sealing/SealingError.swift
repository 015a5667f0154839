/// The reasons why a sealed message cannot be opened.
///
/// A wrong key and a changed byte look the same on purpose.
enum SealingError: Error, Equatable {
    case malformed
    case unknownVersion(UInt8)
    case unknownKey(String)
    case notAuthentic

    var message: String {
        switch self {
        case .malformed: "the body is not a sealed message"
        case .unknownVersion(let version): "the sealed message has the unknown version \(version)"
        case .unknownKey(let id): "the sealed message names the unknown key \(id)"
        case .notAuthentic: "the sealed message could not be opened"
        }
    }
}
