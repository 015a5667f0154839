import Foundation
import Posthorn

/// A cipher that shows the tap what is under the seal.
///
/// For a demo only: the point of a cipher is
/// that nobody does this.
struct TappedCipher: PayloadCipher {
    let cipher: any PayloadCipher
    let tap: WireTap

    var name: String { cipher.name }

    func seal(_ request: inout TransportRequest) async throws {
        let plain = request.body?.data
        tap.note { $0.plainRequest = plain }
        try await cipher.seal(&request)
    }

    func open(_ response: inout TransportResponse, to request: TransportRequest) async throws {
        try await cipher.open(&response, to: request)
        let plain = response.body
        tap.note { $0.plainResponse = plain }
    }
}
