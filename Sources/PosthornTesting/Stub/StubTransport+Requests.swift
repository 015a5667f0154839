public import PosthornCore

extension StubTransport {
    /// Returns the requests that the calls of an endpoint sent, in order.
    ///
    /// Each retry and each followed redirect adds a request.
    ///
    /// ```swift
    /// #expect(stub.requests(to: ShopAPI.GetOrder.self).count == 1)
    /// ```
    public func requests<E: EndpointRequest>(to endpoint: E.Type) -> [StubRequest] {
        requests.filter { $0.call?.endpoint is E }
    }

    /// Returns the endpoints of the requests that the calls of an endpoint sent, with their parameters.
    ///
    /// ```swift
    /// #expect(stub.calls(to: ShopAPI.GetOrder.self).map(\.id) == ["1", "2"])
    /// ```
    public func calls<E: EndpointRequest>(to endpoint: E.Type) -> [E] {
        requests.compactMap { $0.call?.endpoint as? E }
    }
}

extension StubRequest {
    /// Returns the value of a header field, or `nil` if the request has no such field.
    ///
    /// The values of repeated fields are joined by a comma.
    public func header(_ name: String) -> String? {
        HTTPField.Name(name).flatMap { headers[$0] }
    }

    /// Returns a value of the JSON body.
    ///
    /// ```swift
    /// #expect(request.json("items.0.sku") == "A-1")
    /// ```
    /// - Parameter path: The names of members and the indices of elements, separated by dots. The default is
    ///   the whole body.
    /// - Returns: `nil` if the body is not JSON, or has no such value.
    public func json(_ path: String = "") -> JSONValue? {
        guard var value = try? JSONReader.read(JSONValue.self, from: [UInt8](body)) else {
            return nil
        }
        for step in path.split(separator: ".") {
            guard let next = value[String(step)] ?? Int(step).flatMap({ value[$0] }) else {
                return nil
            }
            value = next
        }
        return value
    }

    /// Returns the decoded values of a field of an urlencoded form, in order.
    ///
    /// The result is empty if the form has no such field.
    public func form(_ name: String) -> [String] {
        Self.items(text[...]).filter { $0.name == name }.map(\.value)
    }
}
