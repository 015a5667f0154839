import Posthorn
import Testing

@Suite("The name of an endpoint")
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

    @Test("It is the type's, with a small first letter and no generic arguments")
    func comesFromTheType() {
        #expect(CreateOrder.name == "createOrder")
        #expect(X.name == "x")
        #expect(ReadThing<String>.name == "readThing")
    }
}
