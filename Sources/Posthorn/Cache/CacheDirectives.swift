/// The directives of a `Cache-Control` field (RFC 9111, section 5.2), of a request or a response.
struct CacheDirectives: Sendable, Equatable {
    /// Names in lower case, with all values that came; an empty text stands for none.
    private var values: [String: [String]] = [:]

    /// More seconds than this count as this many (RFC 9111, section 1.2.2).
    static let endless: Int64 = 1 << 31

    /// Reads the field of a message; all its lines are one list.
    init(_ headers: HTTPFields) {
        for field in headers where field.name == .cacheControl { read(field.value) }
    }

    var isEmpty: Bool { values.isEmpty }

    /// Whether a directive is there, with a value or without.
    func has(_ name: String) -> Bool { values[name] != nil }

    /// The seconds of a directive.
    ///
    /// `nil` if it is not there. What is no number counts as 0, and of several numbers the smallest:
    /// whoever can't be understood is asked again (RFC 9111, section 4.2.1).
    func seconds(_ name: String) -> Int64? {
        values[name]?.map { Self.seconds(of: $0) ?? 0 }.min()
    }

    /// The seconds that a request takes a stale response for; without a value any time.
    var maxStale: Int64? {
        values["max-stale"]?.map { $0.isEmpty ? Self.endless : Self.seconds(of: $0) ?? 0 }.min()
    }

    /// The fields that `no-cache` or `private` names; empty if it is not there or names none.
    func fields(of name: String) -> [HTTPField.Name] {
        (values[name] ?? []).flatMap(Self.names)
    }

    private static func names(_ value: String) -> [HTTPField.Name] {
        value.split(whereSeparator: { $0 == "," || $0 == " " || $0 == "\t" })
            .compactMap { HTTPField.Name(String($0)) }
    }

    /// Whether a directive is there for the whole response: without names of fields, or with what can't be
    /// read as names.
    ///
    /// Of several the one without names counts, because it asks for more.
    func isWhole(_ name: String) -> Bool {
        values[name]?.contains { Self.names($0).isEmpty } ?? false
    }

    /// Digits as seconds; `nil` if there is anything else.
    static func seconds(of text: some StringProtocol) -> Int64? {
        text.isDigits ? min(Int64(text) ?? endless, endless) : nil
    }

    /// Reads `name`, `name=token` and `name="text"`, with commas between them and in no text.
    private mutating func read(_ field: String) {
        var (part, isQuoted, isEscaped) = ([UInt8](), false, false)
        for byte in field.utf8 {
            if isEscaped {
                isEscaped = false
            } else if isQuoted, byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                isQuoted.toggle()
            } else if byte == UInt8(ascii: ","), !isQuoted {
                take(part)
                part = []
                continue
            }
            part.append(byte)
        }
        take(part)
    }

    private mutating func take(_ part: [UInt8]) {
        let text = Array(part.drop(while: \.isBlank).reversed().drop(while: \.isBlank).reversed())
        let name = text.prefix { $0 != UInt8(ascii: "=") }
        guard !name.isEmpty else { return }
        var value = Array(text.dropFirst(name.count + 1))
        if value.count >= 2, value.first == UInt8(ascii: "\""), value.last == value.first {
            value = Self.unescaped(value.dropFirst().dropLast())
        } else if value.isEmpty, name.count < text.count {
            // `max-age=` says nothing that could be read.
            value = [UInt8(ascii: "=")]
        }
        values[String(decoding: name, as: UTF8.self).lowercased(), default: []].append(
            String(decoding: value, as: UTF8.self))
    }

    private static func unescaped(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var (rest, result) = (bytes, [UInt8]())
        while let byte = rest.popFirst() {
            if let kept = byte == UInt8(ascii: "\\") ? rest.popFirst() : byte {
                result.append(kept)
            }
        }
        return result
    }
}
