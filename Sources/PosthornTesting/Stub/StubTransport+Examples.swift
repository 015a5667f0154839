import Foundation
public import PosthornCore

extension StubTransport {
    /// Creates a stub that serves all endpoints of a service with the examples of its spec.
    ///
    /// ```swift
    /// let stub = StubTransport.examples(
    ///     of: ShopAPI.self, .on(ShopAPI.GetOrder.self) { Order(id: $0.id) })
    /// let shop = ShopAPI(ClientConfiguration(transport: stub))
    /// ```
    ///
    /// A spec has examples if an endpoint has an `example`; those of other endpoints are made of their types. The
    /// calls must be neither sealed nor signed.
    ///
    /// - Parameters:
    ///   - service: The type of the service.
    ///   - rules: Rules that come first.
    public static func examples<Service: ExampleService>(
        of service: Service.Type, _ rules: StubRule...
    ) -> StubTransport {
        StubTransport(rules + Service.examples.map { StubRule($0) })
    }
}

extension StubRule {
    fileprivate init(_ example: EndpointExample) {
        let endpoint = example.endpoint
        self.init(
            method: nil, path: "/*", query: [:], headers: [:], body: nil, endpoint: nil,
            endpointName: endpoint, times: nil,
            respond: { request throws(TransportError) in
                do {
                    let call = try request.plainCall(of: endpoint)
                    return try StubResponse(example, by: call.policy)
                } catch let error as TransportError {
                    throw error
                } catch {
                    throw .stubFailed("the example of \(endpoint) is no response", error)
                }
            }, reply: nil)
    }
}

extension StubResponse {
    fileprivate init(_ example: EndpointExample, by policy: any ResponsePolicy) throws {
        switch example.content {
        case .json(let json)?:
            let value = try JSONReader.read(JSONValue.self, from: [UInt8](json.utf8))
            if let response = try? StubResponse(encoding: value, by: policy) {
                self = response
            } else if let text = value.string {
                // A policy that reads text.
                self = try StubResponse(encoding: text, by: policy)
            } else {
                self = try StubResponse(encoding: value, by: policy)
            }
        case .bytes(let text)?: self = .bytes(Data(text.utf8))
        case .stream(let text, let type)?: self = .stream([text], type: type)
        case nil: self = .status(.noContent)
        }
        if let status = example.status { self.status = HTTPResponse.Status(code: status) }
        for (name, value) in example.headers { self = header(name, value) }
    }
}
