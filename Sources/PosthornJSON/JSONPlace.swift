/// Finds the path to a byte of a document by scanning the text before it.
///
/// Readers and writers therefore do not track a path while there is no error.
struct JSONPlace {
    private enum Level {
        case object(key: String?, isMap: Bool)
        case array(index: Int)
    }

    private var levels: [Level] = []
    private let bytes: UnsafeBufferPointer<UInt8>
    private let maps: Set<Int>
    private var index = 0

    /// Scans the text up to a byte, which must be the beginning of a JSON document.
    init(in bytes: UnsafeBufferPointer<UInt8>, before offset: Int, maps: Set<Int>) {
        self.bytes = bytes
        self.maps = maps
        advance(to: offset)
    }

    /// Scans more of the text, if the last byte was the end of a token.
    mutating func advance(to offset: Int) {
        while index < offset {
            let start = index
            index += 1
            switch bytes[start] {
            case UInt8(ascii: "{"): levels.append(.object(key: nil, isMap: maps.contains(start)))
            case UInt8(ascii: "["): levels.append(.array(index: 0))
            case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = levels.popLast()
            case UInt8(ascii: ","): step()
            case UInt8(ascii: "\""):
                while index < offset, bytes[index] != UInt8(ascii: "\"") {
                    index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
                }
                if index < offset { found(start + 1..<index) }
                index += 1
            default: break
            }
        }
    }

    private mutating func step() {
        guard let last = levels.popLast() else { return }
        switch last {
        case .array(let index): levels.append(.array(index: index + 1))
        case .object(_, let isMap): levels.append(.object(key: nil, isMap: isMap))
        }
    }

    // The first string after `{` or `,` is the key; others are values.
    private mutating func found(_ range: Range<Int>) {
        guard case .object(nil, let isMap) = levels.last else { return }
        let key = String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self)
        levels[levels.count - 1] = .object(key: key, isMap: isMap)
    }

    /// Appends the key of a missing member.
    mutating func append(_ key: String) { levels.append(.object(key: key, isMap: false)) }

    private static func unescaped(_ key: String) -> String {
        guard key.utf8.contains(UInt8(ascii: "\\")) else { return key }
        return (try? JSONReader.read(String.self, from: Array("\"\(key)\"".utf8))) ?? key
    }

    /// The path as that of a decoder.
    var keys: [any CodingKey] {
        levels.compactMap { level -> (any CodingKey)? in
            switch level {
            case .array(let index): AnyKey(intValue: index)
            case .object(nil, _): nil
            case .object(let key?, isMap: true): MapKey(stringValue: Self.unescaped(key))
            case .object(let key?, _): AnyKey(stringValue: Self.unescaped(key))
            }
        }
    }

    /// The path, such as `data.orders[3].total`.
    var path: String {
        VisibleName.path(
            levels.compactMap { level in
                switch level {
                case .array(let index): "[\(index)]"
                case .object(nil, _): nil
                case .object(_?, isMap: true): "[*]"
                case .object(let key?, _): "." + VisibleName.shown(key)
                }
            })
    }
}
