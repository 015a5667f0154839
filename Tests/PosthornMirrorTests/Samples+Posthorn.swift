import Foundation
import PosthornImages
import PosthornPropertyList
@_spi(Generated) @testable import PosthornCore
import PosthornCache
@testable import PosthornJSON
import PosthornTesting
import Testing

/// The other types of `Posthorn`.
enum PosthornSamples {
    static func all() async throws -> [Sample] {
        try await calls() + bodies() + credentials() + values() + choices()
    }

    /// What calls give and take.
    private static func calls() async throws -> [Sample] {
        let builder = Locked<RequestBuilder?>(nil)
        let store = Store(
            .text(Canary.text), .stream([Canary.text], type: "application/x-ndjson"),
            .stream(["data: \(Canary.text)\n\n"], type: "text/event-stream"),
            .stream([Canary.text], type: "text/plain"), .json("[\"\(Canary.text)\"]"),
            .json("[\"\(Canary.text)\", \"b\"]"), .text(Canary.text))
        let response = try await store.response(
            to: Ping { request in builder.withLock { $0 = request } })
        let lines = try await store.stream(Watch<LineStream<String>>())
        let events = try await store.stream(Watch<EventStream<String>>())
        var eventIterator = events.makeAsyncIterator()
        _ = try? await eventIterator.next()
        let untouched = try await store.stream(Watch<Untouched>())
        var pages = store.pages(List()).makeAsyncIterator()
        _ = try await pages.next()
        var items = store.items(List()).makeAsyncIterator()
        _ = try await items.next()
        let next = NextPage.number(after: 1, total: 2, in: \.page, of: List())
        return [
            Sample(response),
            Sample(
                Documented(
                    Canary.text,
                    apiError: APIError(
                        .conflict, endpoint: "e", stage: .validating, message: "m"))),
            Sample(lines), Sample(lines.makeAsyncIterator()), Sample(events),
            Sample(eventIterator), Sample(events.events), Sample(eventIterator.events),
            Sample(untouched.response), Sample(Reconnection()), Sample(pages), Sample(items),
            Sample(try await store.startOperation(Work())),
            Sample(OperationPlace.url(Canary.url)), Sample(OperationOutcome.ended(Canary.text)),
            Sample(NextPage<List>.request(List(), cursor: Canary.text)),
            Sample(NextPage<List>.link(Canary.url)), Sample(next),
            Sample(store.configuration),
            Sample(try BaseURL("https://store.example/\(Canary.text)")),
            Sample(store.configuration.defaults),
            Sample(try #require(builder.withLock { $0 })),
            .open(EventStream.Event(type: "message", value: Canary.text, id: "1")),
        ]
    }

    private static func bodies() throws -> [Sample] {
        let folder =
            FileManager.default.temporaryDirectory.path + "/posthorn-canary-\(UUID().uuidString)"
        try Data(Canary.text.utf8).write(to: URL(filePath: folder))
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let data = MessageSamples.body
        let stream = BodyStream(AsyncStream<Data> { $0.finish() }, length: 3)
        var part = FormPart(data, filename: Canary.text)
        part.headers[.contentLanguage] = Canary.field
        let file = HTTPBody.file(URL(filePath: folder))
        guard case .file(let bodyFile) = file.pieces[0] else { throw Leak() }
        let image = Data("GIF89a".utf8) + [1, 0, 1, 0] + data
        return [
            Sample(HTTPBody(data)), Sample(HTTPBody.file(URL(filePath: folder))),
            Sample(HTTPBody(stream)), Sample(part), Sample(FormPart(file: URL(filePath: folder))),
            Sample(HTTPBody(data)), Sample(file), Sample(HTTPBody(stream)),
            Sample(HTTPBody.Piece.data(data)), Sample(file.pieces[0]), Sample(bodyFile),
            Sample(HTTPBody.Piece.stream(stream)), Sample(stream),
            Sample(try ImageFile(image)), Sample(ImageFile.Format.gif),
        ]
    }

    private static func credentials() throws -> [Sample] {
        let store = CookieStore()
        store.set("sid=\(Canary.field); Path=/", from: "https://store.example/canary")
        let cache = HTTPCache()
        return [
            Sample(Credential.bearer(Canary.text)), Sample(Credential.apiKey { Canary.text }),
            Sample(Credential.basic(user: Canary.text, password: Canary.text)),
            Sample(Credential.basic(user: Canary.text, password: Canary.text).forTokens()),
            Sample(Credential.digest(user: Canary.text, password: Canary.text)),
            Sample(Credential.bearer { _ in Canary.text }), Sample(Credential.Token(Canary.text)),
            Sample(RequestBuilder.AuthScheme.bearer("user")), Sample(store),
            Sample(try #require(store.cookies.first)), Sample(CookieStore.Cookie.SameSite.lax),
            Sample(QueryItem(name: "q", value: Canary.text)), Sample(cache),
            Sample(
                CachingTransport(
                    StubTransport(.on(nil, "/*", response: .text(Canary.text))), cache: cache,
                    identity: Canary.text)),
            Sample(HSTSStore()), Sample(URITemplate.Value.text(Canary.text)),
            Sample(URITemplate.Value.list([Canary.text])),
            Sample(URITemplate.Value.members([(name: "a", value: Canary.text)])),
            Sample(try URITemplate("/orders{?q*}")), Sample(EncodedPath(Canary.text)),
        ]
    }

    /// Data that callers ask for, and what it consists of.
    private static func values() throws -> [Sample] {
        let object = try JSONReader.read(ObjectMark.self, from: Array("{}".utf8)).object
        return [
            .open(JSONValue.string(Canary.text)), .open(JSONValue.Number(7)),
            .open(JSONValue.Step.member(Canary.text)),
            .open(Boxed(wrappedValue: Canary.text)),
            Sample(Secret(wrappedValue: Canary.text)),
            .open(FieldPresence.value(Canary.text)),
            .open(EnvelopeCode.text(Canary.text)), Sample(object),
        ]
    }

    private struct ObjectMark: JSONReadable {
        let object: JSONReader.Object
        init(json: inout JSONReader) throws {
            object = json.beginObject("")
            try json.endObject(object)
        }
    }

    private static func choices() throws -> [Sample] {
        let connection = TransportMetrics.Connection(
            remoteAddress: "127.0.0.1", remotePort: 443, localAddress: "127.0.0.1",
            localPort: 4000)
        let pin = try Pin(sha256: String(repeating: "A", count: 43) + "=")
        let certificate = TransportMetrics.Certificate(
            subject: "CN=a", issuer: "CN=b", validFrom: Date(timeIntervalSince1970: 0),
            validUntil: Date(timeIntervalSince1970: 1), publicKeyPin: pin, bytes: Data())
        let check = TransportMetrics.RevocationCheck(.good, isStapled: false)
        let cipher = ComposedCipher([PlaintextCipher(), PlaintextCipher()])
        let style = QueryStyle()
        let sunset = try #require(HTTPField.Name("Sunset"))
        let notice = CallEvent.DeprecationNotice([sunset: Canary.text])
        return [
            Sample(pin), Sample(HTTPVersion.http2), Sample(BodySerializer.json),
            Sample(Tagged(Canary.text, eTag: Canary.text)),
            Sample(RedirectPolicy.follow),
            Sample(style), Sample(style.arrays), Sample(style.objects), Sample(style.nulls),
            Sample(PropertyListPolicy()),
            Sample(JSONPolicy()), Sample(RawPolicy()), Sample(TextPolicy()),
            Sample(
                EnvelopePolicy(code: "code", message: "message", payload: "data", success: 0)),
            Sample(CompoundPolicy(.json, [.text])), Sample(ImagePolicy()),
            Sample(DateFormat.rfc3339), Sample(DataFormat.hex), Sample(NumberFormat.string),
            Sample(Timeouts()),
            Sample(TransferOptions()), Sample(check), Sample(check.status),
            Sample(TransportResponse.BodyIntegrity.length),
            Sample(TransportMetrics(connection: connection)),
            Sample(connection), Sample(certificate),
            Sample(try ContentDigest(.sha256, hex: String(repeating: "01", count: 32))),
            Sample(ContentDigest.Algorithm.sha256), Sample(TransferProgress()),
            Sample(KeyCase.snakeCase), Sample(PlaintextCipher()), Sample(cipher),
            Sample(CipherChoice.using(cipher)), Sample(CachePolicy(key: Canary.text)),
            Sample(TransportResponse.RateLimit(name: Canary.text, limit: 1)),
            Sample(try #require(notice)),
            Sample(BatchForm.jsonRPC("/")), Sample(EndpointExample("ping", json: Canary.text)),
            Sample(RequestBuilder.CommonParameter.header("X-Token")), Sample(CacheControl.noCache),
        ]
    }
}
