import Foundation
import Posthorn

/// One request as a cipher sends it, with a mark where a byte is another one each time.
struct Transcript {
    let text: String

    /// Seals the same request again and again: what changes is random, and what does not is the format.
    init(of cipher: any PayloadCipher, body: Data? = order) async throws {
        var lines: [[String]] = []
        for _ in 0..<24 {
            var request = TransportRequest.sample(.post, "/v1/orders?limit=5", body: body)
            try await cipher.seal(&request)
            lines.append(Self.lines(of: request))
        }
        var masked: [String] = []
        for index in lines[0].indices { masked.append(Self.masked(lines.map { $0[index] })) }
        text = masked.joined(separator: "\n")
    }

    private static func lines(of request: TransportRequest) -> [String] {
        var lines = ["\(request.method.rawValue) \(request.target) HTTP/1.1"]
        lines += request.headers.map { "\($0.name.rawName): \($0.value)" }.sorted()
        guard let body = request.body?.data else { return lines + [""] }
        lines.append("")
        let isText = body.allSatisfy { (0x20...0x7e).contains($0) }
        return lines + [isText ? String(decoding: body, as: UTF8.self) : body.hex]
    }

    /// The text that all have, and the length of each part that they do not have in common.
    private static func masked(_ texts: [String]) -> String {
        let all = texts.map { Array($0.utf8) }
        // Random lengths would have no place to be compared at.
        guard Set(all.map(\.count)).count == 1 else { return "of another length each time" }
        var masked = ""
        var random = 0
        func close() {
            if random > 0 { masked += "‹\(random)›" }
            random = 0
        }
        for (index, byte) in all[0].enumerated() {
            if all.allSatisfy({ $0[index] == byte }) {
                close()
                masked.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                random += 1
            }
        }
        close()
        return masked
    }
}
