import FoundationEssentials
import PosthornCore

/// The HTTP message around an envelope.
enum Envelope {
    static let mediaType = "application/vnd.posthorn.sealed"

    // Created and validated once.
    static let contentType = HTTPField(name: .contentType, value: mediaType)
    static let accept = HTTPField(name: .accept, value: mediaType)

    /// The size in bytes from which a copy costs more than a second piece of the body.
    private static let copyLimit = 32 << 10

    static func body(_ start: Data, _ sealed: Data) -> HTTPBody {
        sealed.count < copyLimit ? HTTPBody(joined(start, sealed)) : HTTPBody(start, sealed)
    }

    static func joined(_ start: Data, _ sealed: Data) -> Data {
        var envelope = Data(capacity: start.count + sealed.count)
        envelope.append(start)
        envelope.append(sealed)
        return envelope
    }
}
