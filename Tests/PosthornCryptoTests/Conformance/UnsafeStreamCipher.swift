import Crypto
import Foundation
import Posthorn
import PosthornTesting

/// A cipher that seals and opens record by record, with one flaw.
struct UnsafeStreamCipher: StreamingCipher {
    /// A mistake that real ciphers have had.
    enum Flaw: String, CaseIterable {
        case none
        case needsNoEnd, ordersNoRecords, deliversUnverified, endsWithTheConnection
        case bindsNoExchangeOfStreams, bindsNoStatusOfStreams, takesPlainStreams
        case readsAlike, leavesStreamsClear, needsWholeRecords, dropsEmptyStreams
    }

    let name = "unsafe stream"
    let key: Data
    let flaw: Flaw

    init(_ key: Data, _ flaw: Flaw) { (self.key, self.flaw) = (key, flaw) }

    func seal(_ request: inout TransportRequest) throws {
        request.headers[.unsafeExchange] = UUID().uuidString
        guard let body = request.body else { return }
        if flaw == .leavesStreamsClear, body.data == nil { return }
        let records = UnsafeRecords(key, flaw, .of(request))
        request.body = body.transformed(length: nil) { [flaw] in
            UnsafeSealer(records: flaw == .readsAlike ? records : records.fresh())
        }
        request.headers[.contentType] = UnsafeFormat.mediaType
    }

    func open(_ response: inout TransportResponse, to request: TransportRequest) throws {
        guard response.mediaType == UnsafeFormat.mediaType,
            response.headers[.unsafeExchange] == request.headers[.unsafeExchange]
        else { throw UnsafeCipher.Refused() }
        // What arrived whole may be opened whole, so its end is checked even where streams are not.
        let records = UnsafeRecords(key, .none, .of(request, response.status))
        var opener = UnsafeOpener(records: flaw == .ordersNoRecords ? records.with(flaw) : records)
        response.body = try opener.change(response.body) + opener.end()
        response.headers[.contentType] = "text/plain"
    }

    func open(
        _ body: ByteStream, of head: inout TransportResponse, to request: TransportRequest
    ) throws -> ByteStream {
        if flaw == .takesPlainStreams, head.mediaType == "text/event-stream" { return body }
        let exchange = head.headers[.unsafeExchange]
        guard head.mediaType == UnsafeFormat.mediaType,
            flaw == .bindsNoExchangeOfStreams || exchange == request.headers[.unsafeExchange]
        else { throw UnsafeCipher.Refused() }
        var place = UnsafeFormat.Place.of(request, head.status)
        place.exchange = exchange ?? ""
        if flaw == .bindsNoStatusOfStreams { place.status = "200" }
        head.headers[.contentType] = "text/plain"
        let opener = UnsafeOpener(records: UnsafeRecords(key, flaw, place))
        let opened = body.transformed(by: opener)
        return flaw == .endsWithTheConnection ? ByteStream(EndingSource(body: opened)) : opened
    }

    /// Ends where the connection breaks.
    private final class EndingSource: ByteStream.Source {
        let body: ByteStream
        init(body: ByteStream) { self.body = body }
        func next() async throws(TransportError) -> Data? {
            var body = body
            do {
                return try await body.next()
            } catch {
                if error.code == .connectionLost { return nil }
                throw error
            }
        }
    }
}

/// The server of ``UnsafeStreamCipher``, with the same flaw.
struct UnsafeStreamServer: ServerCipher {
    let key: Data
    let flaw: UnsafeStreamCipher.Flaw

    init(_ key: Data, _ flaw: UnsafeStreamCipher.Flaw) { (self.key, self.flaw) = (key, flaw) }

    func open(_ request: inout TransportRequest) throws {
        guard let body = request.body?.data else { return }
        let isClear = request.headers[.contentType] != UnsafeFormat.mediaType
        if flaw == .leavesStreamsClear, isClear { return }
        var opener = UnsafeOpener(records: UnsafeRecords(key, .none, .of(request)))
        if flaw == .ordersNoRecords { opener.records = opener.records.with(flaw) }
        request.body = HTTPBody(try opener.change(body) + opener.end())
    }

    func seal(_ response: inout TransportResponse, to request: TransportRequest) throws {
        let records = UnsafeRecords(key, flaw, .of(request, response.status)).fresh()
        var sealer = UnsafeSealer(records: records)
        response.body = try sealer.change(response.body) + sealer.end()
        response.headers[.contentType] = UnsafeFormat.mediaType
        response.headers[.unsafeExchange] = request.headers[.unsafeExchange]
    }
}

extension UnsafeFormat.Place {
    /// The place of a request, or of its response with a status, in a format without media types.
    fileprivate static func of(
        _ request: TransportRequest, _ status: HTTPResponse.Status? = nil
    ) -> Self { of(request, "", status) }
}
