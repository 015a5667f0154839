public import FoundationEssentials

/// A type with several formats on the wire, from which the spec selects one for each place.
///
/// Dates, data, numbers, and arrays and maps of them conform.
public protocol JSONFormattable {
    /// The type of the format.
    associatedtype Form: Sendable

    /// Reads one value in a format.
    ///
    /// - Throws: A ``JSONError`` if the next value does not have the format.
    init(json: inout JSONReader, as form: Form) throws

    /// Writes one value in a format.
    ///
    /// - Throws: A ``JSONError`` if the format can't represent the value.
    func write(json: inout JSONWriter, as form: Form) throws
}

extension Date: JSONFormattable {
    /// Reads a date in a format.
    public init(json: inout JSONReader, as form: DateForm) throws {
        guard !form.isNumber else {
            do {
                let seconds = try json.readDouble()
                self.init(timeIntervalSince1970: form == .millis ? seconds / 1000 : seconds)
            } catch let error as JSONError where error.reason == .mismatch {
                throw JSONError(
                    .mismatch, at: error.offset, expected: form.expectation, found: error.found)
            }
            return
        }
        var hasBasicOffset = false
        do {
            self = try json.readText(form.expectation) { text in
                if let date = form.date(from: text) { return date }
                hasBasicOffset = form == .rfc3339 && DateForm.iso8601.date(from: text) != nil
                return nil
            }
        } catch var error as JSONError where hasBasicOffset {
            error.advice = "for offsets as in +0200, declare the date as `Date(iso8601)`"
            throw error
        }
    }

    /// Writes a date in a format.
    public func write(json: inout JSONWriter, as form: DateForm) throws {
        let text = try json.placed { try form.text(for: self) }
        if form.isNumber { json.append(text) } else { json.writeString(text) }
    }
}

extension Data: JSONFormattable {
    /// Reads data in a format.
    public init(json: inout JSONReader, as form: DataForm) throws {
        self = try json.readText(form.expectation) {
            form.data(from: String(decoding: $0, as: UTF8.self))
        }
    }

    /// Writes data in a format.
    public func write(json: inout JSONWriter, as form: DataForm) throws {
        json.writeString(form.text(for: self))
    }
}

extension Optional: JSONFormattable where Wrapped: JSONFormattable {
    /// Reads a value in a format, or `null`.
    @inlinable
    public init(json: inout JSONReader, as form: Wrapped.Form) throws {
        self = try json.readNull() ? nil : Wrapped(json: &json, as: form)
    }

    /// Writes a value in a format, or `null`.
    @inlinable
    public func write(json: inout JSONWriter, as form: Wrapped.Form) throws {
        if let self { try self.write(json: &json, as: form) } else { json.writeNull() }
    }
}

extension Array: JSONFormattable where Element: JSONFormattable {
    /// Reads an array of values in a format.
    @inlinable
    public init(json: inout JSONReader, as form: Element.Form) throws {
        self = []
        try json.beginArray()
        while try json.nextElement() { append(try Element(json: &json, as: form)) }
    }

    /// Writes an array of values in a format.
    @inlinable
    public func write(json: inout JSONWriter, as form: Element.Form) throws {
        try json.beginArray()
        for element in self {
            json.separate()
            try element.write(json: &json, as: form)
        }
        json.endArray()
    }
}

extension Dictionary: JSONFormattable where Key == String, Value: JSONFormattable {
    /// Reads a map of values in a format; if a key occurs twice, the last value counts.
    public init(json: inout JSONReader, as form: Value.Form) throws {
        self = [:]
        try json.enterObject()
        let start = json.startOfObject
        do {
            while let key = try json.memberKey() {
                let name = key.name
                self[name] = try Value(json: &json, as: form)
            }
        } catch {
            throw json.inMap(error, startingAt: start)
        }
    }

    /// Writes a map of values in a format, sorted by key.
    public func write(json: inout JSONWriter, as form: Value.Form) throws {
        json.beginMap()
        try json.finish()
        for (key, value) in sorted(by: { $0.key < $1.key }) {
            json.key(key)
            try value.write(json: &json, as: form)
        }
        json.endMap()
    }
}
