extension JSONReader {
    /// Reads a value into a variable.
    ///
    /// If it is `null` or another value, the object's loop ends with an error.
    @inlinable
    public mutating func read<Value: JSONReadable>(_ value: inout Value?) {
        do { value = try Value(json: &self) } catch { fail(error) }
    }

    /// Reads a value or `null` into a variable.
    ///
    /// If it is another value, the object's loop ends with an error.
    @inlinable
    public mutating func readIfPresent<Value: JSONReadable>(_ value: inout Value?) {
        do { value = try readNull() ? nil : Value(json: &self) } catch { fail(error) }
    }

    /// Reads an array into a variable: a call of its own, as it needs no conformance of the array
    /// that is made at run time.
    ///
    /// If it is `null` or another value, the object's loop ends with an error.
    @inlinable
    public mutating func read<Element: JSONReadable>(_ value: inout [Element]?) {
        do { value = try [Element](json: &self) } catch { fail(error) }
    }

    /// Reads an array or `null` into a variable.
    ///
    /// If it is another value, the object's loop ends with an error.
    @inlinable
    public mutating func readIfPresent<Element: JSONReadable>(_ value: inout [Element]?) {
        do { value = try readNull() ? nil : [Element](json: &self) } catch { fail(error) }
    }

    /// Reads a value or `null` into a variable that tells the two from nothing.
    ///
    /// If it is another value, the object's loop ends with an error.
    @inlinable
    public mutating func read<Value: JSONReadable>(_ value: inout Presence<Value>) {
        do { value = try readNull() ? .null : .value(Value(json: &self)) } catch { fail(error) }
    }

    /// Reads a value in a certain form into a variable.
    ///
    /// If it is `null` or another value, the object's loop ends with an error.
    @inlinable
    public mutating func read<Value: JSONFormed>(
        _ value: inout Value?, as form: Value.Form
    ) {
        do { value = try Value(json: &self, as: form) } catch { fail(error) }
    }

    /// Reads a value in a certain form, or `null`, into a variable.
    ///
    /// If it is another value, the object's loop ends with an error.
    @inlinable
    public mutating func readIfPresent<Value: JSONFormed>(
        _ value: inout Value?, as form: Value.Form
    ) {
        do { value = try readNull() ? nil : Value(json: &self, as: form) } catch { fail(error) }
    }

    /// Reads a value in a certain form, or `null`, into a variable that tells the two from nothing.
    ///
    /// If it is another value, the object's loop ends with an error.
    @inlinable
    public mutating func read<Value: JSONFormed>(
        _ value: inout Presence<Value>, as form: Value.Form
    ) {
        do { value = try readNull() ? .null : .value(Value(json: &self, as: form)) } catch {
            fail(error)
        }
    }

    /// Reads `true` or `false`.
    /// - Throws: a ``JSONError`` if it is another value.
    public mutating func readBool() throws -> Bool {
        switch peek() {
        case UInt8(ascii: "t"):
            try word("true")
            return true
        case UInt8(ascii: "f"):
            try word("false")
            return false
        default: throw mismatch("a Boolean")
        }
    }

    /// Reads a map: an object whose keys are data.
    /// - Throws: a ``JSONError`` if it is another value, or one of its values is.
    @inlinable
    public mutating func readMap<Value: JSONReadable>() throws -> [String: Value] {
        try enterObject()
        let start = startOfObject
        var result: [String: Value] = [:]
        do {
            while let key = try memberKey() {
                let name = key.name
                result[name] = try Value(json: &self)
            }
        } catch {
            throw inMap(error, startingAt: start)
        }
        return result
    }

    /// Where the object that was just entered starts.
    @usableFromInline var startOfObject: Int { offset - 1 }

    /// Adds to an error that the object at a place is a map, whose keys are not shown.
    @usableFromInline
    func inMap(_ error: any Error, startingAt start: Int) -> any Error {
        guard var error = error as? JSONError else { return error }
        error.maps.insert(start)
        return error
    }
}
