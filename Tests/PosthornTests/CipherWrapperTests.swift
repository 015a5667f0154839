import Foundation
import Posthorn
import Testing

/// A cipher wrapper forwards everything that it does not implement.
@Suite("Cipher wrappers")
struct CipherWrapperTests {
    /// A cipher with given properties.
    private struct Inner: StreamingCipher, FieldCipher {
        let name = "inner"
        var isPlaintext = false
        var sealsStreams = true
        var opensStreams = true
        var sealsFields = true
        func seal(_ request: inout TransportRequest) async throws {}
        func open(_ response: inout TransportResponse, to request: TransportRequest) async throws {}
        func open(
            _ body: ByteStream, of head: inout TransportResponse, to request: TransportRequest
        ) async throws -> ByteStream { body }
    }

    private struct Wrapper: CipherWrapper { let wrapped: any PayloadCipher }

    /// A wrapper for places that need a streaming cipher.
    private struct StreamingWrapper: CipherWrapper, StreamingCipher, FieldCipher {
        let wrapped: any PayloadCipher
    }

    @Test(arguments: 0..<16)
    func forwardsPropertiesOfWrappedCipher(_ bits: Int) {
        let inner = Inner(
            isPlaintext: bits & 1 != 0, sealsStreams: bits & 2 != 0, opensStreams: bits & 4 != 0,
            sealsFields: bits & 8 != 0)
        let all: [any PayloadCipher] = [
            Wrapper(wrapped: inner), StreamingWrapper(wrapped: inner),
            Wrapper(wrapped: StreamingWrapper(wrapped: inner)),
        ]
        for wrapper in all {
            #expect(wrapper.name == "inner")
            #expect(wrapper.isPlaintext == inner.isPlaintext)
            #expect(wrapper.sealsStreams == inner.sealsStreams)
            #expect(wrapper.opensStreams == inner.opensStreams)
            #expect(wrapper.sealsFields == inner.sealsFields)
        }
    }
}
