/// Lists whose elements may be left out if their type can't read them.
///
/// Only a response is read so, because a deviation is reported to the observers of its call.
extension JSONReader {
    /// Reads an array without the elements that can't be read; empty if it is invalid.
    @inlinable
    @_spi(Generated) public mutating func lossyArray<Element: JSONReadable>() -> [Element] {
        kept { json in try json.readLossyArray { json in try Element(json: &json) } } ?? []
    }

    /// Reads an optional array without the elements that can't be read; `nil` if it is `null`.
    @inlinable
    @_spi(Generated) public mutating func lossyArrayIfPresent<Element: JSONReadable>()
        -> [Element]?
    {
        keptIfPresent { json in try json.readLossyArray { json in try Element(json: &json) } }
    }

    /// Reads an array in a format without the elements that can't be read; empty if it is invalid.
    @_spi(Generated) public mutating func lossyArray<Element: JSONFormattable>(
        as format: Element.Format
    ) -> [Element] {
        kept { json in
            try json.readLossyArray { json in try Element(json: &json, as: format) }
        } ?? []
    }

    /// Reads an optional array in a format without the elements that can't be read; `nil` if it is `null`.
    @_spi(Generated) public mutating func lossyArrayIfPresent<Element: JSONFormattable>(
        as format: Element.Format
    ) -> [Element]? {
        keptIfPresent { json in
            try json.readLossyArray { json in try Element(json: &json, as: format) }
        }
    }

    /// Reads a map without the values that can't be read; empty if it is invalid.
    @inlinable
    @_spi(Generated) public mutating func lossyMap<Value: JSONReadable>() -> [String: Value] {
        kept { json in try json.readLossyMap { json in try Value(json: &json) } } ?? [:]
    }

    /// Reads an optional map without the values that can't be read; `nil` if it is `null`.
    @inlinable
    @_spi(Generated) public mutating func lossyMapIfPresent<Value: JSONReadable>()
        -> [String: Value]?
    {
        keptIfPresent { json in try json.readLossyMap { json in try Value(json: &json) } }
    }

    /// Reads a map in a format without the values that can't be read; empty if it is invalid.
    @_spi(Generated) public mutating func lossyMap<Value: JSONFormattable>(
        as format: Value.Format
    ) -> [String: Value] {
        kept { json in
            try json.readLossyMap { json in try Value(json: &json, as: format) }
        } ?? [:]
    }

    /// Reads an optional map in a format without the values that can't be read; `nil` if it is `null`.
    @_spi(Generated) public mutating func lossyMapIfPresent<Value: JSONFormattable>(
        as format: Value.Format
    ) -> [String: Value]? {
        keptIfPresent { json in
            try json.readLossyMap { json in try Value(json: &json, as: format) }
        }
    }

    /// Reads an array without the elements that can't be read.
    @usableFromInline
    package mutating func readLossyArray<Element>(
        _ read: (inout JSONReader) throws -> Element
    ) throws -> [Element] {
        try beginArray()
        var elements: [Element] = []
        while try nextElement() {
            if let element = try leavingOut(read) { elements.append(element) }
        }
        return elements
    }

    @usableFromInline
    mutating func readLossyMap<Value>(
        _ read: (inout JSONReader) throws -> Value
    ) throws -> [String: Value] {
        try readMap { json in try json.leavingOut(read) }.compactMapValues(\.self)
    }

    /// Reads a value of a response, or leaves it out with a report if it is valid JSON and can't be read.
    ///
    /// - Throws: A ``JSONError`` if the document is not JSON, or too many values or bytes were left out.
    private mutating func leavingOut<Value>(
        _ read: (inout JSONReader) throws -> Value
    ) throws -> Value? {
        guard readsResponse else { return try read(&self) }
        _ = peek()
        let start = mark()
        do {
            return try read(&self)
        } catch {
            let problem = problem(error)
            guard problem.reason != .syntax else { throw error }
            try goBack(
                to: start, after: error, expected: "a list whose elements can be read",
                found: "one whose elements are read over and over")
            let first = cursor
            try pass()
            guard deviations?.isFull != true else {
                throw JSONError(
                    .limit, at: first - base,
                    expected: "at most \(Deviations.limit) elements that can't be read",
                    found: "more")
            }
            report(problem, from: first)
            return nil
        }
    }

    /// Reports a value that can't be read and that ends here, unless enough of the document's were reported.
    ///
    /// - Returns: The error with its place, which counts from the beginning of the value.
    @discardableResult
    mutating func report(_ problem: JSONError, from first: UnsafePointer<UInt8>) -> JSONError {
        let bytes = UnsafeBufferPointer(start: first, count: cursor - first)
        let located = problem.moved(by: base - first).located(in: bytes)
        let deviations = deviations ?? Deviations()
        self.deviations = deviations
        if !deviations.isFull { deviations.append(located, at: first - base) }
        return located
    }

    /// Returns the error of a value as one of this reader.
    func problem(_ error: any Error) -> JSONError {
        (error as? JSONError)
            ?? JSONError(
                .invalid, at: offset, expected: "a value that its type accepts",
                found: "another value", underlying: error)
    }
}

extension LossyList: JSONWritable where Element: JSONWritable {
    package func write(json: inout JSONWriter) throws { try elements.write(json: &json) }
}

/// A list that is a whole response, without the elements that can't be read.
package struct LossyList<Element: JSONReadable>: JSONReadable, Decodable {
    package let elements: [Element]

    /// Reads the list from the decoder of a policy of the caller, which leaves nothing out.
    package init(from decoder: any Decoder) throws {
        self = try JSONReader.read(
            Self.self, from: try JSONWriter.bytes(of: try JSONValue(from: decoder)))
    }

    package init(json: inout JSONReader) throws {
        elements = try json.readLossyArray { json in try Element(json: &json) }
    }
}
