import PosthornCore

/// The object table at the end of a binary property list (`bplist00`).
struct BinaryPropertyList {
    private let bytes: UnsafeBufferPointer<UInt8>

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    private enum Object {
        case leaf(size: Int)
        /// The number of references and the offset of the first one.
        case container(count: Int, at: Int)
    }

    /// Throws if the list expands when it is decoded, or if it is nested too deep.
    ///
    /// Rejected are arrays and dictionaries that are referenced twice or overlap, and texts that are
    /// referenced very often.
    func check() throws {
        guard bytes.count >= 40 else { throw Self.invalid }
        let trailer = bytes.count - 32
        let offsetSize = Int(bytes[trailer + 6])
        let referenceSize = Int(bytes[trailer + 7])
        guard let count = number(at: trailer + 8, 8), let top = number(at: trailer + 16, 8),
            let table = number(at: trailer + 24, 8), 1...8 ~= offsetSize, 1...8 ~= referenceSize,
            count <= trailer, top < count, table <= trailer,
            count * offsetSize <= trailer - table
        else { throw Self.invalid }
        func object(_ index: Int) throws -> Object {
            guard index < count, let offset = number(at: table + index * offsetSize, offsetSize),
                let object = self.object(at: offset, referenceSize)
            else { throw Self.invalid }
            return object
        }

        var seen = [Bool](repeating: false, count: count)
        seen[top] = true
        var open = [(index: top, depth: 1)]
        var references = 0
        var size = 0
        while let (index, depth) = open.popLast() {
            guard case .container(let length, let start) = try object(index) else { continue }
            guard depth <= PropertyListScreen.depthLimit else { throw PropertyListScreen.tooDeep }
            references += length
            guard references <= bytes.count else { throw Self.growing }
            for place in 0..<length {
                guard let part = number(at: start + place * referenceSize, referenceSize) else {
                    throw Self.invalid
                }
                switch try object(part) {
                case .leaf(let length):
                    size += length
                    // Keys are stored once and referenced often; this limit is far above what real names
                    // take.
                    guard size <= 65_536 + 32 * bytes.count else { throw Self.growing }
                case .container:
                    guard !seen[part] else { throw Self.growing }
                    seen[part] = true
                    open.append((part, depth + 1))
                }
            }
        }
    }

    private static var growing: APIError.Cause {
        PropertyListScreen.refused("uses its parts more than once, and grows when it is decoded")
    }

    private static var invalid: APIError.Cause {
        APIError.Cause(
            .decodingFailed, PropertyListScreen.start + "it is not valid property list",
            advice: "compare it with the spec; the bytes are in the error's `response`")
    }

    /// Returns a big-endian number; `nil` if it is out of bounds or larger than an offset can be.
    private func number(at offset: Int, _ size: Int) -> Int? {
        guard offset >= 0, size <= bytes.count, offset <= bytes.count - size else { return nil }
        var value: UInt64 = 0
        for byte in bytes[offset..<offset + size] {
            guard value < 1 << 40 else { return nil }
            value = value << 8 | UInt64(byte)
        }
        return Int(value)
    }

    private func object(at offset: Int, _ referenceSize: Int) -> Object? {
        guard let marker = number(at: offset, 1) else { return nil }
        var length = marker & 0x0f
        var start = offset + 1
        let kind = marker >> 4
        if length == 0x0f, 4...6 ~= kind || 0xa...0xd ~= kind {
            guard let form = number(at: start, 1), form >> 4 == 1, form & 0x0f <= 3,
                let written = number(at: start + 1, 1 << (form & 0x0f))
            else { return nil }
            length = written
            start += 1 + 1 << (form & 0x0f)
        }
        guard length <= bytes.count else { return nil }
        switch kind {
        case 0xa...0xc: return .container(count: length, at: start)
        case 0xd: return .container(count: 2 * length, at: start)
        case 4, 5: return .leaf(size: length)
        case 6: return .leaf(size: 2 * length)
        default: return .leaf(size: 16)
        }
    }
}
