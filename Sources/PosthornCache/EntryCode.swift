import FoundationEssentials

/// Encodes stored responses for the disk: a version, a checksum, and length-prefixed fields.
enum EntryCode {
    /// The first bytes of an entry.
    ///
    /// They change with the format.
    private static let version = Data("PHCACHE2".utf8)

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
        return version + head.bytes + writer.bytes
    }

    /// `nil` if the bytes are incomplete or damaged, or belong to another version or another key.
    static func decode(_ bytes: Data, for key: CacheKey) -> StoredResponse? {
        guard bytes.starts(with: version) else { return nil }
        var reader = Reader(rest: bytes.dropFirst(version.count))
        guard let sum = reader.number(), sum == checksum(reader.rest), reader.text() == key.url,
            reader.text() == key.identity, let code = reader.number(), (100...999).contains(code),
            let reason = reader.text(), let bodyIntegrity = reader.text(),
            let bodyIntegrity = TransportResponse.BodyIntegrity(rawValue: bodyIntegrity),
            let sentAt = reader.date(), let receivedAt = reader.date(), let count = reader.number()
        else { return nil }
        var nominated: [StoredResponse.Nominated] = []
        while nominated.count < count {
            guard let name = reader.text().flatMap({ HTTPField.Name($0) }),
                let value = reader.data()
            else { return nil }
            nominated.append(
                .init(name: name, value: value.isEmpty ? nil : Data(value.dropFirst())))
        }
        guard let headers = reader.fields(), let trailers = reader.fields(),
            let body = reader.data(), reader.rest.isEmpty
        else { return nil }
        return StoredResponse(
            status: HTTPResponse.Status(code: Int(code), reasonPhrase: reason), headers: headers,
            body: Data(body), trailers: trailers, bodyIntegrity: bodyIntegrity,
            nominated: nominated, sentAt: sentAt, receivedAt: receivedAt)
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
        var rest: Data

        mutating func number() -> UInt64? {
            guard rest.count >= 8 else { return nil }
            var number: UInt64 = 0
            for byte in rest.prefix(8).reversed() { number = number << 8 | UInt64(byte) }
            rest = rest.dropFirst(8)
            return number
        }

        mutating func data() -> Data? {
            guard let count = number(), count <= UInt64(rest.count) else { return nil }
            defer { rest = rest.dropFirst(Int(count)) }
            return rest.prefix(Int(count))
        }

        mutating func text() -> String? { data().flatMap { String(bytes: $0, encoding: .utf8) } }

        mutating func date() -> Date? {
            guard let bits = number() else { return nil }
            let seconds = Double(bitPattern: bits)
            return seconds.isFinite ? Date(timeIntervalSince1970: seconds) : nil
        }

        mutating func fields() -> HTTPFields? {
            guard let count = number() else { return nil }
            var fields = HTTPFields()
            while fields.count < count {
                guard let name = text().flatMap({ HTTPField.Name($0) }), let value = data() else {
                    return nil
                }
                fields.append(HTTPField(name: name, value: value))
            }
            return fields
        }
    }
}
