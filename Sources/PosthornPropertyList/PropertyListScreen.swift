import FoundationEssentials
import PosthornCore

/// Validates a property list before Foundation decodes it.
///
/// Foundation recurses once for each level, and decodes a part again for each reference to it.
enum PropertyListScreen {
    static let depthLimit = 512
    static let start = "the response does not have the expected shape: "

    /// Throws if the list is nested too deep, is not UTF-8, or expands when it is decoded.
    static func check(_ data: Data) throws {
        try data.withUnsafeBytes { buffer in
            let bytes = buffer.bindMemory(to: UInt8.self)
            if bytes.starts(with: "bplist".utf8) { return try BinaryPropertyList(bytes).check() }
            try checkEncoding(bytes)
            var reader = PropertyListTags(bytes)
            var depth = 0
            while let step = reader.next() {
                // Surplus end tags must not offset later start tags; the parser rejects them.
                depth = max(0, depth + step)
                guard depth <= depthLimit else { throw tooDeep }
            }
        }
    }

    static var tooDeep: APIError.Cause { refused("is nested more than \(depthLimit) levels deep") }

    static func refused(_ what: String) -> APIError.Cause {
        APIError.Cause(
            .decodingFailed, "the property list \(what)",
            advice: "ask the server for another one, or take the bytes with the policy raw")
    }

    /// Foundation detects the encoding from the first bytes and the XML declaration.
    private static func checkEncoding(_ bytes: UnsafeBufferPointer<UInt8>) throws {
        let head = bytes.prefix(1024)
        let isPlain =
            !head.prefix(4).contains(0) && !head.starts(with: [0xff, 0xfe])
            && !head.starts(with: [0xfe, 0xff]) && !head.starts(with: [0x4c, 0x6f, 0xa7, 0x94])
        let text = String(decoding: head, as: UTF8.self).lowercased()
        let declaration = text.contains("<?xml") ? String(text.prefix { $0 != ">" }) : ""
        let rest = ["\"utf-8\"", "'utf-8'", "\"us-ascii\"", "'us-ascii'"].reduce(declaration) {
            $0.replacing("encoding=\($1)", with: "")
        }
        guard isPlain, !rest.contains("encoding") else {
            throw refused("is in another encoding than UTF-8")
        }
    }
}

/// The array and dictionary tags of an XML property list.
///
/// The old text format has none, and Foundation limits its depth.
private struct PropertyListTags {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// Returns 1 for the start of an array or a dictionary, -1 for an end, and `nil` after the last tag.
    ///
    /// Ambiguous tags count as starts.
    mutating func next() -> Int? {
        while let start = bytes[position...].firstIndex(of: UInt8(ascii: "<")) {
            position = start + 1
            if skip("!--") {
                pass("-->")
            } else if skip("![CDATA[") {
                pass("]]>")
            } else if skip("?") {
                pass("?>")
            } else if skip("/array") || skip("/dict") {
                skipBlanks()
                if skip(">") { return -1 }
            } else if skip("array") || skip("dict") {
                skipBlanks()
                if !skip("/>") { return 1 }
            }
        }
        return nil
    }

    private mutating func skip(_ text: StaticString) -> Bool {
        let text = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
        guard bytes[position...].starts(with: text) else { return false }
        position += text.count
        return true
    }

    private mutating func skipBlanks() {
        while position < bytes.count, bytes[position] <= 0x20 { position += 1 }
    }

    private mutating func pass(_ text: StaticString) {
        while position < bytes.count, !skip(text) { position += 1 }
    }
}
