extension JSONReader {
    /// The names of a type's members in JSON, with a hash table of them.
    ///
    /// Its memory is never freed.
    struct Members: Sendable {
        // SAFETY: the memory is written before the initializer returns, never changed, and never freed.
        nonisolated(unsafe) private let table: UnsafePointer<Table>

        private struct Table {
            let count: Int
            let names: UnsafePointer<Name>
            /// The indices of the names by hash, and -1 for free slots.
            let slots: UnsafePointer<Int16>
            let slotMask: Int
            /// One bit for each member that must not be missing.
            let required: UnsafePointer<UInt64>
        }

        private struct Name {
            let start: UnsafePointer<UInt8>
            let count: Int
            /// The length of the name in quotes with a colon; larger than any document if JSON escapes the
            /// name.
            let quotedCount: Int

            /// The name in quotes with a colon.
            var quoted: UnsafePointer<UInt8> { start - 1 }
        }

        /// Creates the names in a text, as ``JSONReader/beginObject(_:)`` describes it.
        init(_ text: UnsafeBufferPointer<UInt8>) {
            let names = Self.split(text)
            let count = names.count
            let list = UnsafeMutablePointer<Name>.allocate(capacity: max(1, count))
            let required = UnsafeMutablePointer<UInt64>.allocate(capacity: count / 64 + 1)
            required.initialize(repeating: 0, count: count / 64 + 1)
            var capacity = 4
            while capacity < 4 * count { capacity *= 2 }
            let slots = UnsafeMutablePointer<Int16>.allocate(capacity: capacity)
            slots.initialize(repeating: -1, count: capacity)
            for (index, name) in names.enumerated() {
                let quoted = Array("\"".utf8) + name.bytes + Array("\":".utf8)
                let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: quoted.count)
                bytes.initialize(from: quoted, count: quoted.count)
                let isPlain = name.bytes.allSatisfy {
                    $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
                }
                (list + index).initialize(
                    to: Name(
                        start: bytes + 1, count: name.bytes.count,
                        quotedCount: isPlain ? quoted.count : .max))
                if !name.isOptional { required[index / 64] |= 1 << UInt64(index & 63) }
                var slot = Self.hash(bytes + 1, name.bytes.count) & (capacity - 1)
                while slots[slot] >= 0 { slot = (slot + 1) & (capacity - 1) }
                slots[slot] = Int16(index)
            }
            let table = UnsafeMutablePointer<Table>.allocate(capacity: 1)
            table.initialize(
                to: Table(
                    count: count, names: list, slots: slots, slotMask: capacity - 1,
                    required: required))
            self.table = UnsafePointer(table)
        }

        /// Splits a text at its spaces and line breaks.
        private static func split(
            _ text: UnsafeBufferPointer<UInt8>
        ) -> [(bytes: [UInt8], isOptional: Bool)] {
            var names: [(bytes: [UInt8], isOptional: Bool)] = []
            var name: [UInt8] = []
            /// The last byte of the name, unless a backslash precedes it.
            var mark: UInt8?
            var isEscaped = false
            func end() {
                guard !name.isEmpty else { return }
                let isOptional = mark == UInt8(ascii: "?")
                let isEmpty = mark == UInt8(ascii: "!") && name.count == 1
                if isOptional || isEmpty { name.removeLast() }
                names.append((name, isOptional))
                name = []
            }
            for byte in text {
                if isEscaped {
                    name.append(byte)
                    mark = nil
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n") {
                    end()
                } else {
                    name.append(byte)
                    mark = byte
                }
            }
            end()
            return names
        }

        /// The number of groups of 64 members, at least one.
        var groups: Int { table.pointee.count / 64 + 1 }

        /// Returns the position behind the colon if the bytes are the name in quotes and a colon; otherwise
        /// `nil`.
        @inline(__always)
        func value(
            ofName index: Int, at start: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>
        ) -> UnsafePointer<UInt8>? {
            guard index < table.pointee.count else { return nil }
            let name = table.pointee.names + index
            let count = name.pointee.quotedCount
            guard end - start >= count, isEqual(start, name.pointee.quoted, count) else {
                return nil
            }
            return start + count
        }

        /// Returns a name.
        func name(at index: Int) -> String {
            let name = table.pointee.names[index]
            return String(
                decoding: UnsafeBufferPointer(start: name.start, count: name.count), as: UTF8.self)
        }

        /// Returns the required members of a group.
        func required(_ group: Int) -> UInt64 { table.pointee.required[group] }

        /// Returns the index of a name; `nil` if there is none.
        func index(of key: JSONKey) -> Int? {
            let table = table.pointee
            var slot = Self.hash(key.start, key.count) & table.slotMask
            while table.slots[slot] >= 0 {
                let index = Int(table.slots[slot])
                if table.names[index].count == key.count,
                    isEqual(table.names[index].start, key.start, key.count)
                {
                    return index
                }
                slot = (slot + 1) & table.slotMask
            }
            return nil
        }

        /// Returns a hash of the length and of the first, the middle and the last byte.
        private static func hash(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Int {
            guard count > 0 else { return 0 }
            return Int(bytes[0]) &* 5 &+ Int(bytes[count / 2]) &* 33 &+ Int(bytes[count - 1]) &* 129
                &+ count
        }
    }
}
