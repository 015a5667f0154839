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
    private struct SayingOne: Endpoint {
        static var name: String { "other" }
        func build(_ request: inout RequestBuilder) throws { request.method(.get, "/other") }
    }

    @Test("It is the type's, with a small first letter, unless the request says one")
    func comesFromTheType() {
        #expect(CreateOrder.name == "createOrder")
        #expect(X.name == "x")
        #expect(SayingOne.name == "other")
    }
}
