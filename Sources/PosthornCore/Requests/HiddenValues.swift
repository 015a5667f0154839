package import FoundationEssentials

/// A search for the values of named members in bodies, which logs and recordings hide.
///
/// It works on a part of a body too, such as its first bytes.
package struct HiddenValues: Sendable {
    /// The names of members, parameters and header fields; an empty name stands for whole bodies.
    package let names: Set<String>
    /// The text in place of a hidden text.
    let mark: String

    package init(_ names: Set<String>, mark: String) {
        self.names = names
        self.mark = mark
    }

    /// Returns a body without the values.
    ///
    /// In JSON, the text ``mark`` replaces a text, 0 a number, and `false` a Boolean. Arrays and objects keep
    /// their form. The values of a form become the mark. Of a body in parts and of XML, nothing is shown.
    /// - Parameter mediaType: The value of `Content-Type`; `nil` if there is none.
    package func removed(from body: Data, _ mediaType: String?) -> Data {
        guard !names.isEmpty, !body.isEmpty else { return body }
        let type = (mediaType ?? "").lowercased().prefix { $0 != ";" }
        if names.contains("") {
            return Data((type.hasSuffix("json") ? "\"\(mark)\"" : mark).utf8)
        }
        if type.hasPrefix("multipart/") || type.hasSuffix("xml") { return Data(mark.utf8) }
        if type == "application/x-www-form-urlencoded" {
            return Data(form(String(decoding: body, as: UTF8.self)).utf8)
        }
        return json(body)
    }

    private func form(_ text: String) -> String {
        text.split(separator: "&", omittingEmptySubsequences: false).map { item in
            let name = item.prefix { $0 != "=" }
            let bytes = PercentDecoding.bytes(name, plusIsSpace: true, isLenient: true)
            let decoded = String(decoding: bytes ?? [], as: UTF8.self)
            // `user[pin]` is a member too.
            let isHidden =
                names.contains(decoded) || names.contains { decoded.hasSuffix("[\($0)]") }
            return isHidden && item.contains("=") ? "\(name)=\(mark)" : String(item)
        }.joined(separator: "&")
    }

    private func json(_ body: Data) -> Data {
        var scan = JSONScan(bytes: Array(body), names: names, mark: Array(mark.utf8))
        while scan.index < scan.bytes.count { scan.advance(hiding: false) }
        return Data(scan.output)
    }
}

/// A pass through JSON that copies all but hidden values; it accepts any bytes.
private struct JSONScan {
    let bytes: [UInt8]
    let names: Set<String>
    let mark: [UInt8]
    var output: [UInt8] = []
    var index = 0

    init(bytes: [UInt8], names: Set<String>, mark: [UInt8]) {
        self.bytes = bytes
        self.names = names
        self.mark = mark
        output.reserveCapacity(bytes.count)
    }

    /// Moves behind the next string, number, word or other byte.
    mutating func advance(hiding: Bool) {
        let byte = bytes[index]
        switch byte {
        case UInt8(ascii: "\""): string(hiding)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            word(hiding ? [UInt8(ascii: "0")] : nil)
        case UInt8(ascii: "t"), UInt8(ascii: "f"): word(hiding ? Array("false".utf8) : nil)
        default:
            output.append(byte)
            index += 1
        }
    }

    /// Copies a number or a word, or writes another one.
    private mutating func word(_ other: [UInt8]?) {
        let start = index
        while index < bytes.count, isInWord(bytes[index]) { index += 1 }
        output += other ?? Array(bytes[start..<index])
    }

    private func isInWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"),
            UInt8(ascii: "."):
            true
        default: false
        }
    }

    private mutating func string(_ hiding: Bool) {
        let start = index
        index += 1
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
            index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        index = min(index + 1, bytes.count)
        let text = bytes[start..<index]
        var colon = index
        while colon < bytes.count, [0x20, 0x09, 0x0a, 0x0d].contains(bytes[colon]) { colon += 1 }
        guard colon < bytes.count, bytes[colon] == UInt8(ascii: ":") else {
            if hiding {
                output += [UInt8(ascii: "\"")] + mark + [UInt8(ascii: "\"")]
            } else {
                output += text
            }
            return
        }
        colon += 1
        output += bytes[start..<colon]
        index = colon
        let name = try? JSONReader.read(String.self, from: Array(text))
        if !hiding, let name, names.contains(name) { value() }
    }

    /// Hides the value of a member.
    private mutating func value() {
        while index < bytes.count, [0x20, 0x09, 0x0a, 0x0d].contains(bytes[index]) {
            output.append(bytes[index])
            index += 1
        }
        var depth = 0
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ","):
                // The end of the object around the member.
                if depth == 0 { return }
                if bytes[index] != UInt8(ascii: ",") { depth -= 1 }
            default: break
            }
            advance(hiding: true)
            if depth == 0 { return }
        }
    }
}
