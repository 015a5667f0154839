import FoundationEssentials

/// Encodes stored responses for the disk: a version, a checksum, and length-prefixed fields.
enum EntryCode {
    /// The first bytes of an entry.
    ///
    /// They change with the format.
    private static let version = Array("PHCACHE2".utf8)

    static func encode(_ response: StoredResponse, for key: CacheKey) -> Data {
        var writer = Writer()
        writer.text(key.url)
        writer.text(key.identity)
        writer.number(UInt64(response.status.code))
        writer.text(response.status.reasonPhrase)
        writer.text(response.bodyIntegrity.rawValue)
        writer.number(response.sentAt.timeIntervalSince1970.bitPattern)
        writer.number(response.receivedAt.timeIntervalSince1970.bitPattern)
        writer.number(UInt64(response.nominated.count))
        for field in response.nominated {
            writer.text(field.name.rawName)
            writer.data(field.value.map { Data("=".utf8) + $0 } ?? Data())
        }
        writer.fields(response.headers)
        writer.fields(response.trailers)
        writer.data(response.body)
        var head = Writer()
        head.number(checksum(writer.bytes))
        return Data(version) + head.bytes + writer.bytes
    }

    /// `nil` if the bytes are incomplete or damaged, or belong to another version or another key.
    static func decode(_ bytes: Data, for key: CacheKey) -> StoredResponse? {
        bytes.withUnsafeBytes { bytes in
            guard bytes.starts(with: version) else { return nil }
            var reader = Reader(rest: UnsafeRawBufferPointer(rebasing: bytes[version.count...]))
            guard let sum = reader.number(), sum == checksum(reader.rest.bindMemory(to: UInt8.self))
            else { return nil }
            return reader.response(for: key)
        }
    }

    /// Returns a checksum that changes whenever a single word of the bytes changes.
    ///
    /// Each step is a bijection of the state. The checksum detects accidents, not an attacker with write
    /// access to the directory.
    static func checksum(_ bytes: some DataProtocol) -> UInt64 {
        var (state, word, filled) = (UInt64(0xcbf2_9ce4_8422_2325), UInt64(0), UInt64(0))
        func mix(_ word: UInt64) {
            let next = (state ^ word) &* 0x9e37_79b9_7f4a_7c15
            state = next << 29 | next >> 35
        }
        for region in bytes.regions {
            region.withUnsafeBytes { buffer in
                var index = 0
                while index < buffer.count {
                    if filled % 8 == 0, index + 8 <= buffer.count {
                        let next = buffer.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                        mix(UInt64(bigEndian: next))
                        index += 8
                        filled += 8
                        continue
                    }
                    word = word << 8 | UInt64(buffer[index])
                    index += 1
                    filled += 1
                    if filled % 8 == 0 {
                        mix(word)
                        word = 0
                    }
                }
            }
        }
        mix(word)
        mix(filled)
        return state
    }

    private struct Writer {
        var bytes = Data()

        mutating func number(_ number: UInt64) {
            withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
        }

        mutating func data(_ data: Data) {
            number(UInt64(data.count))
            bytes.append(data)
        }

        mutating func text(_ text: String) { data(Data(text.utf8)) }

        mutating func fields(_ fields: HTTPFields) {
            number(UInt64(fields.count))
            for field in fields {
                text(field.name.rawName)
                data(field.withUnsafeBytesOfValue { Data($0) })
            }
        }
    }

    private struct Reader {
        var rest: UnsafeRawBufferPointer

        mutating func response(for key: CacheKey) -> StoredResponse? {
            guard text() == key.url, text() == key.identity, let code = number(),
                (100...999).contains(code), let reason = text(), let bodyIntegrity = text(),
                let bodyIntegrity = TransportResponse.BodyIntegrity(rawValue: bodyIntegrity),
                let sentAt = date(), let receivedAt = date(), let count = number()
            else { return nil }
            var nominated: [StoredResponse.Nominated] = []
            while nominated.count < count {
                guard let name = text().flatMap({ HTTPField.Name($0) }), let value = bytes() else {
                    return nil
                }
                nominated.append(
                    .init(name: name, value: value.isEmpty ? nil : Data(value.dropFirst())))
            }
            guard let headers = fields(), let trailers = fields(), let body = bytes(), rest.isEmpty
            else { return nil }
            return StoredResponse(
                status: HTTPResponse.Status(code: Int(code), reasonPhrase: reason),
                headers: headers, body: Data(body), trailers: trailers,
                bodyIntegrity: bodyIntegrity, nominated: nominated, sentAt: sentAt,
                receivedAt: receivedAt)
        }

        mutating func number() -> UInt64? {
            guard rest.count >= 8 else { return nil }
            defer { rest = UnsafeRawBufferPointer(rebasing: rest[8...]) }
            return UInt64(littleEndian: rest.loadUnaligned(as: UInt64.self))
        }

        mutating func bytes() -> UnsafeRawBufferPointer? {
            guard let count = number(), count <= UInt64(rest.count) else { return nil }
            defer { rest = UnsafeRawBufferPointer(rebasing: rest[Int(count)...]) }
            return UnsafeRawBufferPointer(rebasing: rest[..<Int(count)])
        }

        mutating func text() -> String? {
            bytes().flatMap { String(validating: $0, as: UTF8.self) }
        }

        mutating func date() -> Date? {
            guard let bits = number() else { return nil }
            let seconds = Double(bitPattern: bits)
            return seconds.isFinite ? Date(timeIntervalSince1970: seconds) : nil
        }

        mutating func fields() -> HTTPFields? {
            // `HTTPFields` has room for 65,535, and some are added to a stored response.
            guard let count = number(), count <= 65_000 else { return nil }
            var fields = HTTPFields()
            while fields.count < count {
                guard let name = text().flatMap({ HTTPField.Name($0) }), let value = bytes() else {
                    return nil
                }
                fields.append(HTTPField(name: name, value: value))
            }
            return fields
        }
    }
}
