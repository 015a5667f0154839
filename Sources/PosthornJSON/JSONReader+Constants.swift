extension JSONReader {
    /// Reads a member that always has the same value; another value is an error of the object.
    @_spi(Generated) public mutating func constant<Value: JSONReadable & Equatable>(
        _ value: Value
    ) {
        _ = kept { json -> Bool in
            _ = json.peek()
            let start = json.offset
            guard try Value(json: &json) == value else {
                throw json.invalid("'\(value)'", from: start)
            }
            return true
        }
    }
}
