import Foundation
import Testing

/// A message that `Vectors/make_vectors.py` sealed, or one for it to open.
struct Vector: Codable, Sendable, CustomTestStringConvertible {
    var name: String
    var direction: String
    var keyID: String
    var key: String
    var method: String
    var target: String
    var exchange: String
    var status: Int?
    var mediaType: String
    var plaintext: String
    var envelope: String

    var testDescription: String { name }

    static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Vectors")

    /// Empty if the file can't be read; a test requires that it is not.
    static let all: [Vector] = {
        guard let json = try? Data(contentsOf: folder.appending(path: "vectors.json")) else {
            return []
        }
        return (try? JSONDecoder().decode([Vector].self, from: json)) ?? []
    }()
    static let requests = all.filter { $0.direction == "request" }
    static let responses = all.filter { $0.direction == "response" }
}

extension Data {
    /// The bytes of hexadecimal digits.
    init(hex: String) {
        let digits = Array(hex)
        self.init(
            stride(from: 0, to: digits.count - 1, by: 2).compactMap {
                UInt8(String(digits[$0...$0 + 1]), radix: 16)
            })
    }

    var hex: String { map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }
}
