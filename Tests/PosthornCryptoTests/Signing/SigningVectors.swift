import Foundation
import Posthorn
import PosthornCrypto
import Testing

/// The files of `Vectors/Signing`; its README has where they come from.
enum SigningVectors {
    static let folder = Vector.folder.appending(path: "Signing")

    static let decoder: JSONDecoder = {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return decoder
    }()

    static func data(_ name: String) throws -> Data {
        try Data(contentsOf: folder.appending(path: name))
    }
}

/// The counts of a set of vectors, which are printed.
struct SigningTally {
    let set: String
    var passed = 0
    var refused: [String: Int] = [:]

    init(_ set: String) { self.set = set }

    mutating func refuse(_ reason: String) { refused[reason, default: 0] += 1 }

    var ran: Int { passed + refused.values.reduce(0, +) }

    func print() {
        let reasons = refused.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
        Swift.print(
            "vectors: \(set): \(ran) run, \(passed) passed, \(ran - passed) refused"
                + (reasons.isEmpty ? "" : " (\(reasons.joined(separator: ", ")))"))
    }
}

extension SigningClock {
    /// A fixed clock.
    static func at(_ seconds: TimeInterval) -> SigningClock {
        SigningClock { Date(timeIntervalSince1970: seconds) }
    }
}

extension TransportRequest {
    /// The request of a message as a file has it: start line, fields, empty line, body.
    init(message: String, scheme: String = "https") throws {
        let parts = message.split(separator: "\n\n", maxSplits: 1, omittingEmptySubsequences: false)
        // A field's continued lines are its value's, each a space (RFC 9112, section 5.2).
        let lines = parts[0].replacing("\n ", with: "  ").split(separator: "\n")
        let start = lines[0].split(separator: " ")
        var fields = HTTPFields()
        var host = ""
        for line in lines.dropFirst() {
            let end = try #require(line.firstIndex(of: ":"))
            let name = try #require(HTTPField.Name(String(line[..<end])))
            let value = line[line.index(after: end)...].trimmingPrefix(while: { $0 == " " })
            if name.canonicalName == "host" {
                host = String(value)
            } else {
                fields.append(HTTPField(name: name, value: String(value)))
            }
        }
        self.init(
            endpoint: "vector", method: try #require(HTTPRequest.Method(String(start[0]))),
            origin: "\(scheme)://\(host)", route: "/",
            target: start[1..<(start.count - 1)].joined(separator: " "), headers: fields,
            body: parts.count > 1 && !parts[1].isEmpty ? Data(parts[1].utf8) : nil)
    }

    /// All fields, `Host` included, as a file has them, in the order of their names.
    var sortedLines: [String] {
        (["host:\(origin.split(separator: "/").last ?? "")"]
            + headers.map { "\($0.name.canonicalName):\($0.value)" }).sorted()
    }
}
