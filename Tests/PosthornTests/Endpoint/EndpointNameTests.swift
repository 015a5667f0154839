import Posthorn
import Testing

@Suite("Endpoint names")
struct EndpointNameTests {
    private struct CreateOrder: Endpoint {
        func build(_ request: inout RequestBuilder) throws { request.method(.post, "/orders") }
    }
    private struct X: Endpoint {
        func build(_ request: inout RequestBuilder) throws { request.method(.get, "/x") }
    }
    private struct ReadThing<Thing: Decodable & Sendable>: Endpoint {
        typealias Output = [Thing]
        func build(_ request: inout RequestBuilder) throws { request.method(.get, "/things") }
    }

    @Test("The default name is the type name, starting in lowercase, without generic arguments")
    func defaultNameIsTypeNameInLowerCamelCase() {
        #expect(CreateOrder.name == "createOrder")
        #expect(X.name == "x")
        #expect(ReadThing<String>.name == "readThing")
    }
}
