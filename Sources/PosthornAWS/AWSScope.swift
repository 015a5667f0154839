internal import Crypto
import FoundationEssentials
import PosthornCore

/// The time, region and service for which a signature is valid.
///
/// Its text has the form `20150830/us-east-1/service/aws4_request`.
struct AWSScope: Sendable, CustomStringConvertible {
    let time: String
    let region: String
    let service: String

    init(_ date: Date, region: String, service: String) throws {
        let seconds = Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.down))
        time = try seconds.parameterText().filter { $0 != "-" && $0 != ":" }
        self.region = region
        self.service = service
    }

    var day: Substring { time.prefix(8) }

    var description: String { "\(day)/\(region)/\(service)/aws4_request" }

    /// Returns the signature of a text of this kind in hexadecimal digits.
    func signature(_ kind: String, of text: String, by key: SymmetricKey) -> String {
        let lines = Data("\(kind)\n\(time)\n\(self)\n\(text)".utf8)
        return HexDigit.text(of: HMAC<SHA256>.authenticationCode(for: lines, using: key))
    }

    func key(_ secret: SymmetricKey) -> SymmetricKey {
        var key = secret
        for part in [String(day), region, service, "aws4_request"] {
            key = SymmetricKey(
                data: HMAC<SHA256>.authenticationCode(for: Data(part.utf8), using: key))
        }
        return key
    }
}
