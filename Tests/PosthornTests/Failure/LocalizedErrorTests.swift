import Foundation
import Posthorn
import Testing

@Suite("LocalizedError conformance")
struct LocalizedErrorTests {
    @Test func localizedDescriptionIsDescription() {
        let transport = TransportError(
            .timedOut, "no response came in 2 seconds", advice: "try again later")
        let error = APIError(
            .timedOut, endpoint: "getPet", stage: .sending, message: transport.message,
            advice: transport.advice, underlying: transport)
        #expect((transport as any Error).localizedDescription == transport.description)
        #expect((error as any Error).localizedDescription == error.description)
        #expect(error.failureReason == "no response came in 2 seconds")
        #expect(error.recoverySuggestion == "try again later")
    }
}
