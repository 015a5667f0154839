import Foundation
import Posthorn

/// A cipher that shows the plain text to the tap.
///
/// This is for a demo only, because a cipher must keep the plain text secret.
struct TappedCipher: CipherWrapper {
    let wrapped: any PayloadCipher
    let tap: WireTap

    func seal(_ request: inout TransportRequest) async throws {
        let plain = request.body?.data
        tap.note { $0.plainRequest = plain }
        try await wrapped.seal(&request)
    }

    func open(_ response: inout TransportResponse, to request: TransportRequest) async throws {
        try await wrapped.open(&response, to: request)
        let plain = response.body
        tap.note { $0.plainResponse = plain }
    }
}
