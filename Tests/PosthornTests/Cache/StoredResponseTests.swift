import Foundation
import TestSupport
import Testing

import Posthorn
@testable import PosthornCache

@Suite("Stored responses", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct StoredResponseTests {
    private static let now = Date(timeIntervalSince1970: 1_795_255_200)

    private func stored(
        _ headers: HTTPFields, to request: HTTPFields = [:], status: Int = 200,
        trailers: HTTPFields = [:]
    ) -> StoredResponse {
        StoredResponse(
            TransportResponse(
                status: .init(code: status), headers: headers, body: Data("response".utf8),
                trailers: trailers, bodyIntegrity: .length), to: request, sentAt: Self.now,
            receivedAt: Self.now)
    }

    private func language(_ bytes: [UInt8]) -> HTTPFields {
        var fields = HTTPFields()
        fields.append(HTTPField(name: .acceptLanguage, value: bytes))
        return fields
    }

    /// Invalid UTF-8, and one letter in two normalization forms.
    @Test(
        arguments: [
            ([0x78, 0xe8], [0x78, 0xe9]), ([0xc3, 0xa9], [0x65, 0xcc, 0x81]),
        ] as [([UInt8], [UInt8])])
    func varyComparesFieldValuesByBytes(one: [UInt8], other: [UInt8]) throws {
        let response = stored([.vary: "Accept-Language"], to: language(one))
        #expect(response.fits(language(one)))
        #expect(!response.fits(language(other)))
        let url = "http://a.test/"
        let key = CacheKey(
            TransportRequest(url: url), url: try HTTPURL(url), headers: [:], identity: nil,
            impersonal: [])
        let read = try #require(EntryCode.decode(EntryCode.encode(response, for: key), for: key))
        #expect(read.fits(language(one)))
        #expect(!read.fits(language(other)))
    }

    @Test func varyWithMoreThan64NamesMatchesNothing() {
        func vary(_ count: Int) -> Vary {
            Vary([.vary: (0..<count).map { "n\($0), N\($0)" }.joined(separator: ",")])
        }
        #expect(vary(64).names.count == 64 && !vary(64).isEverything)
        #expect(vary(65).isEverything)
        // As many as a head may have; quadratic time would take minutes.
        #expect(vary(40_000).names.count == 64)
    }

    @Test func costIncludesRequestFieldsAndTrailers() {
        let plain = stored([.vary: "Accept-Language"]).cost
        let long = String(repeating: "x", count: 5000)
        #expect(stored([.vary: "Accept-Language"], to: [.acceptLanguage: long]).cost > plain + 4999)
        #expect(stored([.vary: "Accept-Language"], trailers: [.eTag: long]).cost > plain + 4999)
    }

    @Test(arguments: [
        "Content-Length", "Content-Encoding", "Content-Range", "Content-Digest", "Repr-Digest",
        "Signature", "Signature-Input", "x-jws-signature", "X-Key-Id", "X-Timestamp", "X-Nonce",
        "X-Signature", "Vary",
    ])
    func notModifiedDoesNotUpdateMessageSpecificFields(name: String) throws {
        let name = try #require(HTTPField.Name(name))
        var (headers, updates) = (HTTPFields(), HTTPFields())
        headers[name] = "kept"
        (updates[name], updates[.server]) = ("of the 304", "new")
        let fresh = stored(headers).freshened(by: updates, sentAt: Self.now, receivedAt: Self.now)
        #expect(fresh.headers[name] == "kept")
        #expect(fresh.headers[.server] == "new")
    }

    @Test(arguments: [
        (CacheNote.hit, false), (.validated(wasFresh: false), true),
        (.staleIfError(status: 503), false),
        (.staleIfError(status: nil), false),
    ])
    func noCacheFieldsAreReturnedOnlyAfterValidation(note: CacheNote, isGiven: Bool) {
        let response = stored([.cacheControl: "no-cache=\"Server\"", .server: "s"])
        #expect((response.response(at: Self.now, note).headers[.server] != nil) == isGiven)
    }

    // MARK: Admission

    @Test(
        arguments: [
            (401, [:], false), (408, [:], false), (412, [.eTag: "\"e\""], false),
            (429, [.eTag: "\"e\""], false), (503, [.cacheControl: "stale-if-error=9"], false),
            (520, [.lastModified: "Sun, 21 Nov 2027 10:00:00 GMT"], false), (404, [:], true),
            (410, [:], true), (200, [:], true), (429, [.cacheControl: "max-age=0"], true),
            (503, [.expires: "0"], true),
        ] as [(Int, [HTTPField.Name: String], Bool)])
    func temporaryErrorDoesNotReplaceStoredResponse(
        status: Int, fields: [HTTPField.Name: String], isSuccessor: Bool
    ) {
        var headers = HTTPFields()
        for (name, value) in fields { headers[name] = value }
        let response = stored(headers, status: status)
        let rule = CachePolicy(maxAge: .seconds(60), staleIfError: .seconds(60))
        #expect(CacheAdmission.isUseful(response, rule) == (status == 200))
        #expect(CacheAdmission.isSuccessor(response) == isSuccessor)
    }

    @Test(arguments: ["Posthorn-Exchange", "Posthorn-Encapsulated"])
    func responsesToOneTimeRequestsAreNotStored(name: String) throws {
        var request = HTTPFields()
        request[try #require(HTTPField.Name(name))] = "once"
        func may(_ request: HTTPFields) -> Bool {
            CacheAdmission.mayStore(
                TransportResponse(
                    status: .ok, headers: [.cacheControl: "max-age=60"], bodyIntegrity: .length),
                to: request)
        }
        #expect(!may(request) && may([:]))
    }
}
